import { availableParallelism } from "node:os";
import { watermarkVersion } from "../../pictures/preparation/watermark-settings.ts";
import { averagePreparedBytes, countOutdated } from "../../pictures/reprocessing/counts.ts";
import type { PreparingRun } from "../../pictures/reprocessing/run.ts";
import type { SavedStyle } from "../../pictures/style/saved-style.ts";
import {
	decidingSettings,
	drawnStyle,
	type StyleSettings,
	type WatermarkStyle,
} from "../../pictures/style/style.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { findAccount } from "../accounts/accounts.ts";
import type { PreparingRunAnswer, Watermark } from "./contract.ts";

/** Pictures per second and core, assumed until some have been prepared here. */
const USUAL_PACE = 0.75;
/** Number of pictures from which the actual pace is measured. */
const TELLING = 20;

/** The effective style, and what reprocessing with it would take. */
export async function watermarkAnswer(
	db: Database,
	settings: StyleSettings,
	{
		style,
		saved,
		run,
	}: { style: WatermarkStyle; saved?: SavedStyle | undefined; run?: PreparingRun | undefined },
): Promise<Watermark> {
	const { pictures, outdated } = await countOutdated(db, watermarkVersion(drawnStyle(style)));
	const { mark, place, widthPercent, opacityPercent } = decidingSettings(settings);
	return {
		style: styleAnswer(style),
		decided_by: { mark, place, width_percent: widthPercent, opacity_percent: opacityPercent },
		revision: saved?.revision ?? 0,
		saved_at: saved ? isoTime(saved.savedAtMs) : null,
		saved_by: await emailOf(db, saved?.savedBy),
		pictures,
		outdated,
		estimate: {
			seconds: Math.ceil(outdated / paceOf(run)),
			bytes: outdated * (await averagePreparedBytes(db)),
		},
	};
}

function styleAnswer({ mark, place, widthPercent, opacityPercent }: WatermarkStyle): Watermark["style"] {
	return {
		mark: "text" in mark ? { kind: "text", text: mark.text } : { kind: "logo", name: mark.name },
		place,
		width_percent: widthPercent,
		opacity_percent: opacityPercent,
	};
}

/** Pictures per second: the pace of the last run, or the assumed one for this number of cores. */
function paceOf(run: PreparingRun | undefined): number {
	const done = run ? run.figures.prepared + run.figures.completed : 0;
	if (!run || done < TELLING || run.figures.workedMs === 0) return USUAL_PACE * availableParallelism();
	return (1000 * done) / run.figures.workedMs;
}

/** A run as returned to the pages. */
export async function runAnswer(db: Database, run: PreparingRun, nowMs: number): Promise<PreparingRunAnswer> {
	const { total, prepared, completed, superseded, failed, workedMs } = run.figures;
	const left = total === null ? null : Math.max(0, total - prepared - completed - superseded - failed);
	return {
		state: run.state,
		is_running: run.state === "going" && run.leaseId !== null && run.leaseUntilMs > nowMs,
		asked: run.asked,
		by: await emailOf(db, run.accountId),
		...{ total, prepared, completed, superseded, failed },
		failures: [...run.failures],
		failure: run.failure,
		worked_ms: workedMs,
		seconds_left: left === null || run.state !== "going" ? null : Math.ceil(left / paceOf(run)),
		begun_at: isoTime(run.createdAtMs),
		ended_at: run.endedAtMs === null ? null : isoTime(run.endedAtMs),
	};
}

async function emailOf(db: Database, accountId: string | null | undefined): Promise<string | null> {
	if (!accountId) return null;
	return (await findAccount(db.read, accountId))?.email ?? accountId;
}
