import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { readPage, type Values } from "./rows.ts";
import type { TableShape } from "./shapes.ts";

/** By convention, the name of every column that holds a blob key. */
const BLOB_COLUMN = /_blob$/;

/** Every blob, both those that the store lists and those that the database names, so that neither hides one from the other. */
export async function* allBlobs(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	tables: readonly TableShape[],
): AsyncGenerator<string> {
	yield* blobs.list("");
	for (const table of tables) yield* namedBlobs(db, table);
}

async function* namedBlobs(db: Database, table: TableShape): AsyncGenerator<string> {
	const places = table.columns.flatMap((column, place) => (BLOB_COLUMN.test(column) ? [place] : []));
	if (places.length === 0) return;
	let after: Values | undefined;
	do {
		const page = await readPage(db, table, after);
		for (const { values } of page.entries.values()) {
			for (const place of places) if (typeof values[place] === "string") yield values[place];
		}
		after = page.last;
	} while (after);
}
