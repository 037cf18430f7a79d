import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import { ALL_NOTES, type QualityNote, readNotes } from "./quality-notes.ts";

/** Current pictures that somebody should look at. Conditions are literals, so that the matching partial indexes are used. */

const IS_NOTED = sql<boolean>`active = 1 and quality_notes <> ''`;
const IS_UNMARKABLE = sql<boolean>`active = 1 and markable = 0`;

/** A product with the affected variants of its pictures. */
export interface FlaggedPictures {
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
		for (const note of readNotes(stored ?? "")) counts.set(note, (counts.get(note) ?? 0) + pictures);
	return counts;
}

/** How many pictures cannot carry the invisible mark. */
export function countUnmarkable({ scan }: Database): Promise<number> {
	return countRows(scan.selectFrom("image").where(IS_UNMARKABLE));
}

interface Paging {
	/** A barcode; the list continues after it. */
	readonly after: string | undefined;
	readonly limit: number;
}

/** Products with pictures that have a given note, by barcode. */
export function withNote(db: Database, note: QualityNote, paging: Paging): Promise<FlaggedPictures[]> {
	const isNoted = sql<boolean>`${IS_NOTED} and ',' || quality_notes || ',' like ${`%,${note},%`}`;
	return flagged(db, isNoted, paging);
}

/** Products with pictures that cannot carry the invisible mark, by barcode. */
export function unmarkable(db: Database, paging: Paging): Promise<FlaggedPictures[]> {
	return flagged(db, IS_UNMARKABLE, paging);
}

const MOST_PICTURES = 4;

async function flagged(
	{ scan }: Database,
	condition: RawBuilder<boolean>,
	{ after = "", limit }: Paging,
): Promise<FlaggedPictures[]> {
	const rows = await scan
		.selectFrom("image")
		.select(["barcode", "variant"])
		.where(condition)
		.where("barcode", ">", after)
		.orderBy("barcode")
		.orderBy("variant")
		.limit(limit * MOST_PICTURES)
		.execute();
	const products = new Map<string, string[]>();
	for (const { barcode, variant } of rows) products.set(barcode, [...(products.get(barcode) ?? []), variant]);
	return [...products].slice(0, limit).map(([barcode, variants]) => ({ barcode, variants }));
}

/** Current pictures with quality notes, by barcode and variant. */
export interface NotedPictures {
	readonly noted: readonly {
		readonly barcode: string;
		readonly variant: string;
		readonly notes: readonly QualityNote[];
	}[];
	/** How many pictures were stored by an earlier version without a quality check. */
	readonly unseen: number;
}

/** Reads the quality notes made when pictures were prepared. */
export async function listNotedPictures(db: Database): Promise<NotedPictures> {
	const rows = await db.scan
		.selectFrom("image")
		.select(["barcode", "variant", "quality_notes"])
		.where("active", "=", 1)
		.where((is) => is.or([is("quality_notes", "is", null), is("quality_notes", "!=", "")]))
		.orderBy("barcode")
		.orderBy("variant")
		.execute();
	const seen = rows.flatMap(({ barcode, variant, quality_notes: stored }) =>
		stored === null ? [] : [{ barcode, variant, notes: readNotes(stored) }],
	);
	return { noted: seen, unseen: rows.length - seen.length };
}
