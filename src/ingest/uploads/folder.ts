import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rm, stat, statfs, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";

/** What uploads leave free on the disk: the database may lie on it too. */
const RESERVED_BYTES = 512 * 2 ** 20;
/** Names the folder, so that a server knows whether a file lies in its own. */
const ID_FILE = "folder-id";
const UPLOAD_NAME = /^([0-9a-z]{26})\.(zip|ndjson|jsonl|csv)$/;

/** What can be uploaded, by the ending of its name. */
const ENDINGS: ReadonlySet<string> = new Set([".zip", ".ndjson", ".jsonl", ".csv"]);

/** The file of an upload: the name that it came with says what it is, and is never a path. */
export interface UploadedFile {
	readonly importId: string;
	readonly name: string;
}

/** The folder in which files lie that were uploaded. */
export interface UploadFolder {
	/** Differs from that of any other folder, on whatever machine. */
	id(): Promise<string>;
	path(file: UploadedFile): string;
	/** Makes an empty file. */
	create(file: UploadedFile): Promise<void>;
	/** How many bytes of it have arrived; `undefined` when there is no such file. */
	sizeBytes(file: UploadedFile): Promise<number | undefined>;
	remove(file: UploadedFile): Promise<void>;
	/** The imports whose files are here. */
	importIds(): Promise<string[]>;
	removeOf(importId: string): Promise<void>;
	/** Bytes that uploads may still take of the disk. */
	roomBytes(): Promise<number>;
}

/** Whether a file of this name can be uploaded. */
export function isUploadable(name: string): boolean {
	return ENDINGS.has(extname(name).toLowerCase());
}

/** Opens the folder; it is made when it is first needed. */
export function openUploadFolder(folder: string): UploadFolder {
	let known: Promise<string> | undefined;
	const path = ({ importId, name }: UploadedFile) => join(folder, importId + extname(name).toLowerCase());
	return {
		id() {
			known ??= folderId(folder).catch((fault) => {
				known = undefined;
				throw fault;
			});
			return known;
		},
		path,
		async create(file) {
			const handle = await open(path(file), "wx", 0o600);
			await handle.close();
		},
		async sizeBytes(file) {
			const found = await stat(path(file)).catch(ifMissing(undefined));
			return found?.size;
		},
		remove: (file) => rm(path(file), { force: true }),
		async importIds() {
			const names = await readdir(folder).catch(ifMissing([]));
			return names.flatMap((name) => UPLOAD_NAME.exec(name)?.[1] ?? []);
		},
		async removeOf(importId) {
			for (const ending of ENDINGS) await rm(join(folder, importId + ending), { force: true });
		},
		async roomBytes() {
			const { bavail, bsize } = await statfs(folder);
			return Math.max(0, bavail * bsize - RESERVED_BYTES);
		},
	};
}

/** Reads the folder's id, or gives it one. Of several processes that do so at once, all read the same. */
async function folderId(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const path = join(folder, ID_FILE);
	const id = await readFile(path, "utf8").catch(ifMissing(""));
	if (id !== "") return id;
	const made = `${path}.${randomUUID()}`;
	await writeFile(made, randomUUID(), { mode: 0o600, flush: true });
	await link(made, path).catch(ifPresent);
	await rm(made);
	return readFile(path, "utf8");
}

function ifMissing<T>(answer: T) {
	return (fault: NodeJS.ErrnoException): T => {
		if (fault.code === "ENOENT") return answer;
		throw fault;
	};
}

function ifPresent(fault: NodeJS.ErrnoException): undefined {
	if (fault.code !== "EEXIST") throw fault;
}
