import { familyOf } from "../catalogue/barcodes/same-product.ts";
import type { Variant } from "../catalogue/fields/scopes.ts";
import type { FieldEdit } from "../catalogue/history/edited-fields.ts";
import type { EditedValue } from "../catalogue/writing/change-drafts.ts";
import type { ValueChange } from "../catalogue/writing/value-changes.ts";
import type { QualityNote } from "../pictures/store/quality-notes.ts";

import type { DeliveredProduct } from "./batches/deliveries.ts";

/** What a report counts, with examples. */
export interface ReportedLists {
	/** Stored values that were erased. */
	readonly valuesLost: Listed<ReportedValue>;
	/** Stored values that were replaced by others. */
	readonly valuesChanged: Listed<ReportedValue>;
	/** Stored values that a person had edited, among those two or kept. */
	readonly valuesEdited: Listed<ReportedEdit>;
	/** Products that an earlier delivery of the same mapping had and this one lacks. */
	readonly absent: Listed<DeliveredProduct>;
	/** Pictures that a dry run would add or replace. */
	readonly pictures: Listed<PlannedPicture>;
	/** Lines and pictures matched to a product whose barcode is another form of theirs. */
	readonly matched: Listed<OtherForm>;
	/** New products whose barcode another product of the same import has in another form: they were not joined. */
	readonly newForms: Listed<OtherForm>;
	/** Cells of tables that got their leading zeros back. */
	readonly filledUp: Listed<OtherForm>;
	/** Cells that look as if they had lost leading zeros, in columns where too few do: they were left as they are. */
	readonly looksShortened: Listed<OtherForm>;
	/** Barcodes with a wrong check digit. */
	readonly wrongCheckDigits: Listed<FoundBarcode>;
	/** The products that were created. */
	readonly newProducts: Listed<FoundBarcode>;
	/** Those of them of which nothing but a picture was given. */
	readonly onlyPictured: Listed<FoundBarcode>;
}

/** Result of an import. Counts lines, picture files, and products created for a picture. */
export interface ImportReport extends ReportedLists {
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
	/** What readers of files did with their contents, each with how often, and where first. */
	readonly remarks: Map<string, Remark>;
	/** The column names of the first table. */
	header: TableHeader | null;
	/** The products of which a line was refused, each as the number that its barcode's forms have in common. */
	readonly productsRefused: Set<number>;
	/** Pictures that rows give the address of, which this import does not fetch. */
	unfetched: number;
	/** How many cells of refused rows are kept. */
	keptCells: number;
}

/** How many there were, and the first of them. */
export interface Listed<Item> {
	count: number;
	readonly first: Item[];
}

/** Something that a reader of a file did, in words: values that it left out, rows that it skipped. */
export interface Remark {
	count: number;
	/** Where it was first done. */
	readonly source: string;
	readonly line: number;
}

/** What a reader of a file reports. */
export interface ReadingReports {
	/** Called with how a table was read, when it has been. */
	readonly onRead?: ((reading: TableReading) => void) | undefined;
	/** Called with the line of what was left out or read as something else, and what that was, in words. */
	readonly onRemark?: OnRemark | undefined;
}

export type OnRemark = (line: number, text: string) => void;

/** How a table was read. */
export interface TableReading {
	/** `Windows-1255 (Hebrew), guessed; semicolons; header in line 3`. */
	readonly words: string;
	/** UTF-8 with commas and the header in the first line, like our own files. */
	readonly isUsual: boolean;
	/** The column names; undefined if there is no usable header. */
	readonly names?: readonly string[] | undefined;
}

/** The column names of a table. */
export interface TableHeader {
	readonly source: string;
	readonly names: readonly string[];
}

/** A table, and what it was taken for. */
export interface ReadTable extends TableReading {
	readonly source: string;
}

/** A stored value of a product that an import erased or replaced. */
export interface ReportedValue extends ValueChange {
	readonly barcode: string;
}

/** A stored value that a person edited, and what the file has in its place. */
export interface ReportedEdit extends ReportedValue {
	readonly edit: FieldEdit;
}

/** A picture that a dry run would add or replace. */
export interface PlannedPicture {
	readonly source: string;
	readonly barcode: string;
	readonly variant: Variant;
	/** The version that it would replace; null if there is none, or only one of the same import. */
	readonly replaces: string | null;
	/** A WebP file of at most 128 pixels, in Base64. */
	readonly thumbnail: string;
}

/** A barcode as it was given, and the one that the catalogue has. */
export interface OtherForm {
	readonly source: string;
	readonly line?: number;
	readonly barcode: string;
	readonly product: string;
}

/** A barcode, and where it was found. */
export type FoundBarcode = Omit<OtherForm, "product">;

export interface Counts {
	created: number;
	updated: number;
	unchanged: number;
}

export interface Refused {
	readonly source: string;
	readonly line?: number;
	readonly reason: string;
	/** Of a table's row, so that it can be mended. */
	readonly cells?: readonly string[] | undefined;
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
		tables: none(),
		remarks: new Map(),
		header: null,
		productsRefused: new Set(),
		unfetched: 0,
		keptCells: 0,
		valuesLost: none(),
		valuesChanged: none(),
		valuesEdited: none(),
		absent: none(),
		pictures: none(),
		matched: none(),
		newForms: none(),
		filledUp: none(),
		looksShortened: none(),
		wrongCheckDigits: none(),
		newProducts: none(),
		onlyPictured: none(),
	};
}

function none<Item>(): Listed<Item> {
	return { count: 0, first: [] };
}

/** Counts an item, and lists it if it is one of the first. */
function list<Item>(listed: Listed<Item>, item: () => Item, most: number): void {
	if (listed.count++ < most) listed.first.push(item());
}

export function reportTable(report: ImportReport, { names, ...table }: ReadTable): void {
	list(report.tables, () => table, MOST_EXAMPLES);
	if (names && names.length <= MOST_NAMES) report.header ??= { source: table.source, names };
}

/** Counts a remark. @param text one of a few */
export function reportRemark({ remarks }: ImportReport, text: string, where: Omit<Remark, "count">): void {
	const known = remarks.get(text);
	if (known) known.count++;
	else remarks.set(text, { ...where, count: 1 });
}

/** A header of more columns is not repeated over refused rows. */
const MOST_NAMES = 300;

const MOST_EXAMPLES = 100;
const LONGEST_VALUE = 200;

/** Reports stored values that were erased or replaced. */
export function reportValues(
	{ valuesLost, valuesChanged }: ImportReport,
	barcode: string,
	values: readonly ValueChange[],
): void {
	for (const value of values)
		list(value.after === null ? valuesLost : valuesChanged, () => reported(barcode, value), MOST_EXAMPLES);
}

/** Reports stored values that a person had edited. */
export function reportEdited(
	{ valuesEdited }: ImportReport,
	barcode: string,
	values: readonly EditedValue[],
): void {
	for (const value of values)
		list(valuesEdited, () => ({ ...reported(barcode, value), edit: value.edit }), MOST_EXAMPLES);
}

function reported(barcode: string, { field, before, after }: ValueChange): ReportedValue {
	return {
		barcode: detached(barcode),
		field,
		before: shortened(before),
		after: after === null ? null : shortened(after),
	};
}

function shortened(text: string): string {
	return detached(text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text);
}

/** As many as a person would look through. */
const MOST_PICTURES = 12;

/** Whether a dry run shows one more picture. */
export function showsPicture({ pictures }: ImportReport): boolean {
	return pictures.first.length < MOST_PICTURES;
}

/** Reports a product that this delivery lacks. */
export function reportAbsent({ absent }: ImportReport, product: DeliveredProduct): void {
	list(absent, () => product, MOST_EXAMPLES);
}

/** Reports a picture that a dry run would add or replace, with a small view if it is one of the first. */
export function reportPlanned(
	{ pictures }: ImportReport,
	{
		thumbnail,
		...picture
	}: Omit<PlannedPicture, "thumbnail"> & { readonly thumbnail: Uint8Array | undefined },
): void {
	pictures.count++;
	if (!thumbnail || pictures.first.length >= MOST_PICTURES) return;
	pictures.first.push({ ...picture, thumbnail: Buffer.from(thumbnail).toString("base64") });
}

/** Reports where a barcode was found. */
export function reportBarcode(listed: Listed<FoundBarcode>, found: FoundBarcode): void {
	list(listed, () => ({ ...found, barcode: detached(found.barcode) }), MOST_REFUSALS);
}

/** Reports a barcode with other leading zeros. */
export function reportForm(listed: Listed<OtherForm>, form: OtherForm): void {
	const item = () => ({ ...form, barcode: detached(form.barcode), product: detached(form.product) });
	list(listed, item, MOST_REFUSALS);
}

/** How far an import is. */
export interface DoneSoFar {
	readonly lines: number;
	readonly pictures: number;
	readonly refused: number;
	/** From 0 to 1. */
	readonly share: number;
	/** Total number of picture files. */
	readonly allPictures: number;
}

export type Progress = (done: DoneSoFar) => void;

/** Refusals that are listed. Importing somebody else's whole database leaves out millions of lines, whose reasons would fill the memory. */
const MOST_REFUSALS = 100_000;
const MOST_CAUSES = 1000;
const OTHER_CAUSES = "other reasons";

/** More would be no work for a person, and refused rows are kept in memory and in the database. */
const MOST_KEPT_CELLS = 100_000;
const LONGEST_KEPT = 8000;

/** @param barcode of the refused line, if it has one */
export function refuse(report: ImportReport, { reason, cells, ...where }: Refused, barcode?: string): void {
	const { refused, unlisted, productsRefused } = report;
	if (barcode !== undefined) productsRefused.add(familyOf(barcode));
	if (refused.length < MOST_REFUSALS) {
		refused.push({ ...where, reason: detached(reason), ...keptCells(report, where.source, cells) });
		return;
	}
	unlisted.count++;
	addCause(unlisted.causes, reason);
}

/** The cells of a row of the table whose header is reported, as long as there are not too many. */
function keptCells(report: ImportReport, source: string, cells: Refused["cells"]): Pick<Refused, "cells"> {
	if (!cells || (report.header && report.header.source !== source)) return {};
	if (report.keptCells + cells.length > MOST_KEPT_CELLS) return {};
	if (cells.reduce((sum, { length }) => sum + length, 0) > LONGEST_KEPT) return {};
	report.keptCells += cells.length;
	return { cells: cells.map(detached) };
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

/**
 * What many refusals have in common: their reason without the values found, so that ten thousand lines with a wrong `bracha` have one
 * cause. `info.bracha: expected one of …, found "x"` and `… found "y"` are the same.
 */
export function causeOf(reason: string): string {
	return reason
		.replace(/, found .*$/s, "")
		.replace(/"(?:[^"\\]|\\.)*"/g, "…")
		.replace(/\[\d+\]/g, "[…]")
		.replace(/\d{4,}/g, "…")
		.slice(0, 200);
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
