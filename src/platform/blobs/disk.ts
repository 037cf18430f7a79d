import { randomBytes } from "node:crypto";
import { access, mkdir, open, opendir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { BlobMissing, type BlobStore, BlobUnavailable, requireBlobKey } from "./blob-store.ts";

/** Unfinished files carry this ending, which no key has; a crash leaves them behind and nothing ever reads them. */
const UNFINISHED = "~";

/** Blobs as files of a folder. */
export function diskBlobs(folder: string): BlobStore {
	const place = (key: string) => {
		requireBlobKey(key);
		return join(folder, key);
	};
	return {
		put: (key, bytes) => guarded(() => writeWhole(place(key), bytes)),
		get: (key) => guarded(() => readFile(place(key))),
		delete: (key) => guarded(() => rm(place(key), { force: true })),
		list: (prefix) => listFiles(folder, prefix),
		check: () => guarded(() => access(folder)),
	};
}

/** Temporary name, sync, rename, sync of the folder: after a crash the file is there whole or not there. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
	const folder = dirname(path);
	await mkdir(folder, { recursive: true });
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
	} catch (fault) {
		await rm(unfinished, { force: true });
		throw fault;
	}
}

async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (fault) {
		const code = (fault as NodeJS.ErrnoException).code;
		if (code === "ENOENT") throw new BlobMissing(String(fault));
		if (code) throw new BlobUnavailable(String(fault), { cause: fault });
		throw fault;
	}
}

async function* listFiles(folder: string, prefix: string): AsyncIterable<string> {
	let entries: Awaited<ReturnType<typeof opendir>>;
	try {
		entries = await opendir(folder, { recursive: true });
	} catch {
		return;
	}
	for await (const entry of entries) {
		if (!entry.isFile() || entry.name.endsWith(UNFINISHED)) continue;
		const key = relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/");
		if (key.startsWith(prefix)) yield key;
	}
}
