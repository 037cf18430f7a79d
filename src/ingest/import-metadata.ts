import { setTimeout as sleep } from "node:timers/promises";
import { applyMetadata, type ChangeOutcome } from "../catalogue/apply-metadata.ts";
import type { MetadataChange } from "../catalogue/metadata-change.ts";
import { type Clock, manualTimeMs } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { ALONE, BESIDE_A_SERVER, nextBatchSize } from "../platform/db/pace.ts";
import { writeInParts } from "../platform/db/write-in-parts.ts";
import type { readMetadata } from "./metadata-file.ts";
import { detached, type ImportReport, refuse } from "./report.ts";
import type { MetadataSource } from "./sources.ts";

interface MetadataImport {
	readonly db: Database;
	readonly clock: Clock;
	readonly existingOnly: boolean;
	readonly dryRun: boolean;
	/** Whether a running server is blocked while the import writes. */
	readonly holdsUpServer: () => boolean;
	/** The change set of its changes; null for a dry run. */
	readonly changeSet?: number | null | undefined;
	readonly read: typeof readMetadata;
	readonly report: ImportReport;
	/** Barcodes that a dry run would create: its pictures will not find them in the catalogue. */
	readonly madeByMetadata: Set<string>;
	readonly onProgress: () => void;
	readonly signal?: AbortSignal;
}

interface NumberedChange {
	readonly line: number;
	readonly change: MetadataChange;
}

/** Imports one metadata file: valid lines are applied in batches, the others are rejected by line number. */
export async function importMetadata(source: MetadataSource, task: MetadataImport): Promise<void> {
	const batches = batchWriter(source.source, task);
	for await (const item of task.read(source.format, source.chunks())) {
		if (task.signal?.aborted) break;
		if ("reason" in item)
			refuse(task.report, { source: source.source, line: item.line, reason: item.reason });
		else await batches.add({ line: item.line, change: item.change });
	}
	await batches.finish();
}

/** A dry run creates nothing, so every line of a new product looks like a creation: only the first one counts as such. */
function toldOf(
	outcome: Exclude<ChangeOutcome, "unknown">,
	barcode: string,
	{ dryRun, madeByMetadata }: MetadataImport,
): Exclude<ChangeOutcome, "unknown"> {
	if (!dryRun || outcome !== "created") return outcome;
	if (madeByMetadata.has(barcode)) return "updated";
	madeByMetadata.add(detached(barcode));
	return "created";
}

/** Collects the next batch while the previous one is written; its size adapts to the time that writes take. */
function batchWriter(source: string, task: MetadataImport) {
	let gathered: NumberedChange[] = [];
	let writing: Promise<void> = Promise.resolve();
	let batchSize = 50;

	async function write(batch: readonly NumberedChange[]): Promise<void> {
		const startedAt = performance.now();
		const { existingOnly, dryRun, changeSet } = task;
		const outcomes = await writeInParts(
			batch.map((each) => each.change),
			(changes) =>
				task.db.write(applyMetadata, {
					changes,
					existingOnly,
					dryRun,
					changeSet,
					nowMs: manualTimeMs(task.clock),
				}),
		);
		const tookMs = performance.now() - startedAt;
		const pace = task.holdsUpServer() ? BESIDE_A_SERVER : ALONE;
		batchSize = nextBatchSize(batch.length, tookMs, pace);
		batch.forEach(({ line, change }, index) => {
			const outcome = outcomes[index];
			if (outcome === "unknown" || outcome === undefined) {
				const reason = `barcode ${change.barcode} is not in the catalogue`;
				refuse(task.report, { source, line, reason });
			} else {
				task.report.products[toldOf(outcome, change.barcode, task)]++;
			}
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
