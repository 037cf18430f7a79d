import {
	type Actor,
	type Changes,
	changesBetween,
	type EventAction,
	recordEvent,
} from "../../../pages/events.ts";
import { command } from "../../../platform/db/command.ts";
import type { TaskRequest } from "../../../platform/tasks/task-table.ts";
import { askOfRun, beginRun, type NewRun, resumeRun } from "../../reprocessing/requests.ts";
import { type StyleSaving, saveStyle } from "../../style/saved-style.ts";
import type { StyleMark, WatermarkStyle } from "../../style/style.ts";

/** Subject of events about the style and about reprocessing. */
const SUBJECT = "watermark";

interface ChosenStyle extends Omit<StyleSaving, "savedBy" | "nowMs"> {
	/** The changes to the effective style. */
	readonly changes: Changes;
	readonly actor: Actor;
}

/** Saves a style, and records by whom. A run in progress starts over with it. */
export const saveWatermark = command<ChosenStyle, "saved" | "style_changed">(
	"portal.save_watermark",
	async (tx, { revision, style, changes, actor }, traits) => {
		const saving = { revision, style, savedBy: actor.accountId, nowMs: actor.atMs };
		if (!(await saveStyle(tx, saving))) return "style_changed";
		await askOfRun(tx, traits, "begin");
		await recordEvent(tx, actor, "watermark.changed", SUBJECT, changes);
		return "saved";
	},
);

/** Starts reprocessing, and records by whom. */
export const beginPreparing = command<Pick<NewRun, "runId"> & { actor: Actor }, "begun" | "under_way">(
	"portal.begin_preparing",
	async (tx, { runId, actor }, traits) => {
		const { accountId, atMs: nowMs } = actor;
		const outcome = await beginRun(tx, traits, { runId, accountId, nowMs });
		if (outcome === "begun") await recordEvent(tx, actor, "preparing.started", SUBJECT);
		return outcome;
	},
);

const ASKED: Readonly<Record<Exclude<TaskRequest, "begin">, EventAction>> = {
	pause: "preparing.paused",
	stop: "preparing.stopped",
};

/** Requests that reprocessing, or only a run of it, pauses or stops, and records by whom. @returns whether there was something to pause or stop. */
export const askOfPreparing = command<
	{ asked: Exclude<TaskRequest, "begin">; runId?: string; actor: Actor },
	boolean
>("portal.ask_of_preparing", async (tx, { asked, runId, actor }, traits) => {
	const run = await askOfRun(tx, traits, asked, runId);
	if (run) await recordEvent(tx, actor, ASKED[asked], SUBJECT);
	return run !== undefined;
});

/** Resumes paused reprocessing, and records by whom. @returns whether it was paused. */
export const resumePreparing = command<{ actor: Actor }, boolean>(
	"portal.resume_preparing",
	async (tx, { actor }, traits) => {
		const run = await resumeRun(tx, traits);
		if (run) await recordEvent(tx, actor, "preparing.resumed", SUBJECT);
		return run !== undefined;
	},
);

/** What differs between two styles, for the activity log. */
export function styleChanges(before: WatermarkStyle, after: WatermarkStyle): Changes {
	const marks = [markWords(before.mark), markWords(after.mark)] as const;
	return {
		...(isSameMark(before.mark, after.mark) ? {} : { watermark_mark: marks }),
		...changesBetween(lookOf(before), lookOf(after)),
	};
}

/** How a mark is drawn, under the names used by the pages and the log. */
export function lookOf({ place, widthPercent, opacityPercent }: WatermarkStyle) {
	return { place, width_percent: widthPercent, opacity_percent: opacityPercent };
}

function isSameMark(one: StyleMark, other: StyleMark): boolean {
	if ("text" in one || "text" in other) {
		return "text" in one && "text" in other && one.text === other.text;
	}
	return one.name === other.name && Buffer.compare(one.logo, other.logo) === 0;
}

function markWords(mark: StyleMark): string {
	return "text" in mark ? `text "${mark.text}"` : `logo ${mark.name}`;
}
