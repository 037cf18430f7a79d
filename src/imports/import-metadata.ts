import { setTimeout as sleep } from "node:timers/promises";
import { filledUp, looksShortened, otherForms } from "../catalogue/barcodes/same-product.ts";
import type { Variant } from "../catalogue/fields/scopes.ts";
import { applyMetadata } from "../catalogue/writing/apply-metadata.ts";
import type { AppliedChange, ChangeRules } from "../catalogue/writing/change-drafts.ts";
import type { MetadataChange } from "../catalogue/writing/metadata-change.ts";
import { ALONE, BESIDE_A_SERVER, nextBatchSize } from "../platform/db/pace.ts";
import { writeInParts } from "../platform/db/write-in-parts.ts";
import type { WantedPicture } from "./fetched/fetch-pictures.ts";
import { certificatesOfFile } from "./formats/certificates-of-file.ts";
import type { RefusedLine } from "./formats/metadata-line.ts";
import type { PictureUrls } from "./formats/table-columns.ts";
import {
	detached,
	refuse,
	reportBarcode,
	reportEdited,
	reportForm,
	reportRemark,
	reportTable,
	reportValues,
} from "./report.ts";
import type { ImportRun } from "./run.ts";
import type { MetadataSource } from "./sources/sources.ts";

/** What the rows of files ask for and deliver. */
export interface FileContents {
	/** Pictures that they give the address of, if they are to be fetched. */
	readonly wanted: readonly WantedPicture[];
	/** Barcodes of a delivery's products, in every form where it is not known which one is meant. */
	readonly delivered: ReadonlySet<string>;
	/** False if a part could not be read: what that had cannot be called absent. */
	readonly isWhole: boolean;
}

interface FileImport {
	readonly run: ImportRun;
	/** The file's name. */
	readonly source: string;
	readonly rules: Omit<ChangeRules, "filled">;
	readonly wanted: WantedPicture[];
	readonly delivered: Set<string>;
	/** Called with the barcode of each product that a row describes. */
	readonly onDescribed: (barcode: string) => void;
}

interface NumberedChange {
	readonly line: number;
	readonly change: MetadataChange;
	readonly pictures?: PictureUrls | undefined;
}

/** Imports one metadata file: valid lines are applied in batches, the others are rejected by line number. @param lead.fillsUp whether its barcodes lost their leading zeros */
export async function importMetadata(
	run: ImportRun,
	found: MetadataSource,
	{ fillsUp, onDescribed }: Pick<FileImport, "onDescribed"> & Pick<ChangeRules, "fillsUp">,
): Promise<FileContents> {
	const { order, report, signal } = run;
	const { source, isExact = false } = found;
	const { existingOnly, mode, keepsEdited } = order;
	const since = order.exact || isExact ? null : run.since;
	const rules = { existingOnly, mode, since, fillsUp, edited: keepsEdited ? "keep" : "replace" } as const;
	const file: FileImport = { run, source, rules, wanted: [], delivered: new Set(), onDescribed };
	const batches = batchWriter(file);
	const certificates = certificatesOfFile();
	let isWhole = true;
	const lines = order.format.read(found.format, counted(found.chunks(), run.onRead), {
		onRead: (reading) => reportTable(report, { source, ...reading }),
		onRemark: (line, text) => reportRemark(report, text, { source, line }),
	});
	for await (const item of lines) {
		if (signal.aborted) break;
		if ("reason" in item) {
			refuseLine(file, item);
			if (item.isEnd) isWhole = false;
			continue;
		}
		const checked = certificates(item);
		if ("reason" in checked) refuseLine(file, checked);
		else await batches.add(checked);
	}
	await batches.finish();
	return { wanted: file.wanted, delivered: file.delivered, isWhole };
}

async function* counted(
	chunks: AsyncIterable<Uint8Array>,
	onRead: ImportRun["onRead"],
): AsyncGenerator<Uint8Array> {
	for await (const chunk of chunks) {
		onRead(chunk.length);
		yield chunk;
	}
}

/** The catalogue may have the product of a refused line in another form. */
function refuseLine(
	{ run: { order, report }, source, delivered }: FileImport,
	{ line, reason, cells, barcode }: RefusedLine,
): void {
	refuse(report, { source, line, reason, cells }, barcode);
	if (!order.delivery || barcode === undefined) return;
	for (const form of [barcode, ...otherForms(barcode)]) delivered.add(form);
}

/** Applies changes in as many transactions as they need, or works out what that would do. */
function applyAll({ run, rules }: FileImport, changes: readonly MetadataChange[]): Promise<AppliedChange[]> {
	const { db, clock, changeSet, dryRun } = run;
	const allRules = { ...rules, filled: filledAmong(changes, run.filled) };
	if (dryRun) return dryRun.apply(db.read, changes, allRules, clock.now());
	return writeInParts(changes, (some) => db.write(applyMetadata, { ...allRules, changes: some, changeSet }));
}

/** Those of the filled-up barcodes that the changes may mean. */
function filledAmong(changes: readonly MetadataChange[], filled: ReadonlySet<string>): ReadonlySet<string> {
	if (filled.size === 0) return filled;
	return new Set(changes.flatMap(({ barcode }) => otherForms(barcode)).filter((form) => filled.has(form)));
}

const WITHHELD = "hechshers stored, but not served while a kosher alert withholds them";

function reportApplied(
	{ run, source, rules, wanted, delivered, onDescribed }: FileImport,
	{ line, change, pictures = {} }: NumberedChange,
	{ outcome, barcode, values, edited, otherForm, certificates, withheld, reason: refusal }: AppliedChange,
): void {
	const { order, report, filled } = run;
	if (order.delivery) delivered.add(detached(barcode));
	if (outcome === "unknown" || outcome === "refused") {
		const reason = refusal ?? `barcode ${change.barcode} is not in the catalogue`;
		refuse(report, { source, line, reason }, change.barcode);
		return;
	}
	if (withheld) reportRemark(report, WITHHELD, { source, line });
	for (const [variant, url] of Object.entries(pictures)) {
		if (order.fetchPicture && !order.dryRun)
			wanted.push({ source, line, barcode, variant: variant as Variant, url });
		else report.unfetched++;
	}
	report.products[outcome]++;
	onDescribed(barcode);
	if (outcome === "created") reportBarcode(report.newProducts, { source, line, barcode });
	for (const _ of certificates) reportRemark(report, "certificates, new or changed", { source, line });
	reportValues(report, barcode, values);
	reportEdited(report, barcode, edited);
	const given = rules.fillsUp && barcode !== change.barcode ? filledUp(change.barcode) : undefined;
	if (given !== undefined) {
		reportForm(report.filledUp, { source, line, barcode: change.barcode, product: given });
		if (barcode === given) filled.add(detached(barcode));
	} else if (rules.since !== null && looksShortened(change.barcode) && barcode === change.barcode)
		reportForm(report.looksShortened, { source, line, barcode, product: filledUp(barcode) ?? barcode });
	if (barcode !== (given ?? change.barcode))
		reportForm(report.matched, { source, line, barcode: change.barcode, product: barcode });
	if (otherForm !== null) reportForm(report.newForms, { source, line, barcode, product: otherForm });
}

/** Collects the next batch while the previous one is written; its size adapts to the time that writes take. */
function batchWriter(file: FileImport) {
	const { order, onChange, onProgress } = file.run;
	let gathered: NumberedChange[] = [];
	let writing: Promise<void> = Promise.resolve();
	let batchSize = 50;

	async function write(batch: readonly NumberedChange[]): Promise<void> {
		const startedAt = performance.now();
		for (const { change } of batch) onChange(change);
		const applied = await applyAll(
			file,
			batch.map((each) => each.change),
		);
		const tookMs = performance.now() - startedAt;
		const pace = order.holdsUpServer() ? BESIDE_A_SERVER : ALONE;
		batchSize = nextBatchSize(batch.length, tookMs, pace);
		batch.forEach((each, index) => {
			const { [index]: one } = applied;
			if (one) reportApplied(file, each, one);
		});
		onProgress();
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
