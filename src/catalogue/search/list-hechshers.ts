import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { HECHSHER_LETTER, symbolOf } from "./facets.ts";
import { readerOf, readIndexState, unpackedRows } from "./pack-store.ts";
import { countTerms } from "./read-packs.ts";
import { facetOf, facetsFrom, split } from "./terms.ts";

/** The symbols of hechshers in the catalogue, most frequent first, with the approximate number of products that have each: recently changed ones may be counted twice. */
export async function countHechshers(db: Database): Promise<Map<string, number>> {
	const { packed_batch } = await readIndexState(readerOf(db));
	const counts = await countTerms(db, facetsFrom(HECHSHER_LETTER));
	const facets = new Map([...counts].map(([term, count]) => [facetOf(term), count]));
	const unpacked = await unpackedRows(db, packed_batch)
		.select("marks")
		.where(sql<boolean>`marks like ${`% ${HECHSHER_LETTER}%`}`)
		.execute();
	for (const facet of unpacked.flatMap((row) => split(row.marks)))
		if (facet.startsWith(HECHSHER_LETTER)) facets.set(facet, (facets.get(facet) ?? 0) + 1);
	return new Map(
		[...facets]
			.sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
			.map(([facet, count]) => [symbolOf(facet), count]),
	);
}
