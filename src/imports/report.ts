import type { ValueChange } from "../catalogue/writing/value-changes.ts";
import type { QualityNote } from "../pictures/store/quality-notes.ts";
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
	/** How tables were read. */
	readonly tables: Listed<ReadTable>;
	/** Stored values that were erased. */
	readonly valuesLost: Listed<ReportedValue>;
	/** Stored values that were replaced by others. */
	readonly valuesChanged: Listed<ReportedValue>;
	/** Lines and pictures matched to a product with other leading zeros. */
	readonly matched: Listed<OtherForm>;
	/** New products whose barcode another product of the same import has with other leading zeros: they were not joined. */
	readonly newForms: Listed<OtherForm>;
}

/** How many there were, and the first of them. */
export interface Listed<Item> {
	count: number;
	readonly first: Item[];
}

/** How a table was read. */
export interface TableReading {
	/** `Windows-1255 (Hebrew), guessed; semicolons; header in line 3`. */
	readonly words: string;
	/** UTF-8 with commas and the header in the first line, like our own files. */
	readonly isUsual: boolean;
}

/** A table, and what it was taken for. */
export interface ReadTable extends TableReading {
	readonly source: string;
}

/** A stored value of a product that an import erased or replaced. */
export interface ReportedValue extends ValueChange {
	readonly barcode: string;
}

/** A barcode as it was given, and the one that the catalogue has. */
export interface OtherForm {
	readonly source: string;
	readonly line?: number;
	readonly barcode: string;
	readonly product: string;
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
		tables: { count: 0, first: [] },
		valuesLost: { count: 0, first: [] },
		valuesChanged: { count: 0, first: [] },
		matched: { count: 0, first: [] },
		newForms: { count: 0, first: [] },
	};
}

const MOST_TABLES = 100;

/** Counts a table, and lists it if it is one of the first. */
export function reportTable({ tables }: ImportReport, table: ReadTable): void {
	tables.count++;
	if (tables.first.length < MOST_TABLES) tables.first.push(table);
}

/** Values that are listed as examples, and how much of each. */
const MOST_VALUES = 100;
const LONGEST_VALUE = 200;

/** Counts stored values that were erased or replaced, and lists the first ones. */
export function reportValues(
	{ valuesLost, valuesChanged }: ImportReport,
	barcode: string,
	values: readonly ValueChange[],
): void {
	for (const { field, before, after } of values) {
		const listed = after === null ? valuesLost : valuesChanged;
		listed.count++;
		if (listed.first.length >= MOST_VALUES) continue;
		const next = after === null ? null : shortened(after);
		listed.first.push({ barcode: detached(barcode), field, before: shortened(before), after: next });
	}
}

function shortened(text: string): string {
	return detached(text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text);
}

/** Counts a barcode with other leading zeros, and lists it if it is one of the first. */
export function reportForm(listed: Listed<OtherForm>, form: OtherForm): void {
	listed.count++;
	if (listed.first.length >= MOST_REFUSALS) return;
	listed.first.push({ ...form, barcode: detached(form.barcode), product: detached(form.product) });
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
