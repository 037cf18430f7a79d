import { tellAllProducts } from "../catalogue/certificates/tell-products.ts";
import { closeChangeSet, openChangeSet } from "../catalogue/history/change-set.ts";
import { newestHistory } from "../catalogue/history/created-since.ts";
import type { MetadataChange } from "../catalogue/writing/metadata-change.ts";
import { createDryRun, type DryRun } from "./dry-run.ts";
import type { ImportOrder, ImportStores, ImportWatch } from "./import-order.ts";
import { type ImportReport, refusedCount } from "./report.ts";
import type { Survey } from "./survey.ts";

/** An import that has begun: what its steps share. */
export interface ImportRun extends ImportStores {
	readonly order: ImportOrder;
	readonly signal: AbortSignal;
	/** Filled by every step. */
	readonly report: ImportReport;
	/** The newest row of `product_history` when the import began. */
	readonly since: number;
	/** All changes of the import form one set (catalogue/history), which is shown, and can be undone, as a whole; null for a dry run. */
	readonly changeSet: number | null;
	/** Works out what a dry run would do; null to do it. */
	readonly dryRun: DryRun | null;
	/** Barcodes of products that this import filled up. */
	readonly filled: Set<string>;
	readonly onChange: (change: MetadataChange) => void;
	readonly onProgress: () => void;
	/** Counts what is read of a metadata file as progress. */
	readonly onRead: (bytes: number) => void;
}

interface Beginning {
	readonly stores: ImportStores;
	readonly order: ImportOrder;
	readonly watch: ImportWatch;
	readonly survey: Survey;
	readonly report: ImportReport;
	readonly signal: AbortSignal;
}

/** Opens the change set of an import, or begins a dry run. */
export async function beginRun(beginning: Beginning): Promise<ImportRun> {
	const { stores, order, watch, survey, report, signal } = beginning;
	const { db, blobs, clock } = stores;
	const since = order.began?.since ?? (await newestHistory(db.read));
	const changeSet = order.dryRun ? null : await openSet(stores, order);
	if (changeSet !== null) await watch.onChangeSet?.(changeSet);
	let readBytes = 0;
	return {
		db,
		blobs,
		clock,
		order,
		signal,
		report,
		since,
		changeSet,
		dryRun: order.dryRun ? createDryRun(survey.repeated, watch.onPlanned) : null,
		filled: new Set(),
		onChange: watch.onChange ?? (() => undefined),
		onProgress: () => watch.progress?.(progressOf(report, survey, readBytes)),
		onRead(bytes) {
			readBytes += bytes;
		},
	};
}

function openSet({ db, clock }: ImportStores, order: ImportOrder): Promise<number> {
	const { accountId, uploadedBy: byName, batch, ownership } = order;
	const source = { kind: "import", accountId, byName, batch, ownership } as const;
	return db.write(openChangeSet, { source, atMs: clock.now() });
}

export async function endRun({ db, clock, changeSet, onProgress }: ImportRun): Promise<void> {
	// The histories of products have their renewed certificates, as changes of this import, before its set is closed.
	if (changeSet !== null) await tellAllProducts(db);
	if (changeSet !== null) await db.write(closeChangeSet, { id: changeSet, atMs: clock.now() });
	onProgress();
}

/** A picture takes about as long as this many bytes of metadata. */
const PICTURE_BYTES = 1_500_000;

function progressOf(report: ImportReport, { pictures: all, metadataBytes }: Survey, readBytes: number) {
	const { products, images } = report;
	const pictures = images.created + images.updated + images.unchanged;
	const whole = Math.max(1, metadataBytes + all * PICTURE_BYTES);
	return {
		lines: products.created + products.updated + products.unchanged,
		pictures,
		refused: refusedCount(report),
		share: Math.min(1, (readBytes + pictures * PICTURE_BYTES) / whole),
		allPictures: all,
	};
}
