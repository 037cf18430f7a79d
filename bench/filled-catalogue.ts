import { join } from "node:path";
import { applyMetadata, writeProducts } from "../src/catalogue/apply-metadata.ts";
import { openFieldCounts } from "../src/catalogue/field-counts.ts";
import { FIELDS } from "../src/catalogue/fields.ts";
import { VARIANTS } from "../src/catalogue/scopes.ts";
import { textNumber } from "../src/catalogue/text-number.ts";
import { generatedProducts } from "../src/demo/generated-products.ts";
import type { ProductRecord } from "../src/demo/record.ts";
import { migrations } from "../src/migrations/all.ts";
import { sqliteTraits } from "../src/platform/db/engine-traits.ts";
import { openSqlite } from "../src/platform/db/sqlite/connection.ts";
import { migrateSqliteFile } from "../src/platform/db/sqlite/prepare-file.ts";
import { transactOn } from "../src/platform/db/sqlite/writer.ts";
import type { Tx } from "../src/platform/db/tx.ts";

const BATCH = 2000;

const FIRST_BATCH_MS = Date.UTC(2026, 0, 1);
const BATCH_INTERVAL_MS = 60_000;

/** When the last `products` of a catalogue of `count` came in: 2,000 a minute. */
export function changeTime(count: number, products: number): string {
	const batch = Math.ceil((count - products) / BATCH);
	return new Date(FIRST_BATCH_MS + batch * BATCH_INTERVAL_MS).toISOString();
}

/**
 * Fills the database of a data folder with products and what is known of their pictures, through the code that an import runs, but without
 * the way over files and threads. Pictures are told of to the catalogue a batch at a time; there are no files of them.
 */
export async function fillCatalogue(folder: string, count: number): Promise<void> {
	const file = join(folder, "packshot.sqlite");
	await migrateSqliteFile(file, migrations);
	const connection = openSqlite(file, { use: "writing", busyMilliseconds: 0 });
	const transact = transactOn(connection);
	let done = 0;
	for (const batch of inBatches(generatedProducts(count))) {
		const nowMs = FIRST_BATCH_MS + (done / BATCH) * BATCH_INTERVAL_MS;
		await transact(async (tx) => {
			const order = { changes: batch, existingOnly: false, nowMs };
			await applyMetadata.run(tx, [order], sqliteTraits);
			await addPictures(
				tx,
				batch.map(({ barcode }) => barcode),
			);
		});
		done += batch.length;
	}
	connection.close();
}

function* inBatches(products: Iterable<ProductRecord>): Generator<ProductRecord[]> {
	let batch: ProductRecord[] = [];
	for (const product of products) {
		if (batch.push(product) < BATCH) continue;
		yield batch;
		batch = [];
	}
	if (batch.length > 0) yield batch;
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
const IMAGE_FIELDS = FIELDS.image_meta.reduce(
	(mask, field, place) => (field === "uploaded_by" ? mask : mask | (1 << place)),
	0,
);

/** One to four pictures, each variant rarer than the one before, with one of three ownership tags. */
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
