import { createHash } from "node:crypto";
import type { Static } from "typebox";
import { compiled } from "../../../platform/compiled.ts";
import { quoted } from "../mismatch.ts";
import { type Column, columnOf } from "../table-columns.ts";
import { ColumnMapping, type MappedTo } from "./mapping-shape.ts";

/** A table's own column names, mapped to import columns. */
export type Mapping = ReadonlyMap<string, Column>;

const columnMapping = compiled(ColumnMapping);

/** Whether a parsed file has the shape of a mapping. */
export function isColumnMapping(given: unknown): given is ColumnMapping {
	return columnMapping().Check(given);
}

/** The mapping given by pairs of a column and what it holds, or what is wrong with them. */
export function mappingOfPairs(
	pairs: Iterable<readonly [column: string, to: ColumnMapping[string]]>,
): { mapping: Mapping } | { reason: string } {
	const mapping = new Map<string, Column>();
	const fields = new Set<string>();
	for (const [name, to] of pairs) {
		const { field, ...reading } = typeof to === "string" ? { field: to } : to;
		const known = columnOf(field);
		if (known === undefined) return { reason: `${quoted(field)} is no field that a column can go to` };
		if (mapping.has(name)) return { reason: `the column ${quoted(name)} is mapped twice` };
		if (fields.has(field)) return { reason: `two columns go to ${quoted(field)}` };
		mapping.set(name, { path: known.path, parse: (cell) => parseMapped(cell, known, reading) });
		fields.add(field);
	}
	return fields.has("barcode") ? { mapping } : { reason: 'no column goes to "barcode"' };
}

/** What tables of one kind share: which of their columns hold what, whatever their cells mean. */
export function deliveryOf(mapping: Mapping): string {
	const pairs = [...mapping].map(([name, { path }]) => [name, path.join(".")]);
	const sorted = pairs.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1));
	return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

type Reading = Omit<Static<typeof MappedTo>, "field">;

const NUMBER = /^[<>≤~]?\s*\d+(?:[.,]\d+)*$/;

/** @returns undefined where the cell says that there is no value */
function parseMapped(cell: string, { parse }: Column, { values, unit, separator }: Reading): unknown {
	const text = values && Object.hasOwn(values, cell) ? String(values[cell] ?? "") : cell;
	if (text === "") return undefined;
	const measured = unit !== undefined && NUMBER.test(text) ? `${text} ${unit}` : text;
	return parse(measured, separator);
}
