import { closeChangeSet, openChangeSet } from "../catalogue/history/change-set.ts";
import { newestHistory } from "../catalogue/history/created-since.ts";
import type { ProductRow } from "../catalogue/tables.ts";
import type { ImportMode } from "../catalogue/writing/import-mode.ts";
import type { MetadataChange } from "../catalogue/writing/metadata-change.ts";
import type { WatermarkSettings } from "../pictures/preparation/watermark-settings.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { watchRoom } from "../platform/disk-room.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { AbsentChoice } from "./absent-choice.ts";
import { beginDelivery, settleAbsent } from "./absent-products.ts";
import { fetchPictures, type WantedPicture } from "./fetched/fetch-pictures.ts";
import type { GuardedGet } from "./fetched/guarded-get.ts";
import { createForesight } from "./foresight.ts";
import { readMetadata } from "./formats/metadata-file.ts";
import { importMetadata } from "./import-metadata.ts";
import { createPictureImporter } from "./import-pictures.ts";
import { emptyReport, type ImportReport, type Progress, refuse, refusedCount } from "./report.ts";
import type { Attribution } from "./sources/attribution.ts";
import { measure } from "./sources/measure.ts";
import { findSources, type MetadataSource } from "./sources/sources.ts";
import { surveyMetadata } from "./survey.ts";

/** Support for files in another format. */
export interface ForeignFiles {
	readonly find: typeof findSources;
	readonly read: typeof readMetadata;
}

export interface ImportOrder extends Attribution {
	readonly paths: readonly string[];
	readonly existingOnly: boolean;
	readonly mode: ImportMode;
	/** Keeps the values that a person edited; otherwise they are replaced, and reported. */
	readonly keepsEdited?: boolean;
	/** Which kind of table this is a delivery of; undefined for what is compared with no earlier one. */
	readonly delivery?: string | undefined;
	readonly absent?: AbsentChoice;
	/** Takes barcodes literally, instead of also looking for products with other leading zeros. */
	readonly exact: boolean;
	/** Report what would be done, without doing it. */
	readonly dryRun: boolean;
	/** For an import that goes on: the newest row of `product_history` when it began. */
	readonly since?: number | undefined;
	readonly watermark: WatermarkSettings;
	/** Sizes to prepare besides the full one: pixels of the longer edge. */
	readonly sizesPx: readonly number[];
	readonly uploadOffsetMinutes: number;
	/** The account that imports in the pages; null for the command line. */
	readonly accountId?: string | null;
	/** Whether to measure the total first, so that progress can be given as a share. */
	readonly measures: boolean;
	/** Whether a running server is blocked while the import writes. */
	readonly holdsUpServer: () => boolean;
	/** Ends it early: work in progress is finished, and the report covers what was done. */
	readonly signal?: AbortSignal;
	/** How files in another format are found and read; absent: our own formats. */
	readonly foreign?: ForeignFiles | undefined;
	/** Called with the id of its change set, before the first change. */
	readonly onChangeSet?: (id: number) => Promise<unknown>;
	/** Called before anything is imported, when the report counts barcodes with a wrong check digit. */
	readonly onSurveyed?: ((report: ImportReport) => void) | undefined;
	/** Receives each change of metadata that is about to be applied. */
	readonly onChange?: (change: MetadataChange) => void;
	/** In a dry run, receives each product with the changes so far. */
	readonly onForeseen?: (product: ProductRow) => void;
	/** Fetches pictures that tables give the address of; absent: they are only counted. */
	readonly fetchPicture?: GuardedGet | undefined;
	/** When an import began that goes on, epoch milliseconds. */
	readonly beganAtMs?: number | undefined;
}

/** `source_batch` of pictures whose import did not name one (SPEC D38). */
export const DEFAULT_BATCH = "zip_upload";

interface Stores {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	/** Whether the disk may take more. */
	readonly hasRoom?: () => Promise<boolean>;
}

/**
 * Imports metadata and pictures, mixed. Invalid input is rejected with a reason and everything else is imported; repeating an import
 * changes nothing. A fault of the stores ends the import, which can be run again. @param report filled while the import runs.
 * @throws NoDiskRoom when the disk gets short
 */
export async function importAll(
	stores: Stores,
	order: ImportOrder,
	progress: Progress,
	report: ImportReport = emptyReport(),
): Promise<ImportReport> {
	if (order.dryRun || !stores.hasRoom) return importSources(stores, order, progress, report);
	const room = await watchRoom(stores.hasRoom);
	const signal = AbortSignal.any([room.signal, ...(order.signal ? [order.signal] : [])]);
	try {
		return await importSources(stores, { ...order, signal }, progress, report);
	} finally {
		room.end();
	}
}

async function importSources(
	stores: Stores,
	order: ImportOrder,
	progress: Progress,
	report: ImportReport,
): Promise<ImportReport> {
	const { find = findSources, read = readMetadata } = order.foreign ?? {};
	const amount = order.measures ? await measure(order.paths, find) : undefined;
	const onProgress = () => {
		const done = counted(report);
		progress({ ...done, ...amount?.shareOf(done.pictures) });
	};
	const survey = await surveyMetadata(find(order.paths), {
		read,
		report,
		countsRepeated: order.dryRun,
		signal: order.signal,
		isTyped: (source) => find === findSources && !isExact(source, order),
	});
	order.onSurveyed?.(report);
	const foresight = order.dryRun ? createForesight(survey.repeated, order.onForeseen) : null;
	const since = order.since ?? (await newestHistory(stores.db.read));
	const changeSet = order.dryRun ? null : await openSet(stores, order);
	if (changeSet !== null) await order.onChangeSet?.(changeSet);
	const filled = new Set<string>();
	const delivery = beginDelivery(order.delivery);
	const task = { ...stores, ...order, read, report, changeSet, foresight, since, filled, onProgress };
	const pictures = createPictureImporter(task);
	const wanted: WantedPicture[] = [];
	const onPicture = (picture: WantedPicture) => {
		if (order.fetchPicture && !order.dryRun) wanted.push(picture);
		else report.unfetched++;
	};
	try {
		for await (const source of find(order.paths)) {
			if (order.signal?.aborted) break;
			if (source.kind === "refused") {
				refuse(report, { source: source.source, reason: source.reason });
				if (delivery) delivery.isWhole = false;
			} else if (source.kind === "ignored") report.ignored.push(source.source);
			else if (source.kind === "picture") await pictures.add(source);
			else {
				// Which came first decides which of them creates a product.
				await pictures.settle();
				await importMetadata(amount?.watched(source) ?? source, {
					...task,
					onPicture,
					onDescribed: pictures.describe,
					since: isExact(source, order) ? null : since,
					fillsUp: survey.shortened.has(source.source),
					edited: order.keepsEdited === true ? "keep" : "replace",
					delivery,
				});
			}
		}
		const { fetchPicture: get, signal = new AbortController().signal, beganAtMs } = order;
		if (get) await fetchPictures(wanted, { db: stores.db, get, pictures, report, signal, beganAtMs });
	} finally {
		await pictures.finish();
	}
	if (delivery)
		await settleAbsent({ ...task, delivery, choice: order.absent ?? "leave", signal: order.signal });
	if (changeSet !== null) await stores.db.write(closeChangeSet, { id: changeSet, atMs: stores.clock.now() });
	onProgress();
	return report;
}

/** Whether the barcodes of a file are literal. */
function isExact({ isExact: isExported = false }: MetadataSource, order: ImportOrder): boolean {
	return order.exact || isExported;
}

/** All changes of the import form one set (catalogue/history), which is shown, and can be undone, as a whole. */
function openSet({ db, clock }: Stores, order: ImportOrder): Promise<number> {
	const { accountId = null, uploadedBy: byName, batch, ownership } = order;
	const source = { kind: "import", accountId, byName, batch, ownership } as const;
	return db.write(openChangeSet, { source, atMs: clock.now() });
}

function counted(report: ImportReport) {
	const { products, images } = report;
	return {
		lines: products.created + products.updated + products.unchanged,
		pictures: images.created + images.updated + images.unchanged,
		refused: refusedCount(report),
	};
}
