import type { Database } from "../../platform/db/database.ts";
import { taskFaults } from "../../platform/tasks/stored-tasks.ts";
import { watermarkPlaces } from "../preparation/watermark-settings.ts";
import { createPreparingPool } from "../preparing-pool.ts";
import { drawable } from "./drawable.ts";
import { readSavedStyle, type WatermarkStyleTable } from "./saved-style.ts";
import { drawnStyle } from "./style.ts";

export interface WatermarkCheck {
	/** Whether a style was saved in the pages. */
	readonly isSaved: boolean;
	readonly faults: readonly string[];
}

/** Checks that the saved style can be drawn, and that the task of reprocessing can be read and is consistent. */
export async function checkWatermark({ scan }: Pick<Database, "scan">): Promise<WatermarkCheck> {
	const styles = await scan.selectFrom("watermark_style").selectAll().execute();
	const runs = await taskFaults(scan, "preparing");
	const styleFaults = styles.flatMap(faultsOfStyle);
	const undrawn = styleFaults.length === 0 ? await drawingFaults(scan) : [];
	return {
		isSaved: styles.length > 0,
		faults: [
			...[...styleFaults, ...undrawn].map((problem) => `the style: ${problem}`),
			...runs.map(({ ref, problem }) => `${ref}: ${problem}`),
		],
	};
}

function faultsOfStyle(row: WatermarkStyleTable): string[] {
	const { text, logo, logo_name, place, width_percent, opacity_percent } = row;
	const places: readonly string[] = watermarkPlaces;
	const isPercent = (value: number) => value >= 1 && value <= 100;
	return [
		...((text === null) === (logo === null) ? ["it has neither text nor logo, or both"] : []),
		...((logo === null) === (logo_name === null)
			? []
			: ["it has a logo without a name, or a name without a logo"]),
		...(places.includes(place) ? [] : [`its place is ${place}`]),
		...(isPercent(width_percent) ? [] : [`its width is ${width_percent} %`]),
		...(isPercent(opacity_percent) ? [] : [`its opacity is ${opacity_percent} %`]),
	];
}

async function drawingFaults(scan: Database["scan"]): Promise<string[]> {
	const saved = await readSavedStyle(scan);
	if (!saved) return [];
	const pool = createPreparingPool({ processes: 1 });
	try {
		const watermark = await drawable(drawnStyle(saved.style), pool.rasteriseLogo);
		const problem = "refused" in watermark ? watermark.refused : await pool.watermarkProblem(watermark);
		return problem === null ? [] : [`it cannot be drawn: ${problem}`];
	} finally {
		await pool.close();
	}
}
