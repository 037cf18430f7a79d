import { link, mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Writes files so that each is there whole or not at all, whenever the process or the machine stops. */
export interface DurableFiles {
	/** Writes a file, in the place of one that is there. */
	write(file: string, data: string | Uint8Array): Promise<void>;
	/** Writes a file that must not be there yet. @returns whether it was written. */
	create(file: string, data: string): Promise<boolean>;
	/** Removes what it needed meanwhile. */
	close(): Promise<void>;
}

const PART = "part-";

/** What a killed run left is removed when it is surely no other run's. */
const LEFT_FOR_MS = 24 * 60 * 60 * 1000;

/** @param folder for files that are being written; on the same file system as what they become. */
export async function openDurableFiles(folder: string): Promise<DurableFiles> {
	await removeLeft(folder);
	const parts = await mkdtemp(join(folder, PART));
	let written = 0;
	const part = async (file: string, data: string | Uint8Array) => {
		const path = join(parts, `${written++}-${basename(file)}`);
		await writeThrough(path, data);
		return path;
	};
	return {
		async write(file, data) {
			await rename(await part(file, data), file);
		},
		async create(file, data) {
			const path = await part(file, data);
			try {
				await link(path, file);
				await syncFolder(dirname(file));
				return true;
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
				throw error;
			} finally {
				await rm(path);
			}
		},
		close: () => rm(parts, { recursive: true, force: true }),
	};
}

async function writeThrough(path: string, data: string | Uint8Array): Promise<void> {
	const file = await open(path, "w");
	try {
		await file.writeFile(data);
		await file.sync();
	} finally {
		await file.close();
	}
}

/** A name is as durable as its folder; Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
	if (process.platform === "win32") return;
	const handle = await open(folder, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

async function removeLeft(folder: string): Promise<void> {
	const before = Date.now() - LEFT_FOR_MS;
	for (const name of await readdir(folder)) {
		if (!name.startsWith(PART)) continue;
		const path = join(folder, name);
		const { mtimeMs } = await stat(path);
		if (mtimeMs < before) await rm(path, { recursive: true, force: true });
	}
}
