import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type BlobStore, BlobUnavailable } from "../../platform/blobs/blob-store.ts";
import { forEachConcurrently } from "../../platform/for-each-concurrently.ts";
import { existingBlob } from "../existing-blob.ts";
import type { BlobJournal } from "./blob-journal.ts";
import { MoveRefused } from "./shapes.ts";

export interface BothBlobStores {
	readonly source: BlobStore;
	readonly target: BlobStore;
}

const AT_ONCE = 8;
/** A store that fails is retried after these waits, in milliseconds. */
const WAITS_MS = [500, 2000, 8000];

/** @throws MoveRefused when the target holds files that the source does not know. */
export async function requireOwnBlobs({ source, target }: BothBlobStores): Promise<Set<string>> {
	const there = await keysOf(target);
	if (there.size === 0) return there;
	const strange = new Set(there);
	for await (const key of source.list("")) strange.delete(key);
	const [first] = strange;
	if (first === undefined) return there;
	throw new MoveRefused(
		`the target's picture store holds ${strange.size} files that are not part of this installation (${first}); use an empty bucket or prefix`,
	);
}

/**
 * Copies every blob of `keys` that is not in the journal, reads each back and compares SHA-256, then records it in the journal. Blobs never
 * change, so one that has been compared stays equal.
 * @param there keys that the target already has: they are compared, and written only if they differ.
 */
export async function copyBlobs(
	stores: BothBlobStores,
	journal: BlobJournal,
	options: {
		readonly keys: AsyncIterable<string>;
		readonly there: ReadonlySet<string>;
		readonly passed: (blobs: number, bytes: number) => void;
	},
): Promise<void> {
	await forEachConcurrently(options.keys, AT_ONCE, async (key) => {
		if (journal.has(key)) return;
		const copied = await copyBlob(stores, key, options.there.has(key));
		if (copied === undefined) return;
		journal.add(key, copied.sha256);
		options.passed(1, copied.sizeBytes);
	});
}

async function copyBlob(
	{ source, target }: BothBlobStores,
	key: string,
	isThere: boolean,
): Promise<{ sha256: string; sizeBytes: number } | undefined> {
	const bytes = await withRetries(() => existingBlob(source, key));
	// An import that was refused removes its files again.
	if (!bytes) return undefined;
	const sha256 = hash("sha256", bytes);
	const isEqual = async () => hash("sha256", await withRetries(() => target.get(key))) === sha256;
	if (!(isThere && (await isEqual()))) {
		await withRetries(() => target.put(key, bytes));
		if (!(await isEqual()))
			throw new MoveRefused(`the target returned other bytes for ${key} than were stored`);
	}
	return { sha256, sizeBytes: bytes.length };
}

/** @throws MoveRefused when a blob of the source is missing in the target or differs. */
export async function requireEqualBlobs(
	stores: BothBlobStores,
	passed: (blobs: number, bytes: number) => void,
): Promise<void> {
	for await (const key of stores.source.list("")) {
		const [here, there] = await Promise.all([stores.source.get(key), stores.target.get(key)]);
		if (hash("sha256", here) !== hash("sha256", there))
			throw new MoveRefused(`${key} differs, although it was equal before`);
		passed(1, here.length);
	}
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
	for (const wait of WAITS_MS) {
		try {
			return await work();
		} catch (fault) {
			if (!(fault instanceof BlobUnavailable)) throw fault;
			await sleep(wait);
		}
	}
	return work();
}

async function keysOf(store: BlobStore): Promise<Set<string>> {
	const keys = new Set<string>();
	for await (const key of store.list("")) keys.add(key);
	return keys;
}
