import type { Database } from "../../platform/db/database.ts";
import { SLICE_PLACES } from "./build-pack.ts";
import { readerOf, sliceKey, sliceOf } from "./pack-store.ts";
import type { ProductText } from "./product-text.ts";
import { type Places, placesFrom } from "./term-pages.ts";
import { fits, type TextQuery } from "./text-query.ts";
import { type FoundPlace, queryConditions, readSlices } from "./text-streams.ts";

/** What may match: places of packs, with their number, and rows of later batches. */
interface Candidates {
	readonly packed: readonly (readonly [pack: number, places: Places])[];
	readonly count: number;
	readonly packedBatch: number;
}

interface NumberedText extends ProductText {
	readonly id: number;
}

/** Up to so many, all that match are read and sorted; of more, some are among the latest products, which are examined first. */
const FEW = 2000;
/** The latest products examined before all that match are read after all, because an import brought many others since. */
const MOST_EXAMINED = 20_000;
const ROWS_AT_ONCE = 1000;

/** The products that match which the catalogue got last, by the number of their row: unlike the time of a change, it stays while somebody pages. */
export async function newestOf(
	db: Database,
	query: TextQuery,
	candidates: Candidates,
	{ after, most, few = FEW }: { after: FoundPlace | undefined; most: number; few?: number | undefined },
): Promise<FoundPlace[]> {
	const before = after?.id ?? Number.MAX_SAFE_INTEGER;
	const found =
		(candidates.count > few ? await examineLatest(db, query, before, most) : undefined) ??
		(await readAll(db, query, candidates, before)).sort((one, other) => other.id - one.id);
	const tier = query.near ? "near" : "others";
	return found.slice(0, most).map(({ barcode, words, id }) => ({ barcode, words, id, tier }));
}

const numberedTexts = (db: Database) =>
	readerOf(db)
		.selectFrom("product")
		.innerJoin("product_text", "product_text.barcode", "product.barcode")
		.select(["product.id", "product_text.barcode", "product_text.words", "product_text.marks"]);

/** @returns `undefined` if too few are found in time. */
async function examineLatest(db: Database, query: TextQuery, before: number, most: number) {
	const found: NumberedText[] = [];
	for (let [below, examined] = [before, 0]; examined < MOST_EXAMINED; examined += ROWS_AT_ONCE) {
		const rows: NumberedText[] = await numberedTexts(db)
			.where("product.id", "<", below)
			.orderBy("product.id", "desc")
			.limit(ROWS_AT_ONCE)
			.execute();
		found.push(...rows.filter((row) => fits(row, query)));
		const last = rows.at(-1);
		if (found.length >= most || !last) return found;
		below = last.id;
	}
	return undefined;
}

async function readAll(db: Database, query: TextQuery, { packed, packedBatch }: Candidates, before: number) {
	const unpacked = await queryConditions(query)
		.reduce(
			(rows, condition) => rows.where(condition),
			readerOf(db).selectFrom("product_text").select("barcode").where("batch", ">", packedBatch),
		)
		.execute();
	const barcodes = [
		...new Set([...unpacked.map(({ barcode }) => barcode), ...(await packedBarcodes(db, packed))]),
	];
	const found: NumberedText[] = [];
	for (const some of lots(barcodes)) {
		const rows: NumberedText[] = await numberedTexts(db)
			.where(db.traits.isInList("product_text.barcode", some))
			.where("product.id", "<", before)
			.execute();
		found.push(...rows.filter((row) => fits(row, query)));
	}
	return found;
}

async function packedBarcodes(db: Database, packed: Candidates["packed"]): Promise<string[]> {
	const barcodes: string[] = [];
	const wanted = packed.flatMap(([pack, places]) =>
		placesFrom(places, 0, Number.POSITIVE_INFINITY).map((place) => ({
			key: sliceKey(pack, sliceOf(place)),
			place,
		})),
	);
	for (const some of lots(wanted)) {
		const slices = await readSlices(
			db,
			some.map(({ key }) => key),
		);
		barcodes.push(...some.flatMap(({ key, place }) => slices.get(key)?.[place % SLICE_PLACES] ?? []));
	}
	return barcodes;
}

function* lots<Item>(items: readonly Item[]) {
	for (let from = 0; from < items.length; from += ROWS_AT_ONCE) yield items.slice(from, from + ROWS_AT_ONCE);
}
