import { meaningsOf } from "../table-columns.ts";
import { certificateFieldOfHeading, fieldOfHeading } from "./column-words.ts";
import type { ColumnMapping } from "./mapping-shape.ts";

/** A column of a table: its name, and some of its cells, none of them empty. */
export interface SampledColumn {
	readonly name: string;
	readonly cells: readonly string[];
}

/**
 * Guesses what the columns of a table hold: by their names unless their cells say otherwise, then by their cells. Of two columns for one field the
 * first has it, or the one whose cells agree with its name, and a name that two columns share names neither.
 * A table of certificates says nothing else of products (docs/kosher.md): its other columns are left to the person. @param barcodeAt the column with the barcodes, from 0, if the cells say so
 */
export function guessMapping(
	columns: readonly SampledColumn[],
	barcodeAt: number | undefined,
): ColumnMapping {
	const mapping: ColumnMapping = {};
	const taken = new Set<string>();
	const isFree = ({ name }: SampledColumn) =>
		name !== "" && !Object.hasOwn(mapping, name) && columns.filter((each) => each.name === name).length === 1;
	const take = (column: SampledColumn, field: string, unit?: string) => {
		if (taken.has(field) || !isFree(column)) return;
		taken.add(field);
		const separator = separatorOf(field, column.cells);
		mapping[column.name] =
			unit === undefined && separator === undefined
				? field
				: {
						field,
						...(unit === undefined ? {} : { unit }),
						...(separator === undefined ? {} : { separator }),
					};
	};
	const barcodes = barcodeAt === undefined ? undefined : columns[barcodeAt];
	if (barcodes) take(barcodes, "barcode");
	const isOfCertificates = columns.some(
		({ name }) => certificateFieldOfHeading(name) === "certificate.certificate_id",
	);
	for (const column of isOfCertificates ? columns : []) {
		const field = certificateFieldOfHeading(column.name);
		if (field !== undefined && choiceHeld(column.cells, 1) === undefined) take(column, field);
	}
	const named = columns.flatMap((column) => {
		const called = fieldOfHeading(column.name);
		const isMeant = called && (!isOfCertificates || called.field === "barcode");
		return isMeant ? [{ column, called, held: fieldHeld(called.field, column.cells) }] : [];
	});
	for (const { column, called, held } of named) if (held === called.field) take(column, held, called.unit);
	for (const { column, called, held } of named) if (held !== called.field) take(column, held);
	for (const column of isOfCertificates ? [] : columns) {
		const field = isFree(column) ? fieldOfCells(column.cells) : undefined;
		if (field !== undefined) take(column, field);
	}
	return mapping;
}

/** Our own lists have semicolons; lists of allergens are split at whatever stands between names. */
function separatorOf(field: string, cells: readonly string[]): string | undefined {
	if (field !== "hechshers" || cells.some((cell) => cell.includes(";"))) return undefined;
	return [",", "/", "|", "\n"].find((separator) => cells.some((cell) => cell.includes(separator)));
}

const WEIGHT = /^\d+(?:[.,]\d+)?\s*(?:g|gr|kg|ml|l|oz|lb|גרם|ג'|ק"ג|מ"ל|ליטר)\.?$/iu;

const STATUS = "hechshers.dairy_meat_pareve";
const CHOICES = ["info.bracha", STATUS, "catalog_meta.department"];
/** Whose names are used for each other: one symbol is as short as one status. */
const CONFUSED: ReadonlySet<string> = new Set(["hechshers", "info.kosher_for_passover", ...CHOICES]);

/** What a column holds that is called as one of these fields: another of them if nearly all cells are values of that, or none is one of its own. */
function fieldHeld(called: string, cells: readonly string[]): string {
	if (!CONFUSED.has(called)) return called;
	const held = choiceHeld(cells, 1);
	if (held !== undefined) return held;
	return called === STATUS && cells.length > 0 && !isKnown(called, cells) ? "hechshers" : called;
}

/** The field whose values nearly all cells are. */
function fieldOfCells(cells: readonly string[]): string | undefined {
	if (cells.length < FEWEST_CELLS) return undefined;
	const weights = cells.filter((cell) => WEIGHT.test(cell)).length;
	return weights >= MOSTLY * cells.length ? "info.net_weight" : choiceHeld(cells, FEWEST_CELLS);
}

const FEWEST_CELLS = 3;
const MOSTLY = 0.8;

function choiceHeld(cells: readonly string[], fewest: number): string | undefined {
	if (cells.length < fewest) return undefined;
	const meanings = meaningsOf(cells);
	return CHOICES.find((field) => {
		const { [field]: known = {} } = meanings;
		return cells.filter((cell) => Object.hasOwn(known, cell)).length >= MOSTLY * cells.length;
	});
}

function isKnown(field: string, cells: readonly string[]): boolean {
	return Object.keys(meaningsOf(cells)[field] ?? {}).length > 0;
}
