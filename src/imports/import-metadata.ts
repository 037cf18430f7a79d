import { setTimeout as sleep } from "node:timers/promises";
import { filledUp, looksShortened, otherForms } from "../catalogue/barcodes/same-product.ts";
import type { Variant } from "../catalogue/fields/scopes.ts";
import { applyMetadata } from "../catalogue/writing/apply-metadata.ts";
import type { AppliedChange, ChangeRules } from "../catalogue/writing/change-drafts.ts";
import type { MetadataChange } from "../catalogue/writing/metadata-change.ts";
import type { Database } from "../platform/db/database.ts";
import { ALONE, BESIDE_A_SERVER, nextBatchSize } from "../platform/db/pace.ts";
import { writeInParts } from "../platform/db/write-in-parts.ts";
import type { Clock } from "../platform/time/clock.ts";
import { type Delivery, noteRefused } from "./absent-products.ts";
import type { WantedPicture } from "./fetched/fetch-pictures.ts";
import type { Foresight } from "./foresight.ts";
import type { readMetadata } from "./formats/metadata-file.ts";
import type { RefusedLine } from "./formats/metadata-line.ts";
import type { PictureUrls } from "./formats/table-columns.ts";
import {
	detached,
	type ImportReport,
	refuse,
	reportBarcode,
	reportEdited,
	reportForm,
	reportRemark,
	reportTable,
	reportValues,
	type TableReading,
} from "./report.ts";
import type { MetadataSource } from "./sources/sources.ts";

interface MetadataImport extends Omit<ChangeRules, "filled"> {
	readonly db: Database;
	readonly clock: Clock;
	/** Works out what a dry run would do; null to do it. */
	readonly foresight: Foresight | null;
	/** Whether a running server is blocked while the import writes. */
	readonly holdsUpServer: () => boolean;
	/** The change set of its changes; null for a dry run. */
	readonly changeSet?: number | null | undefined;
	readonly read: typeof readMetadata;
	readonly report: ImportReport;
	/** Barcodes of products that this import filled up. */
	readonly filled: Set<string>;
	/** Takes the barcodes of a delivery, if this is one that is compared with earlier ones. */
	readonly delivery?: Delivery | undefined;
	/** Called with the barcode of each product that a row describes. */
	readonly onDescribed: (barcode: string) => void;
	readonly onProgress: () => void;
	/** Called with each change that is about to be applied. */
	readonly onChange?: (change: MetadataChange) => void;
	/** Called with each picture that an applied row gives the address of. */
	readonly onPicture?: (wanted: WantedPicture) => void;
	readonly signal?: AbortSignal;
}

interface NumberedChange {
	readonly line: number;
	readonly change: MetadataChange;
	readonly pictures?: PictureUrls | undefined;
}

/** Imports one metadata file: valid lines are applied in batches, the others are rejected by line number. */
export async function importMetadata(source: MetadataSource, task: MetadataImport): Promise<void> {
	const batches = batchWriter(source.source, task);
	const onRead = (reading: TableReading) => reportTable(task.report, { source: source.source, ...reading });
	const onRemark = (line: number, text: string) =>
		reportRemark(task.report, text, { source: source.source, line });
	for await (const item of task.read(source.format, source.chunks(), { onRead, onRemark })) {
		if (task.signal?.aborted) break;
		if ("reason" in item) {
			refuse(task.report, { source: source.source, ...refusal(item) }, item.barcode);
			if (task.delivery && item.barcode !== undefined) noteRefused(task.delivery, item.barcode);
			if (task.delivery && item.isEnd) task.delivery.isWhole = false;
		} else await batches.add(item);
	}
	await batches.finish();
}

function refusal({ line, reason, cells }: RefusedLine) {
	return { line, reason, cells };
}

/** Applies changes in as many transactions as they need, or works out what that would do. */
function applyAll(changes: readonly MetadataChange[], task: MetadataImport): Promise<AppliedChange[]> {
	const { db, clock, changeSet, existingOnly, mode, since, fillsUp, edited } = task;
	const rules = { existingOnly, mode, since, fillsUp, filled: filledAmong(changes, task.filled), edited };
	if (task.foresight) return task.foresight.apply(db.read, changes, rules, clock.now());
	return writeInParts(changes, (some) => db.write(applyMetadata, { ...rules, changes: some, changeSet }));
}

/** Those of the filled-up barcodes that the changes may mean. */
function filledAmong(changes: readonly MetadataChange[], filled: ReadonlySet<string>): ReadonlySet<string> {
	if (filled.size === 0) return filled;
	return new Set(changes.flatMap(({ barcode }) => otherForms(barcode)).filter((form) => filled.has(form)));
}

function report(
	{ report: into, onPicture, onDescribed, since, fillsUp, filled, delivery }: MetadataImport,
	source: string,
	{ line, change, pictures = {} }: NumberedChange,
	applied: AppliedChange,
) {
	const { outcome, barcode, values, edited, otherForm } = applied;
	delivery?.barcodes.add(detached(barcode));
	const given = fillsUp && barcode !== change.barcode ? filledUp(change.barcode) : undefined;
	if (outcome === "unknown") {
		const reason = `barcode ${change.barcode} is not in the catalogue`;
		refuse(into, { source, line, reason }, change.barcode);
		return;
	}
	for (const [variant, url] of Object.entries(pictures))
		onPicture?.({ source, line, barcode, variant: variant as Variant, url });
	into.products[outcome]++;
	onDescribed(barcode);
	if (outcome === "created") reportBarcode(into.newProducts, { source, line, barcode });
	reportValues(into, barcode, values);
	reportEdited(into, barcode, edited);
	if (given !== undefined) {
		reportForm(into.filledUp, { source, line, barcode: change.barcode, product: given });
		if (barcode === given) filled.add(detached(barcode));
	} else if (since !== null && looksShortened(change.barcode) && barcode === change.barcode)
		reportForm(into.looksShortened, { source, line, barcode, product: filledUp(barcode) ?? barcode });
	if (barcode !== (given ?? change.barcode))
		reportForm(into.matched, { source, line, barcode: change.barcode, product: barcode });
	if (otherForm !== null) reportForm(into.newForms, { source, line, barcode, product: otherForm });
}

/** Collects the next batch while the previous one is written; its size adapts to the time that writes take. */
function batchWriter(source: string, task: MetadataImport) {
	let gathered: NumberedChange[] = [];
	let writing: Promise<void> = Promise.resolve();
	let batchSize = 50;

	async function write(batch: readonly NumberedChange[]): Promise<void> {
		const startedAt = performance.now();
		for (const { change } of batch) task.onChange?.(change);
		const applied = await applyAll(
			batch.map((each) => each.change),
			task,
		);
		const tookMs = performance.now() - startedAt;
		const pace = task.holdsUpServer() ? BESIDE_A_SERVER : ALONE;
		batchSize = nextBatchSize(batch.length, tookMs, pace);
		batch.forEach((each, index) => {
			const { [index]: one } = applied;
			if (one) report(task, source, each, one);
		});
		task.onProgress();
		if (pace.pauseMs > 0) await sleep(pace.pauseMs);
	}

	async function flush(): Promise<void> {
		await writing;
		const batch = gathered;
		gathered = [];
		if (batch.length > 0) writing = write(batch);
	}

	return {
		async add(item: NumberedChange): Promise<void> {
			if (gathered.push(item) >= batchSize) await flush();
		},
		async finish(): Promise<void> {
			await flush();
			await writing;
		},
	};
}
