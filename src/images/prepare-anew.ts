import type { Variant } from "../catalogue/scopes.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { type WatermarkSettings, watermarkVersion } from "./preparation/watermark-settings.ts";
import { createPreparingPool, type PreparingPool } from "./preparing-pool.ts";
import { outdatedImages } from "./store.ts";
import { storeAnew } from "./store-picture.ts";
import type { ImageRow } from "./tables.ts";

interface PrepareTask {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	readonly watermark: WatermarkSettings;
	readonly uploadOffsetMinutes: number;
	readonly onProgress: (report: PrepareReport) => void;
}

export interface PrepareReport {
	prepared: number;
	/** Replaced or removed meanwhile. */
	superseded: number;
	readonly failed: { readonly barcode: string; readonly variant: string; readonly reason: string }[];
}

const PAGE = 50;

/**
 * Prepares again, from their original files, all pictures that were drawn with another watermark. Delivered files change picture by
 * picture while the service runs; versions delivered before can still be attributed. An interrupted run can be repeated: finished
 * pictures are not outdated any more.
 */
export async function prepareAnew(task: PrepareTask): Promise<PrepareReport> {
	const report: PrepareReport = { prepared: 0, superseded: 0, failed: [] };
	const pool = createPreparingPool();
	const version = watermarkVersion(task.watermark);
	try {
		for (let after = ""; ; ) {
			const page = await outdatedImages(task.db, version, after, PAGE);
			await Promise.all(page.map((row) => prepareOne(task, pool, version, row, report)));
			const last = page.at(-1);
			if (!last) return report;
			after = last.image_id;
		}
	} finally {
		await pool.close();
	}
}

async function prepareOne(
	task: PrepareTask,
	pool: PreparingPool,
	version: string,
	row: ImageRow,
	report: PrepareReport,
): Promise<void> {
	try {
		const bytes = await task.blobs.get(row.original_blob);
		const { watermark, clock, uploadOffsetMinutes } = task;
		const variant = row.variant as Variant;
		const prepared = await pool.prepare(bytes, { variant, nowMs: row.uploaded_at, watermark });
		if ("refused" in prepared) throw new Error(prepared.refused);
		const made = { watermarkVersion: version, uploadOffsetMinutes, clock };
		const outcome = await storeAnew(task, row, prepared, made);
		if (outcome === "superseded") report.superseded++;
		else report.prepared++;
	} catch (fault) {
		report.failed.push({ barcode: row.barcode, variant: row.variant, reason: (fault as Error).message });
	}
	task.onProgress(report);
}
