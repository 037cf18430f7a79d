import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { HECHSHER_LETTER, symbolOf } from "./marks.ts";
import { readerOf, readIndexState, unpackedRows } from "./pack-store.ts";
import { countTerms } from "./read-packs.ts";
import { markOf, marksFrom, split } from "./terms.ts";

/** The symbols of hechshers in the catalogue, most frequent first, with the approximate number of products that have each: recently changed ones may be counted twice. */
export async function countHechshers(db: Database): Promise<Map<string, number>> {
	const { packed_batch } = await readIndexState(readerOf(db));
	const counts = await countTerms(db, marksFrom(HECHSHER_LETTER));
	const marks = new Map([...counts].map(([term, count]) => [markOf(term), count]));
	const unpacked = await unpackedRows(db, packed_batch)
		.select("marks")
		.where(sql<boolean>`marks like ${`% ${HECHSHER_LETTER}%`}`)
		.execute();
	for (const mark of unpacked.flatMap((row) => split(row.marks)))
		if (mark.startsWith(HECHSHER_LETTER)) marks.set(mark, (marks.get(mark) ?? 0) + 1);
	return new Map(
		[...marks]
			.sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
			.map(([mark, count]) => [symbolOf(mark), count]),
	);
}
