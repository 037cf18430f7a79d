import type { Database } from "../../platform/db/database.ts";
import { isReadableJson } from "../../platform/readable-json.ts";
import { watermarkPlaces } from "../preparation/watermark-settings.ts";
import { createPreparingPool } from "../preparing-pool.ts";
import type { PreparingRunTable } from "../reprocessing/run.ts";
import { drawable } from "./drawable.ts";
import { readSavedStyle, type WatermarkStyleTable } from "./saved-style.ts";
import { drawnStyle } from "./style.ts";

export interface WatermarkCheck {
	/** Whether a style was saved in the pages. */
	readonly isSaved: boolean;
	readonly faults: readonly string[];
}

/** Checks that the saved style can be drawn, and that the stored reprocessing run can be read and is consistent. */
export async function checkWatermark({ scan }: Pick<Database, "scan">): Promise<WatermarkCheck> {
	const styles = await scan.selectFrom("watermark_style").selectAll().execute();
	const runs = await scan.selectFrom("preparing_run").selectAll().orderBy("run_id").execute();
	const styleFaults = styles.flatMap(faultsOfStyle);
	const undrawn = styleFaults.length === 0 ? await drawingFaults(scan) : [];
	return {
		isSaved: styles.length > 0,
		faults: [
			...[...styleFaults, ...undrawn].map((problem) => `the style: ${problem}`),
			...runs.flatMap((run) => faultsOfRun(run).map((problem) => `${run.run_id}: ${problem}`)),
			...(runs.length > 1 ? [`there are ${runs.length} runs, but at most one should be stored`] : []),
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

const ENDED = ["done", "stopped", "failed"];
const STATES = ["going", "paused", ...ENDED];
const REQUESTS = [null, "pause", "stop", "begin"];

function faultsOfRun({ state, asked, failures, lease_id, ended_at }: PreparingRunTable): string[] {
	return [
		...(STATES.includes(state) ? [] : [`its state is ${state}`]),
		...(REQUESTS.includes(asked) ? [] : [`it was asked to ${asked}`]),
		...(isReadableJson(failures) ? [] : ["its list of failures is unreadable"]),
		...(state !== "going" && (lease_id ?? asked) !== null
			? [`a process is working on it, although it is ${state}`]
			: []),
		...(ENDED.includes(state) === (ended_at === null)
			? ["it ended without an end time, or has one but did not end"]
			: []),
	];
}
