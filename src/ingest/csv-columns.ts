import { FIELDS, INFO_FLAGS, NUTRIENTS, PANEL_TEXTS } from "../catalogue/fields.ts";
import { quoted } from "./checks.ts";

/** A row in the shape of an NDJSON line, not yet checked. */
export type UncheckedLine = Record<string, unknown>;

/** A column of a CSV file: where its cells go in the line, and how their texts are read. */
export interface Column {
	path: readonly string[];
	parse: (cell: string) => unknown;
}

const columns: ReadonlyMap<string, Column> = new Map(
	[
		column("barcode"),
		column("hechshers", parseHechshers),
		...FIELDS.info.map((field) => column(`info.${field}`, isFlag(field) ? parseFlag : undefined)),
		...PANEL_TEXTS.map((field) => column(`nutrition.${field}`)),
		...NUTRIENTS.flatMap((field) => [column(`nutrition.${field}.amount`), column(`nutrition.${field}.dv`)]),
		...FIELDS.ingredients.map((field) =>
			column(`ingredients.${field}`, field === "allergens" ? parseList : undefined),
		),
		...FIELDS.catalog_meta.map((field) => column(`catalog_meta.${field}`)),
		column("catalog_meta.category"),
	].map((made) => [made.path.join("."), made]),
);

/** The columns that a header row names, or the reason why the file cannot be read with it. */
export function readHeader(names: readonly string[]): { columns: Column[] } | { reason: string } {
	const seen = new Set<string>();
	const found: Column[] = [];
	for (const name of names) {
		const named = columns.get(name);
		if (named === undefined) return { reason: `the header names an unknown column, ${quoted(name)}` };
		if (seen.has(name)) return { reason: `the header names the column ${quoted(name)} twice` };
		seen.add(name);
		found.push(named);
	}
	if (!seen.has("barcode")) return { reason: 'the header has no column "barcode"' };
	return { columns: found };
}

/**
 * The line that a row of cells stands for. An empty cell leaves its field out, which makes it null; a scope
 * with nothing but empty cells is left out as well, so that the product keeps the one it has.
 */
export function lineOfRow(header: readonly Column[], cells: readonly string[]): UncheckedLine {
	const line: UncheckedLine = {};
	for (const [index, { path, parse }] of header.entries()) {
		const cell = cells[index] ?? "";
		if (cell !== "") place(line, path, parse(cell));
	}
	return line;
}

function place(line: UncheckedLine, path: readonly string[], value: unknown): void {
	const [first = "", ...rest] = path;
	if (rest.length === 0) {
		line[first] = value;
		return;
	}
	const inner = (line[first] ?? {}) as UncheckedLine;
	line[first] = inner;
	place(inner, rest, value);
}

function column(key: string, parse: Column["parse"] = (cell) => cell): Column {
	return { path: key.split("."), parse };
}

function isFlag(field: string): boolean {
	return (INFO_FLAGS as readonly string[]).includes(field);
}

/** A cell that is no boolean stays a text, so that the check of the line refuses it. */
function parseFlag(cell: string): boolean | string {
	switch (cell.toLowerCase()) {
		case "true":
		case "1":
			return true;
		case "false":
		case "0":
			return false;
		default:
			return cell;
	}
}

function parseList(cell: string): string[] {
	return cell
		.split(";")
		.map((item) => item.trim())
		.filter((item) => item !== "");
}

/** `SYMBOL:dairy_meat_pareve;…`, where a symbol may stand alone. */
function parseHechshers(cell: string): UncheckedLine[] {
	return parseList(cell).map((item) => {
		const colon = item.indexOf(":");
		if (colon === -1) return { symbol: item };
		return { symbol: item.slice(0, colon).trim(), dairy_meat_pareve: item.slice(colon + 1).trim() };
	});
}
