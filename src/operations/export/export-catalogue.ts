import { mkdtemp, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { EXPORT_MARKER, EXPORT_MARKER_TEXT } from "../../imports/sources/export-marker.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { CSV_HEADER, csvLine } from "./csv-lines.ts";
import { ExportError } from "./export-error.ts";
import { createPictureFiles, PictureLost } from "./picture-files.ts";
import { productLines } from "./product-lines.ts";
import { type ExportedProduct, readCatalogue } from "./read-catalogue.ts";

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
			for (const { barcode, record } of products) {
				const row = csv && csvLine(barcode, record);
				if (row === undefined) lines += productLines(barcode, record);
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

async function syncFolder(folder: string): Promise<void> {
	const opened = await open(folder, "r");
	await opened.sync().finally(() => opened.close());
}
