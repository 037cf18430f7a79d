import writeXlsxFile from "write-excel-file/node";
import type { ProductCaller } from "../../catalogue/reading/read-product.ts";
import type { FindProduct } from "../../catalogue/stored/served-product.ts";
import { boughtToday } from "./bought-today.ts";
import type { OrderContent } from "./order-content.ts";
import { COLUMN_NAMES, CSV_HEADER, cellsOf, csvLine, importShape, ndjsonLine } from "./product-files.ts";

export const METADATA_FORMATS = ["csv", "xlsx", "ndjson"] as const;
export type MetadataFormat = (typeof METADATA_FORMATS)[number];

export const METADATA_TYPES: Readonly<Record<MetadataFormat, string>> = {
	csv: "text/csv; charset=utf-8",
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	ndjson: "application/x-ndjson; charset=utf-8",
};

/** Products checked against current permissions before any of them is sent. */
const LINES_AT_ONCE = 50;

type Shape = ReturnType<typeof importShape>;

/** The metadata of an order as one file, in chunks: as bought, without what is locked today. An order has at most 1,000 lines. */
export async function* metadataFile(
	find: FindProduct,
	caller: ProductCaller,
	content: OrderContent,
	format: MetadataFormat,
): AsyncGenerator<string | Buffer> {
	const products = boughtShapes(find, caller, content);
	if (format === "xlsx") {
		yield await workbook(products);
		return;
	}
	if (format === "csv") yield CSV_HEADER;
	const line = format === "csv" ? csvLine : ndjsonLine;
	for await (const group of products) yield group.map(line).join("");
}

async function* boughtShapes(
	find: FindProduct,
	caller: ProductCaller,
	content: OrderContent,
): AsyncGenerator<readonly Shape[]> {
	for (let from = 0; from < content.lines.length; from += LINES_AT_ONCE) {
		const places = content.lines.slice(from, from + LINES_AT_ONCE).map((_, place) => from + place);
		const lines = await Promise.all(
			// The picture size is irrelevant: no column depends on it.
			places.map((place) => boughtToday(find, caller, content, { place, sizePx: null })),
		);
		yield lines.flatMap((line) => (line ? [importShape(line)] : []));
	}
}

/** Excel rejects a file with a longer text in a cell. */
const LONGEST_CELL = 32_767;
/** Characters that XML 1.0 cannot represent. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Every cell is typed as text: barcodes keep their leading zeros, and nothing becomes a formula. */
async function workbook(products: AsyncIterable<readonly Shape[]>): Promise<Buffer> {
	const rows = [COLUMN_NAMES.map((value) => ({ value, type: String, fontWeight: "bold" as const }))];
	for await (const group of products) {
		for (const product of group) rows.push(cellsOf(product).map(textCell) as never);
	}
	return writeXlsxFile(rows, { stickyRowsCount: 1, sheet: "Products" }).toBuffer();
}

function textCell(text: string) {
	const value = text.toWellFormed().replace(NOT_IN_XML, "").slice(0, LONGEST_CELL);
	return value === "" ? null : { value, type: String };
}
