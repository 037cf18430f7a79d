import { availableParallelism } from "node:os";
import { demoProducts } from "@packshot/demo/catalogue";
import { Piscina } from "piscina";
import type { Variant } from "../catalogue/fields/scopes.ts";
import { closeChangeSet, openChangeSet } from "../catalogue/history/change-set.ts";
import { applyMetadata } from "../catalogue/writing/apply-metadata.ts";
import { beginCommandImport, leaveImport, noteChangeSet } from "../imports/batches/claims.ts";
import { importTask } from "../imports/batches/store.ts";
import { summaryOf } from "../imports/batches/summary.ts";
import { emptyReport } from "../imports/report.ts";
import type { PreparedPicture } from "../pictures/preparation/prepare.ts";
import { type WatermarkSettings, watermarkVersion } from "../pictures/preparation/watermark-settings.ts";
import { storePicture } from "../pictures/store/store-picture.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { writeInParts } from "../platform/db/write-in-parts.ts";
import { ulid } from "../platform/ids.ts";
import type { Clock } from "../platform/time/clock.ts";
import { workerFile } from "../platform/worker-file.ts";

interface DemoLoad {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	readonly watermark: WatermarkSettings;
	readonly sizesPx: readonly number[];
	readonly uploadOffsetMinutes: number;
	readonly onProgress: (done: number, of: number) => void;
}

/** A rendered and prepared picture, as the rendering threads return it. */
export interface DemoPicture {
	readonly variant: Variant;
	readonly original: Uint8Array;
	readonly prepared: PreparedPicture;
}

const ATTRIBUTION = { batch: "demo", ownership: "Packshot demo" };

/** Fills an installation with the demo catalogue: metadata first, then all pictures, rendered and prepared in parallel. */
export async function loadDemoCatalogue(task: DemoLoad): Promise<{ products: number; pictures: number }> {
	const startedMs = performance.now();
	const products = demoProducts();
	const changes = products.map((product) => product.record);
	const source = { kind: "import", accountId: null, byName: "demo", ...ATTRIBUTION } as const;
	const changeSet = await task.db.write(openChangeSet, { source, atMs: task.clock.now() });
	await writeInParts(changes, (some) =>
		task.db.write(applyMetadata, { changes: some, existingOnly: false, changeSet }),
	);

	const sides = products.flatMap((product) => sidesOf(product.record.barcode, product.variants));
	const pictures = sides.reduce((sum, side) => sum + side.variants.length, 0);
	const threads = availableParallelism();
	const pool = new Piscina({
		filename: workerFile("demo-renderer"),
		minThreads: threads,
		maxThreads: threads,
	});
	let done = 0;
	try {
		await Promise.all(
			sides.map(async ({ barcode, variants }) => {
				const { watermark, sizesPx, clock } = task;
				const developed: DemoPicture[] = await pool.run({
					barcode,
					variants,
					watermark,
					sizesPx,
					nowMs: clock.now(),
				});
				for (const picture of developed) {
					await store(task, changeSet, barcode, picture);
					task.onProgress(++done, pictures);
				}
			}),
		);
	} finally {
		await pool.destroy();
	}
	await task.db.write(closeChangeSet, { id: changeSet, atMs: task.clock.now() });
	const made = { products: products.length, pictures };
	await noteInHistory(task, { changeSet, made, tookMs: Math.round(performance.now() - startedMs) });
	return made;
}

interface Made {
	readonly changeSet: number;
	readonly made: { readonly products: number; readonly pictures: number };
	readonly tookMs: number;
}

/** Records in the import history how the catalogue was created. */
async function noteInHistory({ db, clock }: DemoLoad, { changeSet, made, tookMs }: Made): Promise<void> {
	const importId = ulid(clock.now()).toLowerCase();
	const held = { ...importTask(importId), leaseId: importId };
	const { batch: sourceBatch, ownership } = ATTRIBUTION;
	const files = [{ name: "demo catalogue", sizeBytes: null, sha256: null }];
	const said = { sourceBatch, ownership, uploadedBy: "demo", files };
	const chosen = { existingOnly: false, mode: "replace", exact: true } as const;
	await db.write(beginCommandImport, { ...held, ...said, ...chosen });
	await db.write(noteChangeSet, { ...held, changeSet });
	const report = emptyReport();
	report.products.created = made.products;
	report.images.created = made.pictures;
	const reports = { report: JSON.stringify(summaryOf(report, tookMs, null)) };
	await db.write(leaveImport, { ...held, end: { kind: "done" }, reports, state: "imported" });
}

function sidesOf(barcode: string, variants: readonly Variant[]) {
	return ["front", "back"]
		.map((side) => ({ barcode, variants: variants.filter((variant) => variant.startsWith(side)) }))
		.filter((side) => side.variants.length > 0);
}

async function store(
	task: DemoLoad,
	changeSet: number,
	barcode: string,
	picture: DemoPicture,
): Promise<void> {
	await storePicture(task, {
		barcode,
		...picture,
		watermarkVersion: watermarkVersion(task.watermark),
		ownership: ATTRIBUTION.ownership,
		uploadedBy: "demo",
		sourceBatch: ATTRIBUTION.batch,
		changeSet,
		uploadOffsetMinutes: task.uploadOffsetMinutes,
		existingOnly: false,
		clock: task.clock,
	});
}
