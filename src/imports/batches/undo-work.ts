import { tellAllProducts } from "../../catalogue/certificates/tell-products.ts";
import { openChangeSet } from "../../catalogue/history/change-set.ts";
import { type UndoOutcome, undoChanges } from "../../pictures/store/undo-changes.ts";
import { BESIDE_A_SERVER, nextBatchSize, pause } from "../../platform/db/pace.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { writeInParts } from "../../platform/db/write-in-parts.ts";
import { changesOfSet } from "./changes-of-set.ts";
import type { ImportBatch, ImportProgress, UndoSummary } from "./store.ts";
import type { TaskParts, TaskWork } from "./task-work.ts";

/** Changes that were not undone, listed in the report. */
const NAMED = 200;
const ROWS_READ = 500;

/** A change that an import made. */
interface MadeChange {
	readonly id: number;
	readonly barcode: string;
}

/**
 * Undoes what an import changed, newest first. A product changed again since is left alone, because the newer change builds on the import. Run
 * again, it counts what it undid earlier as already undone.
 */
export function createUndoWork(parts: TaskParts, batch: ImportBatch): TaskWork {
	const { db, clock, uploadOffsetMinutes } = parts;
	const startedMs = performance.now();
	const report = { undone: 0, already: 0, newer: 0, lost: 0, kept: [] as UndoSummary["kept"][number][] };
	let progress: ImportProgress | null = null;

	function note({ barcode }: MadeChange, outcome: UndoOutcome): void {
		if (outcome.kind === "undone") report.undone++;
		else if (outcome.kind === "already_undone" || outcome.kind === "not_found") report.already++;
		// An import changes no barcode of a product.
		else if (outcome.kind !== "barcode_taken") {
			report[outcome.kind === "newer" ? "newer" : "lost"]++;
			if (report.kept.length < NAMED) report.kept.push({ barcode, why: outcome.kind });
		}
	}

	async function undo(changes: readonly MadeChange[], changeSet: number): Promise<void> {
		const outcomes = await writeInParts(changes, (some) =>
			db.write(undoChanges, { ids: some.map(({ id }) => id), uploadOffsetMinutes, changeSet }),
		);
		changes.forEach((change, at) => {
			const { [at]: outcome } = outcomes;
			if (outcome) note(change, outcome);
		});
	}

	async function undoAll(signal: AbortSignal, changeSet: number, all: number): Promise<void> {
		let batchSize = 20;
		let done = 0;
		for await (const changes of changesOf(db.scan, batch)) {
			for (let at = 0; at < changes.length && !signal.aborted; ) {
				const some = changes.slice(at, at + batchSize);
				const beganMs = performance.now();
				await undo(some, changeSet);
				batchSize = nextBatchSize(some.length, performance.now() - beganMs, BESIDE_A_SERVER);
				at += some.length;
				done += some.length;
				const share = done / Math.max(1, all);
				progress = { lines: done, pictures: 0, allPictures: 0, refused: 0, share, atMs: clock.now() };
				await pause(BESIDE_A_SERVER);
			}
			if (signal.aborted) return;
		}
	}

	return {
		progress: () => progress,
		reports() {
			const tookMs = Math.round(performance.now() - startedMs);
			return { undo_report: JSON.stringify({ ...report, tookMs } satisfies UndoSummary) };
		},
		async run(signal) {
			await tellAllProducts(db);
			const all = await countChanges(db.scan, batch);
			const { task_by: accountId, source_batch, ownership } = batch;
			const source = { kind: "undo", accountId, batch: source_batch, ownership } as const;
			const changeSet = all === 0 ? 0 : await db.write(openChangeSet, { source, atMs: clock.now() });
			await undoAll(signal, changeSet, all);
			await tellAllProducts(db);
			return {};
		},
	};
}

/** Everything that the import changed, newest first, in batches. */
async function* changesOf(tx: Tx, batch: ImportBatch): AsyncGenerator<MadeChange[]> {
	for (const set of batch.change_sets.toReversed()) {
		let before = Number.MAX_SAFE_INTEGER;
		for (;;) {
			const made = changesOfSet(tx, set).select(["id", "barcode"]).where("id", "<", before);
			const rows = await made.orderBy("id", "desc").limit(ROWS_READ).execute();
			if (rows.length === 0) break;
			before = Number(rows.at(-1)?.id);
			yield rows.map(({ id, barcode }) => ({ id: Number(id), barcode }));
		}
	}
}

async function countChanges(tx: Tx, batch: ImportBatch): Promise<number> {
	let sum = 0;
	for (const set of batch.change_sets) {
		const counted = changesOfSet(tx, set).select(({ fn }) => fn.countAll<number>().as("changes"));
		sum += Number((await counted.executeTakeFirstOrThrow()).changes);
	}
	return sum;
}
