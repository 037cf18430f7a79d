import { join } from "node:path";
import { PRODUCT_META_SCOPES } from "../../src/catalogue/fields/scopes.ts";
import { type Cells, csvTable, hechshersCell } from "../../src/orders/shop-files/csv-rows.ts";
import type { PullFolder } from "./folder.ts";
import type { PulledProduct } from "./pulled-products.ts";

/** Writes `products.ndjson` in import format, and `products.csv` with a column for each field that was bought. */
export async function writeProducts(
	{ path, files }: PullFolder,
	products: readonly PulledProduct[],
): Promise<void> {
	const lines = products.map(({ barcode, scopes }) => `${JSON.stringify(inOrder(barcode, scopes))}\n`);
	await files.write(join(path, "products.ndjson"), lines.join(""));
	const rows = products.map(({ barcode, scopes }) => cellsOf(barcode, scopes));
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const place = (column: string) => PRODUCT_META_SCOPES.findIndex((scope) => column.startsWith(scope));
	columns.sort((one, other) => place(one) - place(other));
	await files.write(join(path, "products.csv"), csvTable(columns, rows));
}

function inOrder(barcode: string, scopes: PulledProduct["scopes"]): object {
	const bought = PRODUCT_META_SCOPES.filter((scope) => scope in scopes);
	return { barcode, ...Object.fromEntries(bought.map((scope) => [scope, scopes[scope]])) };
}

/** One cell for each value: `info.brand`, `nutrition.sodium.amount`. */
function cellsOf(barcode: string, { hechshers, ...scopes }: PulledProduct["scopes"]): Cells {
	return {
		barcode,
		...Object.assign({}, ...Object.entries(scopes).map(([scope, value]) => flattened(scope, value))),
		...(hechshers === undefined ? {} : { hechshers: hechshersCell(hechshers) }),
	};
}

function flattened(name: string, value: unknown): Cells {
	if (typeof value !== "object" || value === null) return { [name]: String(value ?? "") };
	if (Array.isArray(value)) return { [name]: value.join(";") };
	return Object.assign(
		{},
		...Object.entries(value).map(([key, inner]) => flattened(`${name}.${key}`, inner)),
	);
}
