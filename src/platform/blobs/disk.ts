import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, open as openFile, read } from "node:fs";
import { access, constants, mkdir, open, opendir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { freeBytes } from "../disk-room.ts";
import { syncFolder } from "../sync-file.ts";
import { BlobMissing, type BlobStore, BlobStoreFull, BlobUnavailable, requireBlobKey } from "./blob-store.ts";

/** Suffix of unfinished files, which no key can have. A crash may leave such files behind; nothing reads them. */
const UNFINISHED = "~";

/** Blobs as files in a folder. @param keepFreeBytes disk space that they leave free. */
export function openDiskBlobs(folder: string, keepFreeBytes = 0): BlobStore {
	let writingBytes = 0;
	const putWhereRoomIs = async (path: string, bytes: Uint8Array) => {
		writingBytes += bytes.length;
		try {
			if (keepFreeBytes > 0 && (await freeBytes(folder)) - writingBytes < keepFreeBytes)
				throw full(keepFreeBytes);
			await writeWhole(path, bytes);
		} finally {
			writingBytes -= bytes.length;
		}
	};
	const pathOf = (key: string) => {
		requireBlobKey(key);
		return join(folder, key);
	};
	return {
		put: (key, bytes) => guarded(() => putWhereRoomIs(pathOf(key), bytes)),
		get: (key, roomFor) => guarded(() => (roomFor ? readInto(pathOf(key), roomFor) : readFile(pathOf(key)))),
		getStart: (key, lengthBytes) => guarded(() => readStart(pathOf(key), lengthBytes)),
		delete: (key) => guarded(() => rm(pathOf(key), { force: true })),
		list: (prefix) => listFiles(folder, prefix),
		check: () => checkFolder(folder),
	};
}

/** Temporary file, sync, rename, sync of the folder: after a crash the file is either complete or absent. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
	const folder = dirname(path);
	const firstMade = await mkdir(folder, { recursive: true });
	const unfinished = `${path}.${randomBytes(6).toString("hex")}${UNFINISHED}`;
	try {
		const file = await open(unfinished, "wx", 0o640);
		try {
			await file.writeFile(bytes);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(unfinished, path);
		await syncFolder(folder);
		if (firstMade) await syncParents(folder, firstMade);
	} catch (fault) {
		await rm(unfinished, { force: true });
		throw fault;
	}
}

/** Plain descriptors: a `FileHandle` takes several times as long, and many blobs are read per second. */
const [openDescriptor, readDescriptor] = [promisify(openFile), promisify(read)];

async function readInto(path: string, roomFor: (sizeBytes: number) => Uint8Array): Promise<Uint8Array> {
	const descriptor = await openDescriptor(path, "r");
	try {
		// Synchronous on purpose: on an open file these take about a microsecond, as they do not touch the disk; a round trip to a thread takes ten.
		const { size } = fstatSync(descriptor);
		const bytes = roomFor(size).subarray(0, size);
		for (let from = 0; from < size; ) {
			const { bytesRead } = await readDescriptor(descriptor, bytes, from, size - from, from);
			if (bytesRead === 0) return bytes.subarray(0, from);
			from += bytesRead;
		}
		return bytes;
	} finally {
		closeSync(descriptor);
	}
}

async function readStart(path: string, lengthBytes: number): Promise<Uint8Array> {
	const file = await open(path, "r");
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(lengthBytes), 0, lengthBytes, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

/** A newly created folder survives a crash only if its parent was synced. */
async function syncParents(folder: string, firstMade: string): Promise<void> {
	for (let made = folder; made.length >= firstMade.length; made = dirname(made)) {
		await syncFolder(dirname(made));
	}
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (fault) {
		if (codeOf(fault) === "ENOSPC") throw new BlobStoreFull(String(fault), { cause: fault });
		if (codeOf(fault) === "ENOENT") throw new BlobMissing(String(fault));
		if (codeOf(fault)) throw unavailable(fault);
		throw fault;
	}
}

/**
 * A folder that does not exist yet counts as empty, but an unreadable one is an error: a backup would otherwise silently miss its files. Folders are
 * read one by one because the recursive `opendir` of Node.js 20 omits everything beyond the first 32 entries of a folder (nodejs/node#48820).
 */
async function* listFiles(root: string, prefix: string, folder = root): AsyncIterable<string> {
	try {
		for await (const entry of await opendir(folder)) {
			const path = join(folder, entry.name);
			if (entry.isDirectory()) yield* listFiles(root, prefix, path);
			if (!entry.isFile() || entry.name.endsWith(UNFINISHED)) continue;
			const key = relative(root, path).split(sep).join("/");
			if (key.startsWith(prefix)) yield key;
		}
	} catch (fault) {
		if (fault instanceof BlobUnavailable) throw fault;
		if (codeOf(fault) !== "ENOENT") throw unavailable(fault);
	}
}

async function checkFolder(folder: string): Promise<void> {
	await access(folder, constants.R_OK | constants.X_OK).catch((fault) => {
		throw unavailable(fault);
	});
}

function full(keptBytes: number): BlobStoreFull {
	return new BlobStoreFull(`less than ${Math.round(keptBytes / 2 ** 20)} MiB of the disk are free`);
}

function codeOf(fault: unknown): string | undefined {
	return (fault as NodeJS.ErrnoException).code;
}

function unavailable(fault: unknown): BlobUnavailable {
	return new BlobUnavailable(String(fault), { cause: fault });
}
