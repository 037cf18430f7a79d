import { link, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { syncFile, syncFolder } from "../../src/platform/sync-file.ts";

/** Writes files atomically: each is there as a whole or not at all, whenever the process or the machine stops. */
export interface DurableFiles {
	/** Writes a file, replacing an existing one. */
	write(file: string, data: string | Uint8Array): Promise<void>;
	/** Writes a file that must not exist yet. @returns whether it was written. */
	create(file: string, data: string): Promise<boolean>;
	/** Removes its temporary files. */
	close(): Promise<void>;
}

const PART = "part-";

/** Age from which leftovers of a killed run are removed: by then they cannot belong to another run. */
const LEFT_FOR_MS = 24 * 60 * 60 * 1000;

/** @param folder for temporary files; on the same file system as the final ones. */
export async function openDurableFiles(folder: string): Promise<DurableFiles> {
	await removeLeft(folder);
	const parts = await mkdtemp(join(folder, PART));
	let written = 0;
	const part = async (file: string, data: string | Uint8Array) => {
		const path = join(parts, `${written++}-${basename(file)}`);
		await writeFile(path, data);
		await syncFile(path);
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
				// Windows has no such call and needs none.
				if (process.platform !== "win32") await syncFolder(dirname(file));
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

async function removeLeft(folder: string): Promise<void> {
	const before = Date.now() - LEFT_FOR_MS;
	for (const name of await readdir(folder)) {
		if (!name.startsWith(PART)) continue;
		const path = join(folder, name);
		const { mtimeMs } = await stat(path);
		if (mtimeMs < before) await rm(path, { recursive: true, force: true });
	}
}
