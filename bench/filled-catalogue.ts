import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generatedProducts } from "@packshot/demo/generated-products";
import type { ProductRecord } from "@packshot/demo/record";
import { declareEmptyCatalogue } from "../src/catalogue/fields/declaration.ts";
import { DECLARED } from "../src/catalogue/fields/declared-fields.ts";
import { openFieldCounts } from "../src/catalogue/fields/field-counts.ts";
import { FIELDS } from "../src/catalogue/fields/fields.ts";
import { VARIANTS } from "../src/catalogue/fields/scopes.ts";
import { textNumber } from "../src/catalogue/fields/text-number.ts";
import { applyMetadata, writeProducts } from "../src/catalogue/writing/apply-metadata.ts";
import { migrations } from "../src/migrations/all.ts";
import { sqliteTraits } from "../src/platform/db/engine-traits.ts";
import { openSqlite } from "../src/platform/db/sqlite/connection.ts";
import { migrateSqliteFile } from "../src/platform/db/sqlite/prepare-file.ts";
import { transactOn } from "../src/platform/db/sqlite/writer.ts";
import type { Tx } from "../src/platform/db/tx.ts";
import { openFile } from "./administration/filling.ts";
import { copyProducts, repeatedBarcodes } from "./copied-products.ts";

const BATCH = 2000;

/** Number of products that are imported; the rest are copies of them. */
const ORIGINALS = 30_000;

const FIRST_BATCH_MS = Date.UTC(2026, 0, 1);
const BATCH_INTERVAL_MS = 60_000;

/** Import time of the last `products` of a catalogue of `count`, at 2,000 products a minute. */
export function changeTime(count: number, products: number): string {
	const batch = Math.ceil((count - products) / BATCH);
	return new Date(FIRST_BATCH_MS + batch * BATCH_INTERVAL_MS).toISOString();
}

/**
 * Fills the database of a data folder with products and picture metadata through the import code, but without files and threads. Pictures are
 * recorded in batches and have no files. Above 30,000, products are repeated under other barcodes, which takes a minute for a million instead
 * of twenty.
 */
export async function fillCatalogue(folder: string, count: number): Promise<void> {
	const filled = join(folder, "filling.sqlite");
	const originals = [...generatedProducts(Math.min(count, ORIGINALS))];
	await migrateSqliteFile(filled, migrations);
	await fillIn(filled, originals);
	const compact = join(folder, "compact.sqlite");
	const filling = openFile(filled);
	// The copy is not in WAL mode.
	await filling.run("vacuum into ?", [compact]);
	await filling.close();
	if (count > ORIGINALS) await copyProducts(compact, barcodesOf(originals), count, cameInAtMs);
	for (const name of readdirSync(folder).filter((name) => name.startsWith("filling.")))
		rmSync(join(folder, name));
	// Only a complete catalogue gets its final name.
	renameSync(compact, join(folder, "packshot.sqlite"));
}

/** Barcodes spread over a catalogue of this size, in its order. */
export function filledBarcodes(count: number, most: number): string[] {
	const originals = barcodesOf(generatedProducts(Math.min(count, ORIGINALS)));
	const barcodeAt = repeatedBarcodes(originals);
	const size = Math.min(count, most);
	return Array.from({ length: size }, (_, i) => barcodeAt(Math.floor((i * count) / size)));
}

/** Import time of the product at this index. */
function cameInAtMs(place: number): number {
	return FIRST_BATCH_MS + Math.floor(place / BATCH) * BATCH_INTERVAL_MS;
}

function barcodesOf(products: Iterable<ProductRecord>): string[] {
	return Array.from(products, ({ barcode }) => barcode);
}

async function fillIn(file: string, products: readonly ProductRecord[]): Promise<void> {
	const connection = openSqlite(file, "writing");
	const transact = transactOn(connection);
	await transact((tx) => declareEmptyCatalogue.run(tx, [undefined], sqliteTraits, () => undefined));
	for (let done = 0; done < products.length; done += BATCH) {
		const changes = products.slice(done, done + BATCH);
		await transact(async (tx) => {
			const traits = { ...sqliteTraits, clockMs: String(cameInAtMs(done)) };
			await applyMetadata.run(tx, [{ changes, existingOnly: false }], traits, () => undefined);
			await addPictures(tx, barcodesOf(changes));
		});
	}
	connection.close();
}

async function addPictures(tx: Tx, barcodes: readonly string[]): Promise<void> {
	const counts = await openFieldCounts(tx, sqliteTraits);
	const rows = await tx.selectFrom("product").selectAll().where("barcode", "in", barcodes).execute();
	const withPictures = rows.map(({ id, ...row }) => ({ ...row, ...pictureColumns(row.barcode) }));
	await writeProducts(tx, sqliteTraits, withPictures);
	rows.forEach((row, place) => {
		counts.note(row, withPictures[place]);
	});
	await counts.write();
}

const OWNERS = ["studio", "supplier", "archive"];
/** `uploaded_by` is null in all of them. */
const IMAGE_FIELDS = FIELDS.image_meta
	.filter((field) => field !== "uploaded_by")
	.reduce((mask, field) => mask | DECLARED.image_meta[field].bit.mask, 0);

/** One to four pictures, each variant rarer than the previous one, with one of three ownership tags. */
function pictureColumns(barcode: string) {
	const draw = Number(barcode.slice(-5, -1));
	const count = 1 + [0.3, 0.6, 0.85].filter((share) => draw % 1000 > share * 1000).length;
	const ownership = OWNERS[draw % OWNERS.length] ?? "";
	const entry = {
		photo_date: "2025-11-20",
		upload_date: "2025-12-01 10:00:00",
		resolution: "1600x1600",
		ownership,
		uploaded_by: null,
		file_size_bytes: 200_000 + draw,
		source_batch: "zip_upload",
	};
	return {
		variants: (1 << count) - 1,
		image_meta: JSON.stringify(
			Object.fromEntries(VARIANTS.map((variant, place) => [variant, place < count ? entry : null])),
		),
		image_fields: IMAGE_FIELDS,
		owner_1: textNumber(ownership),
	};
}
