import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { link, mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { extname, join, parse } from "node:path";
import { freeBytes } from "../../platform/disk-room.ts";
import { METADATA_FORMATS } from "../sources/classify.ts";

/** Identifies the folder, so that a server knows whether a file is in its own. */
const ID_FILE = "folder-id";
const IMPORT_ID = /^[0-9a-z]{26}$/;

/** What can be uploaded, by extension. */
const ENDINGS: ReadonlySet<string> = new Set([".zip", ...METADATA_FORMATS.keys()]);

const CARD_ENDING = ".card";
const ALL_ENDINGS: readonly string[] = [...ENDINGS, CARD_ENDING];

/** The file of an upload: its original name only determines its type and is never used as a path. */
export interface UploadedFile {
	readonly importId: string;
	readonly name: string;
}

/** The folder of uploaded files. */
export interface UploadFolder {
	/** A globally unique id of the folder. */
	id(): Promise<string>;
	path(file: UploadedFile): string;
	/** Creates an empty file. */
	create(file: UploadedFile): Promise<void>;
	/** How many bytes of it have arrived; `undefined` when there is no such file. */
	sizeBytes(file: UploadedFile): Promise<number | undefined>;
	/** The folder of what is made of the pictures of a card. */
	cardPath(importId: string): string;
	/** The imports whose files are in the folder. */
	importIds(): Promise<string[]>;
	/** Deletes the file of an import, and what was made of it. */
	removeOf(importId: string): Promise<void>;
	/** When anything last arrived of it, by the machine's clock; `undefined` when there is no such file. */
	lastWrittenAtMs(file: UploadedFile): Promise<number | undefined>;
	/** Whether more may be written to the disk: anything else may have filled it since the upload began. */
	hasRoom(): Promise<boolean>;
	/** What a transaction needs to know of the disk. */
	readonly disk: UploadDisk;
}

/** Where uploads are, and how much of the disk they leave free: the database may be on the same one. */
export interface UploadDisk {
	readonly folder: string;
	readonly keepFreeBytes: number;
}

/** How much of an upload has arrived, read without waiting. */
export function arrivedBytes(folder: string, file: UploadedFile): number {
	return statSync(pathOf(folder, file), { throwIfNoEntry: false })?.size ?? 0;
}

function pathOf(folder: string, { importId, name }: UploadedFile): string {
	return join(folder, importId + extname(name).toLowerCase());
}

/** Whether a file of this name can be uploaded. */
export function isUploadable(name: string): boolean {
	return ENDINGS.has(extname(name).toLowerCase());
}

/**
 * Opens the folder, which is created when first needed.
 * @param keepFreeBytes disk space that uploads leave free
 */
export function openUploadFolder(folder: string, keepFreeBytes = 0): UploadFolder {
	let known: Promise<string> | undefined;
	const path = (file: UploadedFile) => pathOf(folder, file);
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
		cardPath: (importId) => join(folder, importId + CARD_ENDING),
		async importIds() {
			const names = await readdir(folder).catch(ifMissing([]));
			const files = names
				.map((name) => parse(name))
				.filter(({ name, ext }) => IMPORT_ID.test(name) && ALL_ENDINGS.includes(ext));
			return [...new Set(files.map(({ name }) => name))];
		},
		async removeOf(importId) {
			for (const ending of ALL_ENDINGS)
				await rm(join(folder, importId + ending), { force: true, recursive: true });
		},
		async lastWrittenAtMs(file) {
			const found = await stat(path(file)).catch(ifMissing(undefined));
			return found?.mtimeMs;
		},
		hasRoom: async () => (await freeBytes(folder)) > keepFreeBytes,
		disk: { folder, keepFreeBytes },
	};
}

/** Reads the folder's id, or assigns one. Of several processes doing so at once, all read the same id. */
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
