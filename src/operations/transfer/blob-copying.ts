import { copyBlobs, requireEqualBlobs, requireOwnBlobs } from "./copy-blobs.ts";
import { allBlobs } from "./named-blobs.ts";
import type { MoveOrder, MoveReport } from "./order.ts";
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
