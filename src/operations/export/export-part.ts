import { Readable } from "node:stream";
import { type Contents, readContents } from "../../catalogue/certificates/write-certificates.ts";
import type { StoredRecord } from "../../catalogue/stored/record.ts";
import type { ZipEntry } from "../../orders/archive/zip-stream.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { BYTE_ORDER_MARK, textCell } from "../../platform/csv-cell.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { cataloguedRow, TABLE_HEADER } from "./csv-lines.ts";
import { type NamedPicture, pictureName, readOriginal } from "./export-catalogue.ts";
import { EXPORTED, type ExportedTable, type Position, type Row, readPages } from "./exported-tables.ts";
import { productLines } from "./product-lines.ts";

const README = `This is a part of everything that a Packshot service holds of its operator: no program of it is needed to read it.

Every ZIP has one kind of data: ${[...EXPORTED.keys()].join(", ")}. Parts of a kind are numbered.
*.ndjson  one JSON document per line (UTF-8); *.csv has the same rows for spreadsheets, with a header row (UTF-8, RFC 4180).
          A cell that a spreadsheet would take for a formula begins with an apostrophe there.
Times     ISO 8601, UTC.
units     1/10,000 of a credit, exact.
catalogue is in the format of an import: "packshot import --exact" reads catalogue-*.ndjson, and originals as <barcode>_<variant> files.
pictures  has a line for every version ever delivered, with the SHA-256 of its original; originals has the files of the current ones.
ledger    is append-only: each row has the hash of all before it in its balance (balance_key, seq 1, 2, 3 ...).
Passwords, keys, sessions and other secrets are not in it: a backup has what another Packshot needs to go on.
`;

export interface Part {
	readonly kind: string;
	readonly number: number;
	readonly after: Position | null;
	readonly upTo: Position | null;
}

interface Stores {
	readonly db: Pick<Database, "scan">;
	readonly blobs: BlobStore;
}

/** What is in a file to download: a page of rows is in memory at a time, or a picture. */
export async function* partEntries(
	stores: Stores,
	{ kind, number, ...span }: Part,
): AsyncGenerator<ZipEntry> {
	yield entry("README.txt", README);
	const exported = EXPORTED.get(kind);
	if (!exported) return;
	const pages = () => readPages(stores.db, exported, span);
	const name = `${kind}-${String(number).padStart(4, "0")}`;
	if (kind === "originals") return yield* originals(stores, pages(), name);
	const contentsOf = (rows: readonly Row[]) =>
		kind === "catalogue" ? readContents(stores.db.scan, rows.map(productOf)) : new Map();
	const { header, ndjson, csv } = kind === "catalogue" ? CATALOGUE : plainRows(exported);
	yield {
		name: `${name}.ndjson`,
		bytes: Readable.from(texts("", pages(), ndjson, contentsOf)),
		compressed: true,
	};
	const table = texts(`${BYTE_ORDER_MARK}${header}\r\n`, pages(), csv);
	yield { name: `${name}.csv`, bytes: Readable.from(table), compressed: true };
}

async function* texts(
	head: string,
	pages: AsyncIterable<readonly Row[]>,
	textOf: (row: Row, contents: Contents) => string,
	contentsOf: (rows: readonly Row[]) => Contents | Promise<Contents> = () => new Map(),
) {
	if (head !== "") yield head;
	for await (const rows of pages) {
		const contents = await contentsOf(rows);
		yield rows.map((row) => textOf(row, contents)).join("");
	}
}

function entry(name: string, text: string): ZipEntry {
	return { name, bytes: Buffer.from(text), compressed: true };
}

/** How rows are written, each with its line break. */
interface Written {
	readonly header: string;
	/** @param contents of the certificates that products rest on */
	readonly ndjson: (row: Row, contents: Contents) => string;
	readonly csv: (row: Row) => string;
}

const productOf = (row: Row) => row as unknown as StoredRecord & { readonly barcode: string };

const CATALOGUE: Written = {
	header: TABLE_HEADER,
	ndjson: (row, contents) => productLines(productOf(row).barcode, productOf(row), contents),
	csv: (row) => `${cataloguedRow(productOf(row).barcode, productOf(row)).map(textCell).join(",")}\r\n`,
};

function plainRows({ columns }: ExportedTable): Written {
	return {
		header: columns.join(","),
		ndjson: (row) =>
			`${JSON.stringify(Object.fromEntries(columns.map((name) => [name, exportedValue(name, row[name])])))}\n`,
		csv: (row) => `${columns.map((name) => cellOf(exportedValue(name, row[name]))).join(",")}\r\n`,
	};
}

function exportedValue(column: string, value: unknown): unknown {
	return typeof value === "number" && /(^|_)at$/.test(column) ? isoTime(value) : value;
}

/** Numbers are written as they are: a charge is negative, and no formula. */
function cellOf(value: unknown): string {
	return typeof value === "string" ? textCell(value) : String(value ?? "");
}

async function* originals(
	{ blobs }: Stores,
	pages: AsyncIterable<readonly Row[]>,
	name: string,
): AsyncGenerator<ZipEntry> {
	const lost: string[] = [];
	for await (const rows of pages)
		for (const row of rows) {
			const picture = row as unknown as NamedPicture & { original_blob: string; original_sha256: string };
			const { original_blob: originalBlob, original_sha256: originalSha256 } = picture;
			const bytes = await readOriginal(blobs, { originalBlob, originalSha256 });
			if (bytes) yield { name: pictureName(picture, bytes), bytes: Buffer.from(bytes), compressed: false };
			else lost.push(`${picture.barcode} ${picture.variant}`);
		}
	if (lost.length > 0)
		yield entry(`${name}-MISSING.txt`, `These are missing or damaged here:\n${lost.join("\n")}\n`);
}
