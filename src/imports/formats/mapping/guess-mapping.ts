import { DECLARED } from "../../../catalogue/fields/declared-fields.ts";
import type { FieldKind } from "../../../catalogue/fields/field-kinds.ts";
import { certificateFieldCalled, fieldCalled } from "./column-words.ts";
import type { ColumnMapping } from "./mapping-shape.ts";

/** A column of a table: its name, and some of its cells, none of them empty. */
export interface SampledColumn {
	readonly name: string;
	readonly cells: readonly string[];
}

/**
 * Guesses what the columns of a table hold: by their names, then by their cells. Of two columns for one field the first has it, and a name that
 * two columns share names neither. @param barcodeAt the column with the barcodes, from 0, if the cells say so
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
		({ name }) => certificateFieldCalled(name) === "certificate.certificate_id",
	);
	for (const column of isOfCertificates ? columns : []) {
		const field = certificateFieldCalled(column.name);
		if (field !== undefined) take(column, field);
	}
	for (const column of columns) {
		const called = fieldCalled(column.name);
		if (called) take(column, called.field, called.unit);
	}
	for (const column of columns) {
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

const CHOICES: readonly (readonly [field: string, kind: FieldKind])[] = [
	["info.bracha", DECLARED.info.bracha],
	["hechshers.dairy_meat_pareve", DECLARED.hechshers.dairy_meat_pareve],
	["catalog_meta.department", DECLARED.catalog_meta.department],
];

/** The field whose values nearly all cells are. */
function fieldOfCells(cells: readonly string[]): string | undefined {
	if (cells.length < 3) return undefined;
	const areMostly = (test: (cell: string) => boolean) => cells.filter(test).length >= 0.8 * cells.length;
	if (areMostly((cell) => WEIGHT.test(cell))) return "info.net_weight";
	return CHOICES.find(([, kind]) => areMostly((cell) => isValueOf(kind, cell)))?.[0];
}

function isValueOf({ cells, values = [] }: FieldKind, cell: string): boolean {
	const [given] = cells;
	const read = given?.parse(cell);
	return typeof read === "string" && read !== "" && values.includes(read);
}
