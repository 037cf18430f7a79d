import { createHash } from "node:crypto";
import type { Gtin14 } from "../catalogue/gtin.ts";
import { type WatermarkSettings, watermarkVersion } from "../images/preparation/watermark-settings.ts";
import { createPreparingPool } from "../images/preparing-pool.ts";
import type { QualityNote } from "../images/quality-notes.ts";
import { hasPicture, isStored, storePicture } from "../images/store-picture.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Attribution } from "./attribution.ts";
import { cataloguedBarcode } from "./catalogued-barcode.ts";
import { type ImportReport, refuse } from "./report.ts";
import type { PictureSource } from "./sources.ts";

interface PictureImport extends Attribution {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	readonly watermark: WatermarkSettings;
	readonly sizesPx: readonly number[];
	readonly uploadOffsetMinutes: number;
	readonly existingOnly: boolean;
	readonly dryRun: boolean;
	/** The change set of its changes; null for a dry run. */
	readonly changeSet?: number | null | undefined;
	readonly report: ImportReport;
	/** Barcodes that a dry run would create from metadata. */
	readonly madeByMetadata: ReadonlySet<string>;
	readonly onProgress: () => void;
}

/** Pictures read ahead of the worker threads; each may take 40 MiB. */
const READ_AHEAD = 2;

export interface PictureImporter {
	/** Resolves when the file has been read and is nearly due, so that only a few are in memory. */
	add(source: PictureSource): Promise<void>;
	/** Resolves when everything added is stored or rejected. */
	finish(): Promise<void>;
}

/** Prepares pictures in worker threads, one per core, and stores them. */
export function createPictureImporter(task: PictureImport): PictureImporter {
	const pool = createPreparingPool();
	const importing = {
		task,
		pool,
		version: watermarkVersion(task.watermark),
		createdBarcodes: new Set<string>(),
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
			const source = await asCatalogued(task.db, found);
			const slot = `${source.barcode}/${source.variant}`;
			const work = importOne(importing, source, bytes, lastOf.get(slot))
				.catch((fault) => void faults.push(fault))
				.finally(() => {
					underWay.delete(work);
					if (lastOf.get(slot) === work) lastOf.delete(slot);
				});
			underWay.add(work);
			lastOf.set(slot, work);
			while (underWay.size >= pool.threads + READ_AHEAD) await Promise.race(underWay);
			if (faults.length > 0) throw faults[0];
		},
		async finish() {
			try {
				await Promise.all(underWay);
			} finally {
				await pool.close();
				task.report.products.created += importing.createdBarcodes.size;
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
	/** Products that this import created for their pictures. */
	readonly createdBarcodes: Set<string>;
}

async function importOne(
	importing: Importing,
	source: PictureSource,
	bytes: Buffer,
	before: Promise<unknown> | undefined,
): Promise<void> {
	const { task, version } = importing;
	try {
		const sha256 = createHash("sha256").update(bytes).digest("hex");
		await before;
		if (await isStored(task.db, source, sha256, version)) task.report.images.unchanged++;
		else if (task.dryRun) await checkOnly(importing, source, bytes);
		else await prepareAndStore(importing, source, bytes);
	} catch (fault) {
		refusePicture(task, source, (fault as Error).message);
		throw fault;
	} finally {
		task.onProgress();
	}
}

async function prepareAndStore(
	{ task, pool, version, createdBarcodes }: Importing,
	source: PictureSource,
	bytes: Buffer,
): Promise<void> {
	const prepared = await pool.prepare(bytes, {
		variant: source.variant,
		nowMs: task.clock.now(),
		watermark: task.watermark,
		sizesPx: task.sizesPx,
		...(source.modifiedAtMs === null ? {} : { fileDateMs: source.modifiedAtMs }),
	});
	if ("refused" in prepared) return refusePicture(task, source, prepared.refused);
	const isNew = !task.madeByMetadata.has(source.barcode) && !(await isProduct(task.db, source.barcode));
	const { ownership, uploadedBy, batch } = source.attribution ?? task;
	const outcome = await storePicture(task, {
		barcode: source.barcode,
		variant: source.variant,
		original: bytes,
		prepared,
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
	task.report.images[outcome]++;
	if (isNew) createdBarcodes.add(source.barcode);
	if (!prepared.markable) task.report.unmarkable.push(source.source);
	note(task, source, prepared.qualityNotes);
}

/** Determines what an import would do with a picture, which is inspected for that but not prepared. */
async function checkOnly(
	{ task, pool, createdBarcodes }: Importing,
	source: PictureSource,
	bytes: Buffer,
): Promise<void> {
	const { barcode, variant } = source;
	const checked = await pool.check(bytes, variant);
	if ("refused" in checked) return refusePicture(task, source, checked.refused);
	const isKnown = await isProduct(task.db, barcode);
	if (task.existingOnly && !isKnown) return refuseUnknown(task, source);
	const isThere = await hasPicture(task.db, barcode, variant);
	task.report.images[isThere ? "updated" : "created"]++;
	if (!isKnown && !task.madeByMetadata.has(barcode)) createdBarcodes.add(barcode);
	note(task, source, checked.qualityNotes);
}

function note({ report }: PictureImport, { source }: PictureSource, notes: readonly QualityNote[]): void {
	if (notes.length > 0) report.noted.push({ source, notes });
}

async function asCatalogued(db: Database, source: PictureSource): Promise<PictureSource> {
	if (!source.isGtin) return source;
	const known = await cataloguedBarcode(db, source.barcode as Gtin14);
	return { ...source, barcode: known ?? source.barcode };
}

function refuseUnknown(task: PictureImport, source: PictureSource): void {
	refusePicture(task, source, `barcode ${source.barcode} is not in the catalogue`);
}

function refusePicture({ report }: PictureImport, { source }: PictureSource, reason: string): void {
	refuse(report, { source, reason });
}

/** Whether the catalogue has the product by now. */
async function isProduct(db: Database, barcode: string): Promise<boolean> {
	const row = await db.read
		.selectFrom("product")
		.select("id")
		.where("barcode", "=", barcode)
		.executeTakeFirst();
	return row !== undefined;
}
