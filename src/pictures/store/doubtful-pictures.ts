import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { ALL_NOTES, type QualityNote, readNotes } from "./quality-notes.ts";

/** Current pictures that somebody should look at. Conditions are literals, so that the matching partial indexes are used. */

const IS_NOTED = sql<boolean>`active = 1 and quality_notes <> ''`;
const IS_UNMARKABLE = sql<boolean>`active = 1 and markable = 0`;

/** A product with the affected variants of its pictures. */
export interface DoubtfulPictures {
	readonly barcode: string;
	readonly variants: readonly string[];
}

/** How many pictures have each note. */
export async function countNotes({ scan }: Database): Promise<Map<QualityNote, number>> {
	const rows = await scan
		.selectFrom("image")
		.select("quality_notes")
		.select((is) => is.fn.countAll<number>().as("pictures"))
		.where(IS_NOTED)
		.groupBy("quality_notes")
		.execute();
	const counts = new Map<QualityNote, number>(ALL_NOTES.map((note) => [note, 0]));
	for (const { quality_notes: stored, pictures } of rows)
		for (const note of readNotes(stored ?? "")) counts.set(note, (counts.get(note) ?? 0) + Number(pictures));
	return counts;
}

/** How many pictures cannot carry the invisible mark. */
export async function countUnmarkable({ scan }: Database): Promise<number> {
	const row = await scan
		.selectFrom("image")
		.select((is) => is.fn.countAll<number>().as("pictures"))
		.where(IS_UNMARKABLE)
		.executeTakeFirstOrThrow();
	return Number(row.pictures);
}

interface Paging {
	/** A barcode; the list continues after it. */
	readonly after: string | undefined;
	/** Number of products. */
	readonly limit: number;
}

/** Products with pictures that have a given note, by barcode. */
export async function withNote(
	{ scan }: Database,
	note: QualityNote,
	paging: Paging,
): Promise<DoubtfulPictures[]> {
	const rows = await scan
		.selectFrom("image")
		.select(["barcode", "variant"])
		.where(IS_NOTED)
		.where(sql<boolean>`',' || quality_notes || ',' like ${`%,${note},%`}`)
		.where("barcode", ">", paging.after ?? "")
		.orderBy("barcode")
		.orderBy("variant")
		.limit(paging.limit * MOST_PICTURES)
		.execute();
	return byProduct(rows, paging.limit);
}

/** Products with pictures that cannot carry the invisible mark, by barcode. */
export async function unmarkable({ scan }: Database, paging: Paging): Promise<DoubtfulPictures[]> {
	const rows = await scan
		.selectFrom("image")
		.select(["barcode", "variant"])
		.where(IS_UNMARKABLE)
		.where("barcode", ">", paging.after ?? "")
		.orderBy("barcode")
		.orderBy("variant")
		.limit(paging.limit * MOST_PICTURES)
		.execute();
	return byProduct(rows, paging.limit);
}

const MOST_PICTURES = 4;

function byProduct(rows: readonly { barcode: string; variant: string }[], limit: number): DoubtfulPictures[] {
	const products = new Map<string, string[]>();
	for (const { barcode, variant } of rows) products.set(barcode, [...(products.get(barcode) ?? []), variant]);
	return [...products].slice(0, limit).map(([barcode, variants]) => ({ barcode, variants }));
}
