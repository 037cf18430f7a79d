import { closeSync, fsyncSync, openSync } from "node:fs";
import { withCheckDigit } from "@packshot/demo/barcode";
import { ALL_PRODUCTS } from "../src/catalogue/fields/field-counts.ts";
import { METADATA_KEYS } from "../src/catalogue/fields/fields.ts";
import { hasKey, type MaskedRow } from "../src/catalogue/fields/masks.ts";
import { type Filling, openFile } from "./administration/filling.ts";

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

/** Repeats the products of a catalogue until there are `count`. No other process may have it open, and the result of an interrupted run is unusable. */
export async function copyProducts(
	file: string,
	originals: readonly string[],
	count: number,
	cameInAtMs: (place: number) => number,
): Promise<void> {
	const filling = openFile(file);
	await filling.run("begin");
	await writePlaces(filling, originals, count, cameInAtMs);
	await writeCopies(filling);
	await writeCounts(filling, originals, count);
	await filling.run("commit");
	await filling.close();
	// Checkpoint now rather than during a measurement.
	const descriptor = openSync(file, "r+");
	fsyncSync(descriptor);
	closeSync(descriptor);
}

async function writePlaces(
	{ run }: Filling,
	originals: readonly string[],
	count: number,
	cameInAtMs: (place: number) => number,
): Promise<void> {
	const barcodeAt = repeatedBarcodes(originals);
	await run(
		"create temp table copy (place integer primary key, original text, barcode text, changed_at integer)",
	);
	for (let place = originals.length; place < count; place++) {
		const row = [place, originals[place % originals.length], barcodeAt(place), cameInAtMs(place)];
		await run("insert into copy values (?, ?, ?, ?)", row);
	}
}

async function writeCopies({ run, withoutIndexes }: Filling): Promise<void> {
	const columns = (await run("select name from pragma_table_info('product') where name <> 'id'")).map(
		({ name }) => String(name),
	);
	const own = columns.map((name) =>
		name === "barcode" || name === "changed_at" ? `copy.${name}` : `original.${name}`,
	);
	await run("create temp table original as select * from product");
	await run("create unique index temp.original_by_barcode on original (barcode)");
	await withoutIndexes("product", async () => {
		await run(
			`insert into product (${columns.join(", ")}) select ${own.join(", ")}
			from copy cross join original on original.barcode = copy.original order by copy.place`,
		);
	});
}

async function writeCounts({ run }: Filling, originals: readonly string[], count: number): Promise<void> {
	const rows = (await run("select * from original")) as unknown as (MaskedRow & { barcode: string })[];
	const places = new Map(originals.map((barcode, place) => [barcode, place]));
	const timesOf = (barcode: string) => Math.ceil((count - (places.get(barcode) ?? 0)) / originals.length);
	const update = "update field_count set products = ? where field_key = ?";
	for (const key of METADATA_KEYS) {
		const having = rows.filter((row) => hasKey(row, key));
		await run(update, [having.reduce((sum, { barcode }) => sum + timesOf(barcode), 0), key]);
	}
	await run(update, [count, ALL_PRODUCTS]);
}
