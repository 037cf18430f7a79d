import { mkdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Variant } from "../product-types.ts";
import { type DurableFiles, openDurableFiles } from "./durable-file.ts";
import { EXIT, PullStopped, unusable } from "./stopped.ts";

/** The folder that a list is pulled into, with what is known of it in `.packshot-pull`. */
export interface PullFolder {
	readonly path: string;
	/** Of files that only the command reads. */
	readonly state: string;
	readonly files: DurableFiles;
}

/** What a folder belongs to: what one key bought in one size. */
export interface FolderOwner {
	readonly client_id: string;
	readonly size: string;
}

/** Opens a folder, which is made where there is none. @throws PullStopped when it belongs to another key or size. */
export async function openFolder(path: string, { client_id, size }: FolderOwner): Promise<PullFolder> {
	const state = join(path, ".packshot-pull");
	await mkdir(state, { recursive: true });
	const files = await openDurableFiles(state);
	const file = join(state, "folder.json");
	await files.create(file, `${JSON.stringify({ version: 1, client_id, size })}\n`);
	const owner = await readJson<FolderOwner & { readonly version: number }>(file);
	const elsewhere = "use another folder for --out";
	if (owner.version !== 1) throw unusable(`${resolve(path)} was made by a newer packshot-pull: ${elsewhere}`);
	if (owner.client_id !== client_id)
		throw unusable(`${resolve(path)} belongs to the key ${owner.client_id}, not ${client_id}: ${elsewhere}`);
	if (owner.size !== size)
		throw unusable(`${resolve(path)} has pictures of size ${owner.size}, not ${size}: ${elsewhere}`);
	return { path, state, files };
}

/** @throws PullStopped for a file that is damaged. */
export async function readJson<T>(file: string): Promise<T> {
	try {
		return JSON.parse(await readFile(file, "utf8"));
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		throw unusable(`${file} is damaged: ${error.message}`);
	}
}

/** @throws PullStopped for what is no barcode: a name from the service must not lead out of the folder. */
export function pictureName(barcode: string, variant: Variant): string {
	if (!/^\d{4,14}$/.test(barcode))
		throw new PullStopped(EXIT.failed, `the service named a product "${barcode}", which is no barcode`);
	return `${barcode}_${variant}.${variant.endsWith("_clean") ? "png" : "jpg"}`;
}

/** Bytes of a picture in the folder; `undefined` when it is not there. */
export async function pictureBytes(
	{ path }: PullFolder,
	barcode: string,
	variant: Variant,
): Promise<number | undefined> {
	try {
		return (await stat(join(path, pictureName(barcode, variant)))).size;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}
