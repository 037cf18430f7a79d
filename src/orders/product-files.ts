import { DECLARED } from "../catalogue/declared-fields.ts";
import type { FieldKind } from "../catalogue/field-kinds.ts";
import { FIELDS } from "../catalogue/fields.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope } from "../catalogue/scopes.ts";
import { textCell } from "../platform/csv-cell.ts";
import type { BoughtToday } from "./bought-today.ts";

/** A product in the shape of an import: by scope, without what is not metadata. */
type ImportShape = { readonly barcode: string } & { readonly [Scope in ProductMetaScope]?: unknown };

/** What a line bought in the shape that an import takes; scopes without data are left out, as they would remove what is there. */
export function importShape({ line, members, scopes }: BoughtToday): ImportShape {
	const { product_meta = {} } = JSON.parse(`{${members.toString("utf8")}}`) as {
		product_meta?: Record<string, unknown>;
	};
	const bought = PRODUCT_META_SCOPES.filter((scope) => line.scopes.includes(scope) && scopes.has(scope));
	return {
		barcode: line.barcode,
		...Object.fromEntries(bought.map((scope) => [scope, scopeOf(product_meta, scope)])),
	};
}

/** The fields of `info` and `catalog_meta` are served as members of `product_meta` itself. */
function scopeOf(productMeta: Record<string, unknown>, scope: ProductMetaScope): unknown {
	if (scope !== "info" && scope !== "catalog_meta") return productMeta[scope];
	const fields = FIELDS[scope].filter((field) => Object.hasOwn(productMeta, field));
	return Object.fromEntries(fields.map((field) => [field, productMeta[field]]));
}

export function ndjsonLine(product: ImportShape): string {
	return `${JSON.stringify(product)}\n`;
}

/** A column of `products.csv`: its name, as an import takes it, and what of a product stands in it. */
interface Column {
	readonly name: string;
	readonly cell: (product: ImportShape) => string;
}

const columns: readonly Column[] = [
	{ name: "barcode", cell: ({ barcode }) => barcode },
	...PRODUCT_META_SCOPES.flatMap((scope): Column[] =>
		scope === "hechshers"
			? [{ name: scope, cell: (product) => hechshersCell(product.hechshers) }]
			: Object.entries<FieldKind>(DECLARED[scope]).flatMap(([field, { cells }]) =>
					cells.map(({ suffix }) => fieldColumn(scope, field, suffix)),
				),
	),
];

/** The names of the columns of a table of products, as an import takes them. */
export const COLUMN_NAMES: readonly string[] = columns.map(({ name }) => name);

/** What stands in each column; empty where there is nothing. */
export function cellsOf(product: ImportShape): readonly string[] {
	return columns.map(({ cell }) => cell(product));
}

export const CSV_HEADER = `${COLUMN_NAMES.join(",")}\r\n`;

/** Cells are defused: none is taken for a formula by a spreadsheet. */
export function csvLine(product: ImportShape): string {
	return `${cellsOf(product).map(textCell).join(",")}\r\n`;
}

function fieldColumn(scope: ProductMetaScope, field: string, suffix: string): Column {
	return {
		name: `${scope}.${field}${suffix}`,
		cell(product) {
			const value = (product[scope] as Record<string, unknown> | null | undefined)?.[field];
			const part = suffix === "" ? value : (value as Record<string, unknown> | undefined)?.[suffix.slice(1)];
			return Array.isArray(part) ? part.join(";") : String(part ?? "");
		},
	};
}

function hechshersCell(hechshers: unknown): string {
	const list = (hechshers ?? []) as { symbol: string; dairy_meat_pareve?: string | null }[];
	return list
		.map(({ symbol, dairy_meat_pareve: status }) => (status ? `${symbol}:${status}` : symbol))
		.join(";");
}
