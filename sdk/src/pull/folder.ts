import { mkdir, readFile, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pictureFileName } from "../../../src/orders/shop-files/shop-product.ts";
import type { Variant } from "../product-types.ts";
import { type DurableFiles, openDurableFiles } from "./durable-file.ts";
import { EXIT, PullStopped, unusable } from "./stopped.ts";

/** The folder into which a list is pulled, with its state in `.packshot-pull`. */
export interface PullFolder {
	readonly path: string;
	/** Path of files that only the command reads. */
	readonly state: string;
	readonly files: DurableFiles;
}

/** Opens a folder, creating it if necessary. @throws PullStopped when it belongs to another key. */
export async function openFolder(path: string, clientId: string): Promise<PullFolder> {
	const state = join(path, ".packshot-pull");
	await mkdir(state, { recursive: true });
	const files = await openDurableFiles(state);
	const file = join(state, "folder.json");
	await files.create(file, `${JSON.stringify({ version: 1, client_id: clientId })}\n`);
	const owner = await readJson<{ readonly client_id: string; readonly version: number }>(file);
	const elsewhere = "use another folder for --out";
	if (owner.version !== 1) throw unusable(`${resolve(path)} was made by a newer packshot-pull: ${elsewhere}`);
	if (owner.client_id !== clientId)
		throw unusable(`${resolve(path)} belongs to the key ${owner.client_id}, not ${clientId}: ${elsewhere}`);
	return { path, state, files };
}

/** @throws PullStopped for a damaged file. */
export async function readJson<T>(file: string): Promise<T> {
	try {
		return JSON.parse(await readFile(file, "utf8"));
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		throw unusable(`${file} is damaged: ${error.message}`);
	}
}

/** @throws PullStopped for an invalid barcode: a name from the service must not lead out of the folder. */
export function pictureName(barcode: string, variant: Variant): string {
	if (!/^\d{4,14}$/.test(barcode))
		throw new PullStopped(EXIT.failed, `the service named a product "${barcode}", which is not a barcode`);
	return pictureFileName(barcode, variant);
}

/** What work with a file gives; `undefined` when the file is not there. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}

/** Size in bytes of a picture in the folder; `undefined` when it is not there. */
export async function pictureBytes(
	{ path }: PullFolder,
	barcode: string,
	variant: Variant,
): Promise<number | undefined> {
	return (await ifThere(stat(join(path, pictureName(barcode, variant)))))?.size;
}

/** @returns whether it was there */
export async function removePicture(folder: PullFolder, barcode: string, variant: Variant): Promise<boolean> {
	const isThere = (await pictureBytes(folder, barcode, variant)) !== undefined;
	await rm(join(folder.path, pictureName(barcode, variant)), { force: true });
	return isThere;
}
