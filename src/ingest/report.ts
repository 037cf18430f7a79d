import type { QualityNote } from "../images/quality-notes.ts";
import { causeOf } from "./refusal-cause.ts";

/** Result of an import. Counts lines, picture files, and products created for a picture. */
export interface ImportReport {
	readonly products: Counts;
	readonly images: Counts;
	/** The first refusals. */
	readonly refused: Refused[];
	/** The refusals beyond those, counted by cause. */
	readonly unlisted: { count: number; readonly causes: Map<string, number> };
	/**
	 * Pictures that are too small or flat to carry the invisible mark: delivered with the visible one
	 * only.
	 */
	readonly unmarkable: string[];
	/** Pictures with quality notes, which an operator may want to photograph again: imported all the same. */
	readonly noted: NotedPicture[];
	/** Files that are clearly not product files. */
	readonly ignored: string[];
}

export interface Counts {
	created: number;
	updated: number;
	unchanged: number;
}

export interface Refused {
	readonly source: string;
	readonly line?: number;
	readonly reason: string;
}

export interface NotedPicture {
	readonly source: string;
	readonly notes: readonly QualityNote[];
}

export function emptyReport(): ImportReport {
	return {
		products: { created: 0, updated: 0, unchanged: 0 },
		images: { created: 0, updated: 0, unchanged: 0 },
		refused: [],
		unlisted: { count: 0, causes: new Map() },
		unmarkable: [],
		noted: [],
		ignored: [],
	};
}

/** Progress of an import. */
export type Progress = (done: {
	readonly lines: number;
	readonly pictures: number;
	readonly refused: number;
	/** From 0 to 1; absent when the total was not measured beforehand. */
	readonly share?: number;
	/** Total number of picture files, if measured. */
	readonly allPictures?: number;
}) => void;

/** Refusals that are listed. Importing somebody else's whole database leaves out millions of lines, whose reasons would fill the memory. */
const MOST_REFUSALS = 100_000;
const MOST_CAUSES = 1000;
const OTHER_CAUSES = "other reasons";

export function refuse({ refused, unlisted }: ImportReport, { reason, ...where }: Refused): void {
	if (refused.length < MOST_REFUSALS) {
		refused.push({ ...where, reason: detached(reason) });
		return;
	}
	unlisted.count++;
	addCause(unlisted.causes, reason);
}

export function refusedCount({ refused, unlisted }: Pick<ImportReport, "refused" | "unlisted">): number {
	return refused.length + unlisted.count;
}

/** How many were refused for each cause, most frequent first. */
export function refusalCauses({
	refused,
	unlisted,
}: Pick<ImportReport, "refused" | "unlisted">): [cause: string, count: number][] {
	const causes = new Map<string, number>();
	for (const { reason } of refused) addCause(causes, reason);
	for (const [cause, count] of unlisted.causes) causes.set(cause, (causes.get(cause) ?? 0) + count);
	return [...causes].sort(([, a], [, b]) => b - a);
}

function addCause(causes: Map<string, number>, reason: string): void {
	const cause = detached(causeOf(reason));
	const name = causes.has(cause) || causes.size < MOST_CAUSES ? cause : OTHER_CAUSES;
	causes.set(name, (causes.get(name) ?? 0) + 1);
}

/** Copies a string: a substring of a line would keep the whole line in memory for as long as it lives. */
export function detached(text: string): string {
	return Buffer.from(text).toString();
}
