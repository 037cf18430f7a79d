import { hash } from "node:crypto";
import { mkdir, mkdtemp, open, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Gtin14 } from "../../catalogue/barcodes/gtin.ts";
import { isCleanVariant, type Variant } from "../../catalogue/fields/scopes.ts";
import { cataloguedBarcode } from "../../imports/catalogued-barcode.ts";
import { ATTRIBUTION_FILE, attributionText } from "../../imports/sources/attribution.ts";
import { EXPORT_MARKER, EXPORT_MARKER_TEXT } from "../../imports/sources/export-marker.ts";
import { gs1Name } from "../../imports/sources/gs1-name.ts";
import { otherFormatOf } from "../../pictures/store/other-format.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { syncFolder } from "../../platform/sync-file.ts";
import { existingBlob } from "../existing-blob.ts";
import { CSV_HEADER, csvLine } from "./csv-lines.ts";
import { ExportError, productLines } from "./product-lines.ts";
import { type ExportedPicture, type ExportedProduct, readCatalogue } from "./read-catalogue.ts";

export const EXPORT_FORMATS = ["ndjson", "csv"] as const;

export interface ExportOrder {
	/** The folder to write; it may be missing or empty. */
	readonly folder: string;
	/** With `csv`, whatever CSV cannot hold is written as NDJSON beside it. */
	readonly format: (typeof EXPORT_FORMATS)[number];
	readonly pictures: boolean;
	/** Names pictures by the GS1 Product Image Specification where they have such a name. */
	readonly gs1: boolean;
	/** Leaves out pictures whose originals are missing or damaged. */
	readonly skipMissing: boolean;
}

export interface ExportReport {
	products: number;
	/** Products whose metadata is in the CSV file. */
	inCsv: number;
	pictures: number;
	pictureBytes: number;
	/** Pictures that were left out, as `BARCODE VARIANT`. */
	readonly missing: string[];
}

interface Stores {
	readonly db: Database;
	readonly blobs: BlobStore;
}

/**
 * Writes the whole catalogue into a folder in import format. It is first written under a temporary name and renamed once complete and
 * durable, so that a folder of that name is never half an export.
 * @throws ExportError, PictureLost
 */
export async function exportCatalogue(
	stores: Stores,
	order: ExportOrder,
	onProgress: (report: ExportReport) => void,
): Promise<ExportReport> {
	const folder = resolve(order.folder);
	await requireFree(folder);
	const part = await mkdtemp(join(dirname(folder), `${basename(folder)}.part-`));
	try {
		const report = await writeAll(stores, { ...order, folder: part }, onProgress);
		await requireFree(folder);
		await rename(part, folder);
		await syncFolder(dirname(folder));
		return report;
	} catch (fault) {
		await rm(part, { recursive: true, force: true });
		throw fault;
	}
}

async function requireFree(folder: string): Promise<void> {
	const names = await readdir(folder).catch((fault: NodeJS.ErrnoException) => {
		if (fault.code === "ENOENT") return [];
		if (fault.code === "ENOTDIR") throw new ExportError(`${folder} is a file; an export is a folder`);
		throw fault;
	});
	if (names.length > 0) throw new ExportError(`${folder} is not empty; an export is written to a new folder`);
}

/** An import reads a folder by name: metadata has to sort before `pictures`, so that each picture finds its product. */
async function writeAll(
	{ db, blobs }: Stores,
	{ folder, format, pictures, gs1, skipMissing }: ExportOrder,
	onProgress: (report: ExportReport) => void,
): Promise<ExportReport> {
	const report: ExportReport = { products: 0, inCsv: 0, pictures: 0, pictureBytes: 0, missing: [] };
	const metadata = await openMetadata(folder, format);
	const files = createPictureFiles({ db, blobs, folder: join(folder, "pictures"), gs1 });
	try {
		for await (const products of readCatalogue(db)) {
			report.inCsv += await metadata.write(products);
			report.products += products.length;
			for (const picture of pictures ? products.flatMap((product) => product.pictures) : []) {
				const sizeBytes = await files.write(picture).catch((fault) => {
					if (!skipMissing || !(fault instanceof PictureLost)) throw fault;
					report.missing.push(`${picture.barcode} ${picture.variant}`);
					return null;
				});
				if (sizeBytes === null) continue;
				report.pictures++;
				report.pictureBytes += sizeBytes;
				onProgress(report);
			}
			onProgress(report);
		}
	} finally {
		await metadata.close();
	}
	await writeFile(join(folder, EXPORT_MARKER), EXPORT_MARKER_TEXT, { flag: "wx", mode: 0o600, flush: true });
	await syncFolder(folder);
	return report;
}

async function openMetadata(folder: string, format: ExportOrder["format"]) {
	const ndjson = await openLines(join(folder, "metadata.ndjson"));
	const csv = format === "csv" ? await openLines(join(folder, "metadata.csv")) : undefined;
	await csv?.write(CSV_HEADER);
	return {
		/** @returns how many of the products are in the CSV file. */
		async write(products: readonly ExportedProduct[]): Promise<number> {
			let rows = "";
			let lines = "";
			let inCsv = 0;
			for (const { barcode, record, contents } of products) {
				const row = csv && csvLine(barcode, record);
				if (row === undefined) lines += productLines(barcode, record, contents);
				else {
					rows += row;
					inCsv++;
				}
			}
			await csv?.write(rows);
			await ndjson.write(lines);
			return inCsv;
		},
		async close(): Promise<void> {
			await csv?.close();
			await ndjson.close();
		},
	};
}

async function openLines(path: string) {
	const file = await open(path, "wx", 0o600);
	return {
		write: (text: string) => file.appendFile(text),
		close: () => file.sync().finally(() => file.close()),
	};
}

/** A picture whose original is gone or damaged. */
class PictureLost extends Error {
	override readonly name = "PictureLost";
}

interface PictureFilesOrder {
	readonly db: Database;
	readonly blobs: BlobStore;
	/** The folder that the pictures are written to. */
	readonly folder: string;
	readonly gs1: boolean;
}

/**
 * Writes originals as `<number>/<last digits>/<file>`. Each number stands for one combination of owner, batch, contributor and how pictures are turned and cropped, stored as an
 * attribution file in its folder for imports to read. A file's modification time is the day on which the photo was taken.
 */
function createPictureFiles({ db, blobs, folder, gs1 }: PictureFilesOrder) {
	const folders = new Map<string, string>();

	async function folderFor({ attribution, barcode }: ExportedPicture): Promise<string> {
		const text = attributionText(attribution);
		let own = folders.get(text);
		if (own === undefined) {
			own = join(folder, String(folders.size + 1));
			folders.set(text, own);
			await mkdir(own, { recursive: true, mode: 0o700 });
			await writeFile(join(own, ATTRIBUTION_FILE), text, { mode: 0o600 });
		}
		// Sharded by the last digits, which are evenly distributed: a folder of a million files is slow to read.
		const subfolder = join(own, barcode.slice(-3));
		await mkdir(subfolder, { recursive: true, mode: 0o700 });
		return subfolder;
	}

	return {
		/** @returns the size in bytes; null when the picture has been replaced or removed meanwhile. @throws PictureLost */
		async write(picture: ExportedPicture): Promise<number | null> {
			const original = await readOriginal(blobs, picture);
			if (original === undefined) {
				if (!(await isCurrent(db, picture))) return null;
				const which = `${picture.barcode} ${picture.variant}`;
				throw new PictureLost(`the original of ${which} is missing or damaged; --skip-missing leaves it out`);
			}
			const name = gs1 ? await gs1PictureName(db, picture, original) : pictureName(picture, original);
			const file = join(await folderFor(picture), name);
			await writeFile(file, original, { mode: 0o600, flag: "wx", flush: true });
			// Noon in Greenwich falls on the same day nearly everywhere.
			const taken = new Date(`${picture.photoDate}T12:00:00Z`);
			await utimes(file, taken, taken);
			return original.length;
		},
	};
}

export async function readOriginal(
	blobs: BlobStore,
	picture: Pick<ExportedPicture, "originalBlob" | "originalSha256">,
): Promise<Uint8Array | undefined> {
	const original = await existingBlob(blobs, picture.originalBlob);
	return original && hash("sha256", original) === picture.originalSha256 ? original : undefined;
}

async function isCurrent(db: Database, { imageId }: ExportedPicture): Promise<boolean> {
	const query = db.read.selectFrom("image").select("active").where("image_id", "=", imageId);
	return (await query.executeTakeFirst())?.active === 1;
}

export interface NamedPicture {
	readonly barcode: string;
	readonly variant: Variant;
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** The file name of an original, as an import reads it: `<barcode>_<variant>` with the extension of its format. */
export function pictureName({ barcode, variant }: NamedPicture, original: Uint8Array): string {
	return `${barcode}_${variant}.${otherFormatOf(original)?.ending ?? (isPng(original) ? "png" : "jpg")}`;
}

/**
 * The file name by the GS1 Product Image Specification, provided that an import would read it as the same picture of the same product: not for a
 * barcode that is not a GTIN, one that another product has with other leading zeros, or a PNG on white, whose GS1 name means the cut-out.
 */
async function gs1PictureName(db: Database, picture: NamedPicture, original: Uint8Array): Promise<string> {
	const plain = pictureName(picture, original);
	const name = gs1Name(picture.barcode, picture.variant);
	if (name === undefined || otherFormatOf(original)) return plain;
	if (isPng(original) !== isCleanVariant(picture.variant)) return plain;
	const gtin = picture.barcode.padStart(14, "0") as Gtin14;
	const isFound = (await cataloguedBarcode(db, gtin)) === picture.barcode;
	return isFound ? `${name}${plain.slice(plain.lastIndexOf("."))}` : plain;
}

function isPng(original: Uint8Array): boolean {
	return PNG_START.equals(original.subarray(0, PNG_START.length));
}
