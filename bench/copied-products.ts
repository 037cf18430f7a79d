import { closeSync, fsyncSync, openSync } from "node:fs";
import { withCheckDigit } from "@packshot/demo/barcode";
import { ALL_PRODUCTS } from "../src/catalogue/fields/field-counts.ts";
import { METADATA_KEYS } from "../src/catalogue/fields/fields.ts";
import { hasKey, type MaskedRow } from "../src/catalogue/fields/masks.ts";
import { sqliteLibrary } from "../src/platform/db/sqlite/library.ts";

const { DatabaseSync } = sqliteLibrary();

type Database = InstanceType<typeof DatabaseSync>;

/** Number of varying digits in a generated barcode, between its prefix and its check digit. */
const COUNTING_DIGITS = 9;

/**
 * Barcodes for a catalogue that repeats generated products. Generated products step through a cycle of numbers, and so do these: the product
 * at index 30,000 gets the barcode that the 30,001st generated product would have.
 */
export function repeatedBarcodes(originals: readonly string[]): (place: number) => string {
	const numberOf = (barcode = "") => Number(barcode.slice(-COUNTING_DIGITS - 1, -1));
	const step = numberOf(originals[1]) - numberOf(originals[0]);
	return (place) => {
		const original = originals[place % originals.length] ?? "";
		const moved = numberOf(original) + (place - (place % originals.length)) * step;
		const number = ((moved % 1e9) + 1e9) % 1e9;
		const prefix = original.slice(0, -COUNTING_DIGITS - 1);
		return withCheckDigit(prefix + String(number).padStart(COUNTING_DIGITS, "0"));
	};
}

/** Copies a database to a new file, which is not in WAL mode. */
export function compactInto(file: string, compact: string): void {
	const database = new DatabaseSync(file);
	database.prepare("VACUUM INTO ?").run(compact);
	database.close();
}

/** Repeats the products of a catalogue until there are `count`. No other process may have it open, and the result of an interrupted run is unusable. */
export function copyProducts(
	file: string,
	originals: readonly string[],
	count: number,
	cameInAtMs: (place: number) => number,
): void {
	const database = new DatabaseSync(file);
	for (const pragma of ["journal_mode = DELETE", "synchronous = OFF", "cache_size = -262144"])
		database.exec(`PRAGMA ${pragma}`);
	database.exec("BEGIN");
	writePlaces(database, originals, count, cameInAtMs);
	writeCopies(database);
	writeCounts(database, originals, count);
	database.exec("COMMIT");
	database.close();
	// Checkpoint now rather than during a measurement.
	const descriptor = openSync(file, "r+");
	fsyncSync(descriptor);
	closeSync(descriptor);
}

function writePlaces(
	database: Database,
	originals: readonly string[],
	count: number,
	cameInAtMs: (place: number) => number,
): void {
	const barcodeAt = repeatedBarcodes(originals);
	database.exec(
		"CREATE TEMP TABLE copy (place INTEGER PRIMARY KEY, original TEXT, barcode TEXT, changed_at INTEGER)",
	);
	const insert = database.prepare("INSERT INTO copy VALUES (?, ?, ?, ?)");
	for (let place = originals.length; place < count; place++)
		insert.run(place, originals[place % originals.length], barcodeAt(place), cameInAtMs(place));
}

/** Indexes are created last: sorting once writes them in order. */
function writeCopies(database: Database): void {
	const indexes = database
		.prepare(
			"SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'product' AND sql IS NOT NULL",
		)
		.all() as { name: string; sql: string }[];
	const columns = (
		database.prepare("SELECT name FROM pragma_table_info('product')").all() as { name: string }[]
	)
		.map(({ name }) => name)
		.filter((name) => name !== "id");
	const own = (name: string) =>
		name === "barcode" || name === "changed_at" ? `copy.${name}` : `original.${name}`;
	database.exec("CREATE TEMP TABLE original AS SELECT * FROM product");
	database.exec("CREATE UNIQUE INDEX temp.original_by_barcode ON original (barcode)");
	for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
	database.exec(
		`INSERT INTO product (${columns.join(", ")}) SELECT ${columns.map(own).join(", ")}
		 FROM copy CROSS JOIN original ON original.barcode = copy.original ORDER BY copy.place`,
	);
	for (const { sql } of indexes) database.exec(sql);
}

function writeCounts(database: Database, originals: readonly string[], count: number): void {
	const rows = database.prepare("SELECT * FROM original").all() as (MaskedRow & { barcode: string })[];
	const places = new Map(originals.map((barcode, place) => [barcode, place]));
	const timesOf = (barcode: string) => Math.ceil((count - (places.get(barcode) ?? 0)) / originals.length);
	const update = database.prepare("UPDATE field_count SET products = ? WHERE field_key = ?");
	for (const key of METADATA_KEYS) {
		const having = rows.filter((row) => hasKey(row, key));
		update.run(
			having.reduce((sum, { barcode }) => sum + timesOf(barcode), 0),
			key,
		);
	}
	update.run(count, ALL_PRODUCTS);
}
