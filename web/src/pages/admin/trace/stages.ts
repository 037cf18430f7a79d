import type { LeakCase } from "../../../api/routes.ts";

/** How often pages fetch what is being traced. */
export const PROGRESS_MS = 1000;

export const STATES = [
	{ value: "open", label: "Open" },
	{ value: "closed", label: "Closed" },
] as const;

/** Whether a case will change without user action. */
export function isUnderWay({ status }: Pick<LeakCase, "status">): boolean {
	return status === "waiting" || status === "running";
}

type Progress = LeakCase["progress"];

/** The stages with their wording and the share of total time at which each one starts; measured on a catalogue of some thousand pictures. */
const STAGES: ReadonlyMap<string, { readonly words: string; readonly from: number; readonly to: number }> =
	new Map(
		Object.entries({
			read: { words: "Reading the leaks", from: 0, to: 0.2 },
			index: { words: "Indexing pictures of the catalogue", from: 0.2, to: 0.25 },
			search: { words: "Searching the catalogue", from: 0.25, to: 0.4 },
			compare: { words: "Comparing the likeliest pictures", from: 0.4, to: 0.5 },
			attribute: { words: "Reading the mark and scoring all keys", from: 0.5, to: 0.9 },
			draw: { words: "Drawing the evidence", from: 0.9, to: 1 },
		}),
	);

export function stageWords(progress: Progress): string {
	return STAGES.get(progress?.stage ?? "")?.words ?? "Beginning";
}

/** Overall progress, 0…1. */
export function stageShare(progress: Progress): number {
	const stage = STAGES.get(progress?.stage ?? "");
	if (!stage || !progress) return 0.02;
	const within = progress.total ? Math.min(1, progress.done / progress.total) : 0.3;
	return stage.from + within * (stage.to - stage.from);
}
