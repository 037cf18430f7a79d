import type { StoredRecord } from "../../catalogue/stored/record.ts";
import type { ZipEntry } from "../../orders/archive/zip-stream.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { BYTE_ORDER_MARK, textCell } from "../../platform/csv-cell.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { cataloguedRow, TABLE_HEADER } from "./csv-lines.ts";
import { type NamedPicture, pictureName, readOriginal } from "./export-catalogue.ts";
import { EXPORTED, type ExportedTable, type Position, positionOf, readRows } from "./exported-tables.ts";
import { productLines } from "./product-lines.ts";

type Row = Readonly<Record<string, unknown>>;

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

/** What is in a file to download: a few thousand rows are in memory at a time, or a picture. */
export async function* partEntries(
	stores: Stores,
	{ kind, number, ...span }: Part,
): AsyncGenerator<ZipEntry> {
	yield entry("README.txt", README);
	const exported = EXPORTED.get(kind);
	let { after } = span;
	for (let page = 1; exported; page++) {
		const rows = await readRows(stores.db, exported, { after, upTo: span.upTo }, exported.rows.entry);
		const last = rows.at(-1);
		if (last === undefined) return;
		after = positionOf(exported, last);
		const name = `${kind}-${padded(number)}-${padded(page)}`;
		if (kind === "originals") yield* originals(stores, rows, name);
		else yield* kind === "catalogue" ? catalogueEntries(rows, name) : rowEntries(exported, rows, name);
	}
}

const padded = (number: number) => String(number).padStart(4, "0");

function entry(name: string, text: string): ZipEntry {
	return { name, bytes: Buffer.from(text), compressed: true };
}

function* catalogueEntries(rows: readonly Row[], name: string): Generator<ZipEntry> {
	const products = rows as readonly (StoredRecord & { readonly barcode: string })[];
	yield entry(`${name}.ndjson`, products.map((product) => productLines(product.barcode, product)).join(""));
	const cells = products.map(
		(product) => `${cataloguedRow(product.barcode, product).map(textCell).join(",")}\r\n`,
	);
	yield entry(`${name}.csv`, `${BYTE_ORDER_MARK}${TABLE_HEADER}\r\n${cells.join("")}`);
}

function* rowEntries({ columns }: ExportedTable, rows: readonly Row[], name: string): Generator<ZipEntry> {
	const values = rows.map((row) => columns.map((column) => exportedValue(column, row[column])));
	const documents = values.map((each) =>
		JSON.stringify(Object.fromEntries(each.map((value, at) => [columns[at], value]))),
	);
	yield entry(`${name}.ndjson`, `${documents.join("\n")}\n`);
	const lines = values.map((each) => each.map(cellOf).join(","));
	yield entry(`${name}.csv`, `${BYTE_ORDER_MARK}${[columns.join(","), ...lines].join("\r\n")}\r\n`);
}

function exportedValue(column: string, value: unknown): unknown {
	return typeof value === "number" && /(^|_)at$/.test(column) ? isoTime(value) : value;
}

/** Numbers are written as they are: a charge is negative, and no formula. */
function cellOf(value: unknown): string {
	return typeof value === "string" ? textCell(value) : String(value ?? "");
}

async function* originals({ blobs }: Stores, rows: readonly Row[], name: string): AsyncGenerator<ZipEntry> {
	const lost: string[] = [];
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
