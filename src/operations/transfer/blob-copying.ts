import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { copyBlobs, requireEqualBlobs, requireOwnBlobs } from "./copy-blobs.ts";
import type { MoveOrder, MoveReport } from "./order.ts";
import { readPage, type Values } from "./rows.ts";
import type { TableShape } from "./shapes.ts";

/** Copies pictures, in as many rounds as needed. */
export interface BlobCopying {
	copy(step: string): Promise<void>;
	compareAll(): Promise<void>;
	totals(): MoveReport["blobs"];
}

/** @throws MoveRefused when the target holds unrelated files. */
export async function blobCopying(
	{ source, target, journal, watcher, signal }: MoveOrder,
	tables: readonly TableShape[],
): Promise<BlobCopying> {
	let bytes = 0;
	if (!target.blobs) {
		const noBlobs = async () => undefined;
		return { copy: noBlobs, compareAll: noBlobs, totals: () => ({ compared: 0, bytes }) };
	}
	const stores = { source: source.blobs, target: target.blobs };
	const there = await requireOwnBlobs(stores);
	journal.retain(there);
	const passed = (count: number, size: number) => {
		signal.throwIfAborted();
		bytes += size;
		watcher.passed(count);
	};
	return {
		async copy(step) {
			watcher.begin(`copying ${step}`, undefined);
			await copyBlobs(stores, journal, { keys: allBlobs(source, tables), there, passed });
		},
		async compareAll() {
			watcher.begin("comparing pictures", journal.size);
			await requireEqualBlobs(stores, (count) => watcher.passed(count));
		},
		totals: () => ({ compared: journal.size, bytes }),
	};
}

/** By convention, the name of every column that holds a blob key. */
const BLOB_COLUMN = /_blob$/;

/** Every blob, both those that the store lists and those that the database names, so that neither hides one from the other. */
async function* allBlobs(
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
