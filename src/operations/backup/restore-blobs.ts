import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { forEachConcurrently } from "../../platform/for-each-concurrently.ts";
import { plainFault } from "../../platform/plain-fault.ts";
import { existingBlob } from "../existing-blob.ts";
import { BackupError, blobKeyOf } from "./archive-format.ts";
import { membersOf, type VerifiedArchive } from "./archive-reader.ts";

/** Each write waits for the disk or the network. */
const AT_ONCE = 8;

interface ArchivedBlob {
	readonly key: string;
	readonly bytes: Buffer;
}

/** Removes the blobs that were not there before. */
export type UndoBlobs = () => Promise<void>;

/**
 * Stores every blob of the archive that is not there already, so an interrupted restore resumes where it was. The database does not name
 * them yet, so they are harmless if the restore fails.
 * @throws BackupError that names the blob that could not be stored; those stored before it are removed
 */
export async function restoreBlobs(
	blobs: BlobStore,
	archive: VerifiedArchive,
	progress: (blobs: number) => void,
): Promise<UndoBlobs> {
	const begun: string[] = [];
	let done = 0;
	const undo = () => deleteStored(blobs, begun);
	const store = async ({ key, bytes }: ArchivedBlob) => {
		try {
			const there = await existingBlob(blobs, key);
			// Recorded before it is stored: a put that fails may have stored the blob nevertheless.
			if (!there) begun.push(key);
			if (!there || !bytes.equals(there)) await blobs.put(key, bytes);
		} catch (fault) {
			throw new BackupError(`cannot store ${key}: ${plainFault(fault)}`, { cause: fault });
		}
		progress(++done);
	};
	try {
		await forEachConcurrently(archivedBlobs(archive), AT_ONCE, store);
		return undo;
	} catch (fault) {
		throw await afterUndoing(undo, fault);
	}
}

/** Undoes what a restore has done. @returns the error to throw: the fault itself, extended by what could not be undone */
export async function afterUndoing(undo: UndoBlobs, fault: unknown): Promise<unknown> {
	try {
		await undo();
		return fault;
	} catch (left) {
		return new BackupError(`${(fault as Error).message}; ${(left as Error).message}`, { cause: fault });
	}
}

async function* archivedBlobs({ file }: VerifiedArchive): AsyncGenerator<ArchivedBlob> {
	for await (const member of membersOf(file)) {
		const key = blobKeyOf(member.name);
		if (key !== undefined) yield { key, bytes: await member.read() };
	}
}

async function deleteStored(blobs: BlobStore, keys: readonly string[]): Promise<void> {
	const left: string[] = [];
	for (const key of keys) await blobs.delete(key).catch(() => left.push(key));
	const [first] = left;
	if (first === undefined) return;
	throw new BackupError(
		`${left.length} picture files (${first}) that nothing refers to were left behind: restore again`,
	);
}
