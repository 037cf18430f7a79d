import type { Variant } from "../../catalogue/fields/scopes.ts";
import { type BlobStore, BlobUnavailable } from "../../platform/blobs/blob-store.ts";
import { type Database, StorageUnavailable } from "../../platform/db/database.ts";
import { forEachConcurrently } from "../../platform/for-each-concurrently.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { type WatermarkSettings, watermarkVersion } from "../preparation/watermark-settings.ts";
import { createPreparingPool, type PreparingPool } from "../preparing-pool.ts";
import { readAdjustment } from "../store/adjustment.ts";
import { addSizes, type IncompleteImage, incompleteImages } from "../store/missing-sizes.ts";
import { folderOf, placeSmaller, type ThumbnailColumns } from "../store/place-smaller.ts";
import { storedNotes } from "../store/quality-notes.ts";
import { outdatedImages } from "../store/store.ts";
import { storeReprocessed } from "../store/store-picture.ts";
import type { ImageRow } from "../tables.ts";

export interface PrepareTask {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	readonly watermark: WatermarkSettings;
	/** Sizes that every picture must have besides the full one: pixels of the longer edge. */
	readonly sizesPx: readonly number[];
	readonly uploadOffsetMinutes: number;
	/** Updated along the way. */
	readonly report?: PrepareReport;
	/** Called after each picture. */
	readonly onProgress: (report: PrepareReport) => void;
	/** Ends it early: pictures in progress are finished. */
	readonly signal?: AbortSignal;
}

export interface PrepareReport {
	/** Fully reprocessed, in all sizes. */
	prepared: number;
	/** Supplied with missing sizes, thumbnails or quality notes. */
	completed: number;
	/** Replaced or removed meanwhile. */
	superseded: number;
	readonly failed: { readonly barcode: string; readonly variant: string; readonly reason: string }[];
}

export function emptyPrepareReport(): PrepareReport {
	return { prepared: 0, completed: 0, superseded: 0, failed: [] };
}

const PAGE = 50;
/** Originals read ahead of the preparing processes; each may take 40 MiB. */
const READ_AHEAD = 2;

/**
 * Prepares all pictures with an outdated watermark again from their original files, and adds missing sizes, thumbnails
 * and quality notes to the others. Delivered files change picture by picture while the service runs; versions delivered before can still be attributed.
 * An interrupted run can be repeated: finished pictures are no longer outdated.
 * @throws StorageUnavailable or BlobUnavailable when a store fails, which is not the pictures' fault.
 */
export async function reprocessPictures(task: PrepareTask): Promise<PrepareReport> {
	const { report = emptyPrepareReport() } = task;
	const pool = createPreparingPool();
	const run = { task, pool, version: watermarkVersion(task.watermark), report };
	try {
		await prepareOutdated(run);
		await completeOthers(run);
		return report;
	} finally {
		await pool.close();
	}
}

interface Run {
	readonly task: PrepareTask;
	readonly pool: PreparingPool;
	readonly version: string;
	readonly report: PrepareReport;
}

async function prepareOutdated(run: Run): Promise<void> {
	const pages = outdatedImages(run.task.db, run.version, PAGE);
	await eachPicture(run, pages, (row) => counted(run, row, () => prepareOne(run, row)));
}

async function completeOthers(run: Run): Promise<void> {
	const { db, sizesPx } = run.task;
	const pages = incompleteImages(db, { watermarkVersion: run.version, sizesPx }, PAGE);
	await eachPicture(run, pages, (image) => counted(run, image.row, () => completeOne(run, image)));
}

/** Works on pictures, a few at a time, until there are none left or the run is to end. */
function eachPicture<T>(
	{ task, pool }: Run,
	pages: AsyncIterable<readonly T[]>,
	work: (picture: T) => Promise<void>,
) {
	async function* pictures(): AsyncGenerator<T> {
		for await (const page of pages)
			for (const picture of page) {
				if (task.signal?.aborted) return;
				yield picture;
			}
	}
	return forEachConcurrently(pictures(), pool.processes + READ_AHEAD, work);
}

/** Counts the outcome for one picture; a picture that cannot be prepared does not stop the others. */
async function counted(
	{ task, report }: Run,
	{ barcode, variant }: ImageRow,
	work: () => Promise<"prepared" | "completed" | "superseded">,
): Promise<void> {
	try {
		report[await work()]++;
	} catch (fault) {
		if (fault instanceof StorageUnavailable || fault instanceof BlobUnavailable) throw fault;
		report.failed.push({ barcode, variant, reason: (fault as Error).message });
	}
	task.onProgress(report);
}

async function prepareOne({ task, pool, version }: Run, row: ImageRow): Promise<"prepared" | "superseded"> {
	const bytes = await task.blobs.get(row.original_blob);
	const { watermark, sizesPx, clock, uploadOffsetMinutes } = task;
	const variant = row.variant as Variant;
	const adjustment = readAdjustment(row.adjustment);
	const prepared = await pool.prepare(bytes, {
		variant,
		adjustment,
		watermark,
		sizesPx,
		nowMs: row.uploaded_at,
	});
	if ("refused" in prepared) throw new Error(prepared.refused);
	const made = { watermarkVersion: version, uploadOffsetMinutes, clock };
	const outcome = await storeReprocessed(task, row, prepared, made);
	return outcome === "superseded" ? "superseded" : "prepared";
}

/** Files of a version that is superseded meanwhile are kept if another run has named them; otherwise nothing names them. */
async function completeOne(
	{ task, pool }: Run,
	{ row, sizesPx }: IncompleteImage,
): Promise<"completed" | "superseded"> {
	const { db, blobs, watermark } = task;
	const { image_id: imageId, barcode } = row;
	const bytes = await blobs.get(row.original_blob);
	const adjustment = readAdjustment(row.adjustment);
	const variant = row.variant as Variant;
	const markable = row.markable === 1;
	const made = await pool.prepareSmaller(bytes, { variant, adjustment, watermark, sizesPx, markable });
	if ("refused" in made) throw new Error(made.refused);
	const { rows, thumbnailColumns, files } = placeSmaller(imageId, folderOf(imageId), made);
	// Existing thumbnails are kept: made from another size they differ slightly, and nothing would name the old files.
	const thumbnails = thumbnailsOf(row) ?? thumbnailColumns;
	const replaced = new Set<string>(thumbnails === thumbnailColumns ? [] : Object.values(thumbnailColumns));
	const added = Object.entries(files).filter(([key]) => !replaced.has(key));
	await Promise.all(added.map(([key, file]) => blobs.put(key, file)));
	const qualityNotes = storedNotes(made.qualityNotes);
	const outcome = await db.write(addSizes, { imageId, barcode, rows, thumbnails, qualityNotes });
	return outcome === "added" ? "completed" : "superseded";
}

function thumbnailsOf(row: ImageRow): ThumbnailColumns | undefined {
	const { webp_thumbnail_blob: webp, jpeg_thumbnail_blob: jpeg } = row;
	if (webp === null || jpeg === null) return undefined;
	return { webp_thumbnail_blob: webp, jpeg_thumbnail_blob: jpeg };
}
