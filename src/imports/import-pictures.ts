import { hash } from "node:crypto";
import { type WatermarkSettings, watermarkVersion } from "../pictures/preparation/watermark-settings.ts";
import { createPreparingPool } from "../pictures/preparing-pool.ts";
import type { QualityNote } from "../pictures/store/quality-notes.ts";
import { adjustmentOf, currentVersion, isStored, storePicture } from "../pictures/store/store-picture.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Foresight } from "./foresight.ts";
import { findPictured, isProduct, type Pictured } from "./pictured-product.ts";
import {
	type ImportReport,
	refuse,
	reportBarcode,
	reportForm,
	reportPicture,
	showsPicture,
} from "./report.ts";
import type { Attribution } from "./sources/attribution.ts";
import { uncertainName } from "./sources/picture-name.ts";
import type { PictureSource } from "./sources/sources.ts";

interface PictureImport extends Attribution {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	readonly watermark: WatermarkSettings;
	readonly sizesPx: readonly number[];
	readonly uploadOffsetMinutes: number;
	readonly existingOnly: boolean;
	/** Takes barcodes literally. */
	readonly exact: boolean;
	/** The newest row of `product_history` when the import began. */
	readonly since: number;
	/** Works out what a dry run would do; null to do it. */
	readonly foresight: Foresight | null;
	/** The change set of its changes; null for a dry run. */
	readonly changeSet?: number | null | undefined;
	/** Barcodes of products that the import filled up. */
	readonly filled: ReadonlySet<string>;
	readonly report: ImportReport;
	readonly onProgress: () => void;
}

/** Pictures read ahead of the preparing processes; each may take 40 MiB. */
const READ_AHEAD = 2;

export interface PictureImporter {
	/** Resolves when the file has been read and is nearly due, so that only a few are in memory. */
	add(source: PictureSource): Promise<void>;
	/** Notes a product that a row describes. */
	describe(barcode: string): void;
	/** Resolves when everything added so far is stored or rejected. */
	settle(): Promise<void>;
	/** The same, and ends the threads. */
	finish(): Promise<void>;
}

/** Prepares pictures in processes, one per core, and stores them. */
export function createPictureImporter(task: PictureImport): PictureImporter {
	const pool = createPreparingPool();
	const importing = {
		task,
		pool,
		version: watermarkVersion(task.watermark),
		createdBarcodes: new Map<string, string>(),
		described: new Set<string>(),
		foreseen: new Map<string, string>(),
		unknown: new Set<string>(),
	};
	/** None of these rejects: a fault is thrown by the next call. */
	const underWay = new Set<Promise<unknown>>();
	/** Two files for the same picture are stored in the order in which they were found. */
	const lastOf = new Map<string, Promise<unknown>>();
	const faults: unknown[] = [];

	return {
		async add(found) {
			let bytes: Buffer;
			try {
				bytes = await found.read();
			} catch (fault) {
				refusePicture(task, found, (fault as Error).message);
				return;
			}
			const source = { ...found, ...(await findPictured(task, found, importing.unknown)) };
			if (found.isUncertain && !(await isKnown(task, source.barcode))) {
				refusePicture(task, found, uncertainName(found.barcode, found.variant));
				return;
			}
			const slot = slotOf(source);
			const work = importOne(importing, source, bytes, lastOf.get(slot))
				.catch((fault) => void faults.push(fault))
				.finally(() => {
					underWay.delete(work);
					if (lastOf.get(slot) === work) lastOf.delete(slot);
				});
			underWay.add(work);
			lastOf.set(slot, work);
			while (underWay.size >= pool.processes + READ_AHEAD) await Promise.race(underWay);
			if (faults.length > 0) throw faults[0];
		},
		describe(barcode) {
			if (importing.createdBarcodes.has(barcode)) importing.described.add(barcode);
		},
		async settle() {
			await Promise.all(underWay);
			if (faults.length > 0) throw faults[0];
		},
		async finish() {
			try {
				await Promise.all(underWay);
			} finally {
				await pool.close();
				reportCreated(importing);
			}
			if (faults.length > 0) throw faults[0];
		},
	};
}

/** What the pictures of one import share. */
interface Importing {
	readonly task: PictureImport;
	readonly pool: ReturnType<typeof createPreparingPool>;
	/** Version of the watermark. */
	readonly version: string;
	/** Products that this import created for their pictures, and the picture of each. */
	readonly createdBarcodes: Map<string, string>;
	/** Those of them that rows describe. */
	readonly described: Set<string>;
	/** In a dry run, the digest of the picture that each slot would have by now. */
	readonly foreseen: Map<string, string>;
	/** Barcodes of pictures for which there was no product. */
	readonly unknown: Set<string>;
}

/** A picture, with the product that it means. */
type FoundPicture = PictureSource & Pictured;

async function importOne(
	importing: Importing,
	source: FoundPicture,
	bytes: Buffer,
	before: Promise<unknown> | undefined,
): Promise<void> {
	const { task, version } = importing;
	try {
		const sha256 = hash("sha256", bytes);
		await before;
		const foreseen = importing.foreseen.get(slotOf(source));
		const isThere =
			foreseen === undefined ? await isStored(task.db, source, sha256, version) : foreseen === sha256;
		if (isThere) done(importing, source, "unchanged");
		else if (task.foresight) await checkOnly(importing, task.foresight, source, { bytes, sha256 });
		else await prepareAndStore(importing, source, { bytes, sha256 });
	} catch (fault) {
		refusePicture(task, source, (fault as Error).message);
		throw fault;
	} finally {
		task.onProgress();
	}
}

async function prepareAndStore(
	importing: Importing,
	source: FoundPicture,
	{ bytes, sha256 }: { readonly bytes: Buffer; readonly sha256: string },
): Promise<void> {
	const { task, pool, version, createdBarcodes } = importing;
	const adjustment = source.attribution?.adjustment ?? (await adjustmentOf(task.db, source, sha256));
	const prepared = await pool.prepare(bytes, {
		variant: source.variant,
		adjustment,
		nowMs: task.clock.now(),
		watermark: task.watermark,
		sizesPx: task.sizesPx,
		...(source.modifiedAtMs === null ? {} : { fileDateMs: source.modifiedAtMs }),
	});
	if ("refused" in prepared) return refusePicture(task, source, prepared.refused);
	const isNew = !(await isProduct(task.db, source.barcode));
	const { ownership, uploadedBy, batch } = source.attribution ?? task;
	const outcome = await storePicture(task, {
		barcode: source.barcode,
		variant: source.variant,
		original: bytes,
		prepared,
		adjustment,
		watermarkVersion: version,
		ownership,
		uploadedBy,
		sourceBatch: batch,
		uploadOffsetMinutes: task.uploadOffsetMinutes,
		existingOnly: task.existingOnly,
		changeSet: task.changeSet,
		clock: task.clock,
	});
	if (outcome === "unknown_product") return refuseUnknown(task, source);
	if (outcome === "superseded") throw new Error("an import replaces whatever is there");
	if (isNew) createdBarcodes.set(source.barcode, source.source);
	done(importing, source, outcome);
	if (!prepared.markable) task.report.unmarkable.push(source.source);
	note(task, source, prepared.qualityNotes);
}

/** Determines what an import would do with a picture, which is inspected for that but not prepared. */
async function checkOnly(
	importing: Importing,
	foresight: Foresight,
	source: FoundPicture,
	{ bytes, sha256 }: { readonly bytes: Buffer; readonly sha256: string },
): Promise<void> {
	const { task, pool, createdBarcodes, foreseen } = importing;
	const { barcode, variant } = source;
	const checked = await pool.check(bytes, { variant, isShown: showsPicture(task.report) });
	if ("refused" in checked) return refusePicture(task, source, checked.refused);
	const isThere = await isKnown(task, barcode);
	if (task.existingOnly && !isThere) return refuseUnknown(task, source);
	const replaced = foreseen.has(slotOf(source)) ? null : await currentVersion(task.db, barcode, variant);
	foreseen.set(slotOf(source), sha256);
	if (!isThere) {
		createdBarcodes.set(barcode, source.source);
		foresight.create(barcode);
	}
	done(importing, source, replaced === undefined ? "created" : "updated");
	const picture = { source: source.source, barcode, variant, replaces: replaced ?? null };
	reportPicture(task.report, picture, checked.thumbnail);
	note(task, source, checked.qualityNotes);
}

/** Counts a picture, and reports whether its barcode had other leading zeros. A new product is reported once. */
function done(
	{ task: { report }, createdBarcodes }: Importing,
	{ source, barcode, given, otherForm }: FoundPicture,
	outcome: "created" | "updated" | "unchanged",
): void {
	report.images[outcome]++;
	if (given !== barcode) reportForm(report.matched, { source, barcode: given, product: barcode });
	if (otherForm === null || !createdBarcodes.has(barcode)) return;
	if (report.newForms.first.some((each) => each.barcode === barcode)) return;
	reportForm(report.newForms, { source, barcode, product: otherForm });
}

/** Counts and lists the products that were created for pictures. */
function reportCreated({ task: { report }, createdBarcodes, described }: Importing): void {
	report.products.created += createdBarcodes.size;
	for (const [barcode, source] of createdBarcodes) {
		reportBarcode(report.newProducts, { source, barcode });
		if (!described.has(barcode)) reportBarcode(report.onlyPictured, { source, barcode });
	}
}

/** Whether the catalogue has the product, or would have it by now. */
async function isKnown({ db, foresight }: PictureImport, barcode: string): Promise<boolean> {
	return foresight?.wouldExist(barcode) || (await isProduct(db, barcode));
}

function slotOf({ barcode, variant }: PictureSource): string {
	return `${barcode}/${variant}`;
}

function note({ report }: PictureImport, { source }: PictureSource, notes: readonly QualityNote[]): void {
	if (notes.length > 0) report.noted.push({ source, notes });
}

function refuseUnknown(task: PictureImport, source: PictureSource): void {
	refusePicture(task, source, `barcode ${source.barcode} is not in the catalogue`);
}

function refusePicture({ report }: PictureImport, { source }: PictureSource, reason: string): void {
	refuse(report, { source, reason });
}
