import { closeChangeSet, openChangeSet } from "../catalogue/history/change-set.ts";
import type { WatermarkSettings } from "../images/preparation/watermark-settings.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Attribution } from "./attribution.ts";
import { importMetadata } from "./import-metadata.ts";
import { createPictureImporter } from "./import-pictures.ts";
import { measure } from "./measure.ts";
import { readMetadata } from "./metadata-file.ts";
import { emptyReport, type ImportReport, type Progress, refuse, refusedCount } from "./report.ts";
import { findSources } from "./sources.ts";

/** Files of another kind. */
export interface ForeignFiles {
	readonly find: typeof findSources;
	readonly read: typeof readMetadata;
}

export interface ImportOrder extends Attribution {
	readonly paths: readonly string[];
	readonly existingOnly: boolean;
	readonly dryRun: boolean;
	readonly watermark: WatermarkSettings;
	/** Sizes to prepare besides the full one: pixels of the longer edge. */
	readonly sizesPx: readonly number[];
	readonly uploadOffsetMinutes: number;
	/** The account of who imports in the pages; null for the command line. */
	readonly accountId?: string | null;
	/** Whether to look first how much there is, so that progress can say how far it is. */
	readonly measures: boolean;
	/** Whether a server has to wait while the import writes. */
	readonly holdsUpServer: () => boolean;
	/** Ends it early: what was begun is finished, and the report says what was done. */
	readonly signal?: AbortSignal;
	/** How files of another kind are found and read; absent: those of our own formats. */
	readonly foreign?: ForeignFiles | undefined;
	/** Told which set its changes will belong to, before the first is made. */
	readonly onChangeSet?: (id: number) => Promise<unknown>;
}

/** `source_batch` of pictures whose import did not name one (SPEC D38). */
export const DEFAULT_BATCH = "zip_upload";

interface Stores {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
}

/**
 * Imports metadata and pictures, mixed. Invalid input is rejected with a reason and everything else is imported; repeating an import
 * changes nothing. A fault of the stores ends the import, which can be run again. @param report is written while the import runs.
 */
export async function importAll(
	stores: Stores,
	order: ImportOrder,
	progress: Progress,
	report: ImportReport = emptyReport(),
): Promise<ImportReport> {
	const { find = findSources, read = readMetadata } = order.foreign ?? {};
	const amount = order.measures ? await measure(order.paths, find) : undefined;
	const onProgress = () => {
		const done = counted(report);
		progress({ ...done, ...amount?.shareOf(done.pictures) });
	};
	const changeSet = order.dryRun ? null : await openSet(stores, order);
	if (changeSet !== null) await order.onChangeSet?.(changeSet);
	const task = {
		...stores,
		...order,
		read,
		report,
		changeSet,
		madeByMetadata: new Set<string>(),
		onProgress,
	};
	const pictures = createPictureImporter(task);
	try {
		for await (const source of find(order.paths)) {
			if (order.signal?.aborted) break;
			if (source.kind === "refused") refuse(report, { source: source.source, reason: source.reason });
			else if (source.kind === "ignored") report.ignored.push(source.source);
			else if (source.kind === "metadata") await importMetadata(amount?.watched(source) ?? source, task);
			else await pictures.add(source);
		}
	} finally {
		await pictures.finish();
	}
	if (changeSet !== null) await stores.db.write(closeChangeSet, { id: changeSet, atMs: stores.clock.now() });
	onProgress();
	return report;
}

/** What the import changes belongs together (catalogue/history): it is shown, and can be undone, as one. */
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
