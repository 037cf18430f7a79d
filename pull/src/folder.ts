import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Variant } from "@packshot/sdk";
import { pictureFileName } from "../../src/orders/shop-files/shop-product.ts";
import { type DurableFiles, openDurableFiles } from "./durable-file.ts";
import { EXIT, PullStopped, unusable } from "./stopped.ts";

/** The folder into which a list is pulled, with its state in `.packshot-pull`. */
export interface PullFolder {
	readonly path: string;
	/** Path of files that only the command reads. */
	readonly state: string;
	readonly files: DurableFiles;
	/** Names of the pictures in it, by barcode and variant. */
	readonly pictures: Map<string, string>;
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
	return { path, state, files, pictures: await picturesIn(path) };
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

/** What work with a file gives; `undefined` when the file is not there. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}

/** Our pictures in a folder: barcode and variant, and the version that the file of a picture is named by; earlier versions of the command gave none. */
const PICTURE = /^(\d{4,14}_(?:front|back)(?:_clean)?)(?:-[\da-f]{10})?\.(?:jpg|png)$/;

/** The names of the pictures in a folder, by barcode and variant. Of two, the later one counts: a run ended between writing it and removing the other. */
async function picturesIn(path: string): Promise<Map<string, string>> {
	const pictures = new Map<string, string>();
	for (const name of await readdir(path)) {
		const stem = PICTURE.exec(name)?.[1];
		if (stem === undefined) continue;
		const other = pictures.get(stem);
		const isLater = async (than: string) =>
			(await stat(join(path, name))).mtimeMs > (await stat(join(path, than))).mtimeMs;
		if (other === undefined || (await isLater(other))) pictures.set(stem, name);
	}
	return pictures;
}

const stemOf = (barcode: string, variant: Variant) => `${barcode}_${variant}`;

/** The name of a picture's file; `undefined` if it is not in the folder. */
export function pictureName({ pictures }: PullFolder, barcode: string, variant: Variant): string | undefined {
	return pictures.get(stemOf(barcode, variant));
}

/**
 * Writes a picture in place of its earlier version. @throws PullStopped for an invalid barcode: a name from the service must not lead out of the folder.
 */
export async function writePicture(
	folder: PullFolder,
	barcode: string,
	variant: Variant,
	{ bytes, version }: { readonly bytes: Uint8Array; readonly version: string | undefined },
): Promise<void> {
	if (!/^\d{4,14}$/.test(barcode))
		throw new PullStopped(EXIT.failed, `the service named a product "${barcode}", which is not a barcode`);
	const isVersion = version !== undefined && /^[\da-f]{10}$/.test(version);
	const named = isVersion ? version : createHash("sha256").update(bytes).digest("hex").slice(0, 10);
	const name = pictureFileName(barcode, variant, named);
	const before = pictureName(folder, barcode, variant);
	await folder.files.write(join(folder.path, name), bytes);
	folder.pictures.set(stemOf(barcode, variant), name);
	if (before !== undefined && before !== name) await rm(join(folder.path, before), { force: true });
}

/** Size in bytes of a picture in the folder; `undefined` when it is not there. */
export async function pictureBytes(
	folder: PullFolder,
	barcode: string,
	variant: Variant,
): Promise<number | undefined> {
	const name = pictureName(folder, barcode, variant);
	return name === undefined ? undefined : (await ifThere(stat(join(folder.path, name))))?.size;
}

/** @returns whether it was there */
export async function removePicture(folder: PullFolder, barcode: string, variant: Variant): Promise<boolean> {
	const name = pictureName(folder, barcode, variant);
	if (name === undefined) return false;
	await rm(join(folder.path, name), { force: true });
	return folder.pictures.delete(stemOf(barcode, variant));
}
