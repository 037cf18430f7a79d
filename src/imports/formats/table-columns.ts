import { readBarcodeCell } from "@packshot/tables/barcode-cell";
import { columnKind } from "@packshot/tables/column-names";
import { CATEGORY_OVERRIDE, DECLARED } from "../../catalogue/fields/declared-fields.ts";
import { type FieldKind, parseList } from "../../catalogue/fields/field-kinds.ts";
import { nearestTo } from "../../catalogue/fields/nearest-key.ts";
import { PRODUCT_META_SCOPES, type Variant } from "../../catalogue/fields/scopes.ts";
import { detached } from "../report.ts";
import { quoted } from "./mismatch.ts";

/** A row in the shape of an NDJSON line, not yet checked. */
export type UncheckedLine = Record<string, unknown>;

/** A column of a table: where its cells go in the line, and how their texts are read. */
export interface Column {
	path: readonly string[];
	parse: FieldKind["cells"][number]["parse"];
}

const TIMES: ReadonlySet<string> = new Set(
	Object.entries<FieldKind>(DECLARED.info).flatMap(([field, { kind }]) => (kind === "time" ? [field] : [])),
);

/** All hechshers of a product share one cell; in the other scopes each field has a cell of its own. */
const ownColumns: readonly Column[] = [
	column("barcode", barcodeIn),
	...PRODUCT_META_SCOPES.flatMap((scope) =>
		scope === "hechshers" ? column(scope, parseHechshers) : columnsOf(scope, DECLARED[scope]),
	),
	...columnsOf("catalog_meta", { category: CATEGORY_OVERRIDE }),
];

/** Columns with the address of a picture, and the member of a line that holds them. */
const PICTURES = "pictures";
const PICTURE_COLUMNS = [
	["image_front_url", "front"],
	["image_back_url", "back"],
] as const satisfies readonly (readonly [string, Variant])[];
const asIs = (cell: string): unknown => cell;

/** Columns of a table of certificates: what one of a product's hechshers rests on. */
const CERTIFICATE = "certificate";
const DAYS = ["issued_on", "valid_until", "checked_on"];
const certificateColumns: readonly Column[] = [
	...["symbol", "additional_designation", "certificate_id"].map((name) =>
		column(`${CERTIFICATE}.${name}`, headerName),
	),
	...["source", "note"].map((name) => column(`${CERTIFICATE}.${name}`)),
	...DAYS.map((name) => column(`${CERTIFICATE}.${name}`, dayIn)),
];

/** Under this name, a row has the status of all its hechshers that do not say their own; the file of a catalogue never does. */
const STATUS = "hechshers.dairy_meat_pareve";

const columns: ReadonlyMap<string, Column> = new Map([
	...ownColumns.map((made) => [made.path.join("."), made] as const),
	...certificateColumns.map((made) => [made.path.join("."), made] as const),
	[STATUS, { path: [STATUS], parse: parseStatus }],
	...PICTURE_COLUMNS.map(([name, variant]) => [name, { path: [PICTURES, variant], parse: asIs }] as const),
]);

/** A column with why rows were refused, which nothing is imported from: such a file can be mended and brought again as it is. */
export const REASON_COLUMN = "refused because";

/** The columns with product data: all but those of the times, which an import never accepts. */
export const WRITTEN_COLUMNS: readonly Column[] = ownColumns.filter((column) => !isTimeColumn(column));

/** Whether a column has one of the times of products, which an import ignores. */
export function isTimeColumn({ path: [scope, field = ""] }: Column): boolean {
	return scope === "info" && TIMES.has(field);
}

/** Whether a column has days, which a spreadsheet may have made of its cells. */
export function isDayColumn({ path: [scope, field = ""] }: Column): boolean {
	return scope === CERTIFICATE && DAYS.includes(field);
}

/** The columns of a template: what most products have, and none of the nutrients' percentages. */
export const TEMPLATE_COLUMNS: readonly string[] = WRITTEN_COLUMNS.map(({ path }) => path.join(".")).filter(
	(name) => !name.endsWith(".dv"),
);

/** The addresses of a row's pictures. */
export type PictureUrls = { readonly [V in Variant]?: string };

/** The header of a table. */
export interface Header {
	/** The column of each cell in a row; undefined where the cell is ignored. */
	readonly columns: readonly (Column | undefined)[];
	readonly names: readonly string[];
	readonly barcodeAt: number;
	/** Places without a name, where no cell may hold anything: it would be lost. */
	readonly unnamed: readonly number[];
}

/** The column of our own tables that has a name. */
export function columnOf(field: string): Column | undefined {
	return columns.get(field);
}

/** All names of columns, in their order. */
export function columnNames(): readonly string[] {
	return [...columns.keys()];
}

/** The columns for a form: a choice has its values, a flag the two of its own. */
export function tableFields(): { field: string; choices: string[] }[] {
	const times = new Set([...TIMES].map((field) => `info.${field}`));
	return columnNames()
		.filter((field) => !times.has(field))
		.map((field) => ({ field, choices: choicesOf(field) }));
}

/** What cells are read as in each field with choices, where they are known there: `שהכל` as `shehakol`. */
export function meaningsOf(cells: readonly string[]): Record<string, Record<string, string>> {
	const distinct = [...new Set(cells)];
	const meanings = tableFields().flatMap(({ field, choices }) => {
		const read = (cell: string) => String(columnOf(field)?.parse(cell));
		const known = distinct.filter((cell) => choices.includes(read(cell)));
		return known.length > 0 ? [[field, Object.fromEntries(known.map((cell) => [cell, read(cell)]))]] : [];
	});
	return Object.fromEntries(meanings);
}

/** Whether a row says whether its product is dairy, meat or pareve, but no hechsher that could say so. */
export function losesStatus(header: Header["columns"], cells: readonly string[]): boolean {
	const has = (key: string) =>
		header.some((column, at) => column?.path.join() === key && (cells[at] ?? "") !== "");
	return has(STATUS) && !has("hechshers");
}

function choicesOf(field: string): string[] {
	if (field === STATUS) return [...DECLARED.hechshers.dairy_meat_pareve.values];
	const [scope = "", name = ""] = field.split(".");
	const { kind, values = [] } = (DECLARED as Fields)[scope]?.[name] ?? {};
	return kind === "flag" ? ["true", "false"] : values.filter((value) => value !== "");
}

type Fields = Readonly<Record<string, Readonly<Record<string, Partial<FieldKind>>>>>;

/** A name as it is compared: without what spreadsheets and people put around it. */
export function headerName(cell: string): string {
	return cell.replace(/\p{Cf}/gu, "").trim();
}

/** Whether a row names the column of the barcodes as our own files do. */
export function hasBarcodeColumn(cells: readonly string[]): boolean {
	return cells.some((cell) => fieldName(cell) === "barcode");
}

/** How many of the cells name columns. */
export function knownNames(cells: readonly string[]): number {
	return cells.filter((cell) => columns.has(fieldName(cell))).length;
}

function fieldName(cell: string): string {
	return headerName(cell).toLowerCase();
}

/** Without the cells that spreadsheets add at the end. */
function withoutEmptyEnd(names: readonly string[]): readonly string[] {
	return names.slice(0, names.findLastIndex((name) => name !== "") + 1);
}

/** The same as `readHeader` for a file with its own column names: unmapped columns are ignored. */
export function readMappedHeader(
	cells: readonly string[],
	mapping: ReadonlyMap<string, Column>,
): Header | { reason: string } {
	const names = withoutEmptyEnd(cells.map(headerName));
	const missing = [...mapping.keys()].find((name) => !names.includes(name));
	if (missing !== undefined) return { reason: `the header has no column ${quoted(missing)}` };
	const twice = names.find((name, at) => mapping.has(name) && names.indexOf(name) !== at);
	if (twice !== undefined) return { reason: `the header names the column ${quoted(twice)} twice` };
	const found = names.map((name) => mapping.get(name));
	const barcodeAt = found.findIndex((column) => column?.path[0] === "barcode");
	return { columns: found, names, barcodeAt, unnamed: [] };
}

/** The columns that a header row names, or the reason why it cannot be used. */
export function readHeader(cells: readonly string[]): Header | { reason: string } {
	const names = withoutEmptyEnd(cells.map(headerName));
	const fields = names.map(fieldName).map((field) => (field === REASON_COLUMN ? "" : field));
	const unnamed = names.flatMap((name, at) => (name === "" ? [at] : []));
	const unknown = names.find((_, at) => fields[at] !== "" && !columns.has(fields[at] ?? ""));
	if (unknown !== undefined) return { reason: unknownColumn(unknown) };
	const twice = fields.find((field, at) => field !== "" && fields.indexOf(field) !== at);
	if (twice !== undefined) return { reason: `the header names the column ${quoted(twice)} twice` };
	const barcodeAt = fields.indexOf("barcode");
	if (barcodeAt === -1) return { reason: `the header has no column "barcode"; ${ALL_COLUMNS}` };
	return { columns: fields.map((field) => columns.get(field)), names, barcodeAt, unnamed };
}

const ALL_COLUMNS = "all columns are in docs/own-data.md#columns";

/** @returns why a column is unknown, with the known one nearest to it */
function unknownColumn(name: string): string {
	const unknown = `the header names an unknown column, ${quoted(name)}`;
	const nearest = nearestTo(name.toLowerCase(), columns.keys());
	const kind = columnKind(name);
	if (nearest !== null) return `${unknown}, which is nearest to "${nearest}"; ${ALL_COLUMNS}`;
	if (kind === "barcode")
		return `${unknown}: if it holds the barcodes, name it "barcode" or map it; ${ALL_COLUMNS}`;
	return `${unknown}; ${ALL_COLUMNS}`;
}

/**
 * The NDJSON line that corresponds to a row of cells. An empty cell leaves its field out, which makes it null; a scope
 * with nothing but empty cells is left out as well, so that the product keeps the one it has.
 */
export function lineOfRow(
	header: Header["columns"],
	cells: readonly string[],
): { line: UncheckedLine; pictures: PictureUrls } {
	const line: UncheckedLine = {};
	for (const [index, column] of header.entries()) {
		const cell = cells[index] ?? "";
		const value = column && cell !== "" ? column.parse(cell) : undefined;
		if (column && value !== undefined) place(line, column.path, value);
	}
	const { [STATUS]: status, [PICTURES]: pictures = {}, ...scopes } = line;
	if (status !== undefined && Array.isArray(scopes.hechshers))
		scopes.hechshers = scopes.hechshers.map((each) => ({ dairy_meat_pareve: status, ...each }));
	return { line: scopes, pictures: pictures as PictureUrls };
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

function columnsOf(scope: string, fields: Readonly<Record<string, FieldKind>>): Column[] {
	return Object.entries(fields).flatMap(([field, { cells }]) =>
		cells.map(({ suffix, parse }) => column(`${scope}.${field}${suffix}`, parse)),
	);
}

/** A barcode without what spreadsheets and people put around its digits; what is none stays as it is, and is refused. */
function barcodeIn(cell: string): string {
	const read = readBarcodeCell(cell);
	// Barcodes are kept for as long as the import runs; a part of a text would keep all that was read with it.
	return "digits" in read ? detached(read.digits) : cell;
}

/** The days that a text with points, strokes or dashes may mean: `5/4/2027` two, `31/12/2026` and `5.4.2027` one. */
export function daysMeant(text: string): string[] {
	const [, first = "", mark, second = "", year] =
		/^(\d{1,2})([-./])(\d{1,2})\2(\d{4})$/.exec(text.trim()) ?? [];
	if (year === undefined) return [];
	const dayFirst = [first, second] as const;
	const read = mark === "." ? [dayFirst] : [dayFirst, [second, first] as const];
	const days = read
		.filter(([, month]) => Number(month) <= 12)
		.map(([day, month]) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
	return [...new Set(days)];
}

/** A day as a spreadsheet or a person writes it without doubt; what may be two days stays as it is, and is refused. */
function dayIn(cell: string): string {
	const [day, other] = daysMeant(cell);
	if (day !== undefined && other === undefined) return day;
	return cell.trim().replace(/[T ]00:00(:00(\.0+)?)?Z?$/, "");
}

/** Parses `SYMBOL:dairy_meat_pareve;…`, where the part after the symbol is optional. */
function parseHechshers(cell: string, separator?: string): UncheckedLine[] {
	return parseList(cell, separator).map((item) => {
		const colon = item.indexOf(":");
		if (colon === -1) return { symbol: item };
		return {
			symbol: item.slice(0, colon).trim(),
			dairy_meat_pareve: parseStatus(item.slice(colon + 1).trim()),
		};
	});
}

function parseStatus(cell: string): unknown {
	const [{ parse }] = DECLARED.hechshers.dairy_meat_pareve.cells;
	return parse(cell);
}
