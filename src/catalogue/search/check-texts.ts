import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import { walk } from "../../platform/db/walk.ts";
import { readIndexState, readPacks, sliceOf, type UsedPack } from "./pack-store.ts";
import { productText, TEXT_RULES } from "./product-text.ts";
import { countTerms } from "./read-packs.ts";
import { facetsFrom } from "./terms.ts";

/** What `doctor` reports about the search index of products. */
export interface TextCheck {
	readonly products: number;
	/** How many of them are packed; the others are looked up one by one. */
	readonly packed: number;
	/** Whether products stored by an earlier version have been indexed as well. */
	readonly isFilled: boolean;
	readonly faults: readonly string[];
}

const PRODUCTS_AT_ONCE = 500;

/** Checks that each product is indexed by exactly its content, that nothing else is indexed, and that every pack holds what it covers. */
export async function checkTexts(db: Database): Promise<TextCheck> {
	const state = await readIndexState(db.scan);
	const isFilled = state.written_by === TEXT_RULES;
	const faults = isFilled ? await textFaults(db) : [];
	let packed = 0;
	for (const pack of await readPacks(db.scan)) {
		const check = await checkPack(db, pack);
		packed += check.packed;
		faults.push(...check.faults);
	}
	faults.push(...(await pageFaults(db)));
	return { products: await countRows(db.scan.selectFrom("product_text")), packed, isFilled, faults };
}

async function textFaults(db: Database): Promise<string[]> {
	const faults: string[] = [];
	for await (const rows of walk(db.scan.selectFrom("product").selectAll(), "barcode", PRODUCTS_AT_ONCE)) {
		const barcodes = rows.map(({ barcode }) => barcode);
		const stored = await db.scan
			.selectFrom("product_text")
			.selectAll()
			.where(db.traits.isInList("barcode", barcodes))
			.execute();
		const texts = new Map(stored.map((text) => [text.barcode, text]));
		for (const row of rows) {
			const { words, marks } = productText(row);
			const text = texts.get(row.barcode);
			if (!text) faults.push(`${row.barcode} cannot be found`);
			else if (text.words !== words || text.marks !== marks)
				faults.push(`${row.barcode} can be found by values that it no longer has`);
		}
	}
	const gone = await db.scan
		.selectFrom("product_text")
		.select("product_text.barcode")
		.leftJoin("product", "product.barcode", "product_text.barcode")
		.where("product.barcode", "is", null)
		.execute();
	return [...faults, ...gone.map(({ barcode }) => `${barcode} can be found, but is not in the catalogue`)];
}

/** Every row of a pack's batches has to be in its slices. */
async function checkPack(db: Database, { pack, from_batch, to_batch, products }: UsedPack) {
	const slices = await db.scan.selectFrom("text_slice").select("barcodes").where("pack", "=", pack).execute();
	const inSlices = new Set(slices.flatMap(({ barcodes }) => barcodes.split(" ")));
	const rows = await db.scan
		.selectFrom("product_text")
		.select("barcode")
		.where("batch", ">=", from_batch)
		.where("batch", "<=", to_batch)
		.execute();
	const missing = rows.filter(({ barcode }) => !inSlices.has(barcode));
	const isWhole = slices.length === (products > 0 ? sliceOf(products - 1) + 1 : 0);
	return {
		packed: rows.length - missing.length,
		faults: [
			...(isWhole ? [] : [`pack ${pack} is missing slices`]),
			...missing.map(({ barcode }) => `${barcode} is missing from pack ${pack}`),
		],
	};
}

/** The facets for the number of leading zeros, one of which every product has. */
const EVERY_PRODUCT = facetsFrom("z");

/** Checks that the most frequently used pages are readable and contain every product exactly once. */
async function pageFaults(db: Database): Promise<string[]> {
	try {
		const counts = await countTerms(db, EVERY_PRODUCT);
		const named = [...counts.values()].reduce((sum, count) => sum + count, 0);
		const covered = (await readPacks(db.scan)).reduce((sum, { products }) => sum + products, 0);
		return named === covered ? [] : [`the terms of packs name ${named} products instead of ${covered}`];
	} catch (fault) {
		return [`the terms of a pack cannot be read: ${fault instanceof Error ? fault.message : fault}`];
	}
}
