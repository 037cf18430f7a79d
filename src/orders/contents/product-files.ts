import { DECLARED } from "../../catalogue/fields/declared-fields.ts";
import type { FieldKind } from "../../catalogue/fields/field-kinds.ts";
import { FIELDS } from "../../catalogue/fields/fields.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope } from "../../catalogue/fields/scopes.ts";
import { textCell } from "../../platform/csv-cell.ts";
import { hechshersCell } from "../shop-files/csv-rows.ts";
import type { BoughtToday } from "./bought-today.ts";

/** A product in import format: its metadata by scope. */
type ImportShape = { readonly barcode: string } & { readonly [Scope in ProductMetaScope]?: unknown };

/** What a line bought, in import format; scopes without data are left out, because importing null would delete existing data. */
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

/** A column of `products.csv`: its name, as an import accepts it, and its cell for a product. */
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

/** The column names of a product table, as an import accepts them. */
export const COLUMN_NAMES: readonly string[] = columns.map(({ name }) => name);

/** The cell of each column; empty where there is no value. */
export function cellsOf(product: ImportShape): readonly string[] {
	return columns.map(({ cell }) => cell(product));
}

export const CSV_HEADER = `${COLUMN_NAMES.join(",")}\r\n`;

/** Cells are escaped so that a spreadsheet takes none of them for a formula. */
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
