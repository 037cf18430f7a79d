import { generatedProducts } from "@packshot/demo/generated-products";
import { writeTexts } from "../../src/catalogue/search/write-texts.ts";
import { newProduct } from "../../src/catalogue/stored/new-product.ts";
import { EMPTY_RECORD, mergeRecord } from "../../src/catalogue/stored/record.ts";
import type { MetadataChange } from "../../src/catalogue/writing/metadata-change.ts";
import { sqliteTraits } from "../../src/platform/db/engine-traits.ts";
import { openSqlite } from "../../src/platform/db/sqlite/connection.ts";
import { transactOn } from "../../src/platform/db/sqlite/writer.ts";
import { repeatedBarcodes } from "../copied-products.ts";

const ORIGINALS = 30_000;
const ROWS_AT_ONCE = 2000;

/**
 * Writes the search texts of this many products into an SQLite database through the import code. Their names end in words that many, few or single products share,
 * Hebrew ones among them.
 */
export async function fillTexts(file: string, count: number): Promise<void> {
	const connection = openSqlite(file, "writing");
	const transact = transactOn(connection);
	const originals = [...generatedProducts(ORIGINALS)] as unknown as MetadataChange[];
	const barcodeAt = repeatedBarcodes(originals.map(({ barcode }) => barcode));
	const rowAt = (place: number) => {
		const original = originals[place % originals.length] as MetadataChange;
		const barcode = barcodeAt(place);
		const name = `${original.info?.product_name ?? ""} ${seriesOf(place)}`;
		const info = original.info && { ...original.info, product_name: name };
		const { record } = mergeRecord(EMPTY_RECORD, { ...original, barcode, info } as MetadataChange, 1000);
		return { ...newProduct(barcode, 1000), ...record, variants: 1 + (place % 15) };
	};
	for (let from = 0; from < count; from += ROWS_AT_ONCE) {
		const rows = Array.from({ length: Math.min(count - from, ROWS_AT_ONCE) }, (_, i) => rowAt(from + i));
		await transact((tx) => writeTexts(tx, sqliteTraits, rows));
	}
	connection.close();
}

const SYLLABLES = [
	"ba",
	"ko",
	"mi",
	"ter",
	"zu",
	"shal",
	"ne",
	"wor",
	"di",
	"fa",
	"qua",
	"lo",
	"pi",
	"ru",
	"ex",
	"ja",
];
const HEBREW = ["שוקולד", "חלב", "גבינה", "לחם", "יין", "סוכריות", "ביסקוויט"];

/** One of 4,096 invented words; for one product in five also a Hebrew one. */
function seriesOf(place: number): string {
	const mixed = Math.imul(place, 2654435761) >>> 0;
	const word = [mixed & 15, (mixed >>> 8) & 15, (mixed >>> 16) & 15].map((at) => SYLLABLES[at]).join("");
	return place % 5 === 0 ? `${word} ${HEBREW[(mixed >>> 4) % HEBREW.length]}` : word;
}
