import { BlobMissing, type BlobStore, BlobUnavailable } from "../platform/blobs/blob-store.ts";
import { type Database, StorageUnavailable } from "../platform/db/database.ts";
import { ulid } from "../platform/ids.ts";
import { plainFault } from "../platform/plain-fault.ts";
import { leaseOn, leaveTask, renewTask, type TaskEnd } from "../platform/tasks/claims.ts";
import { LEASE_MS } from "../platform/tasks/lease.ts";
import type { TaskTable } from "../platform/tasks/task-table.ts";
import { type WorkEnd, workUnderLease } from "../platform/tasks/work-under-lease.ts";
import type { Clock } from "../platform/time/clock.ts";
import { createLabelReader, type LabelReader } from "./reader-pool.ts";
import { recordReading } from "./record-reading.ts";
import { countUnread, figuresOf, nextUnread, type ReadingFigures } from "./run.ts";

interface ReadingParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	readonly shutdown?: AbortSignal;
}

/** Reads the labels that are left, under the lease of a claimed task. What was read is kept, however it ends. */
export async function performReading(parts: ReadingParts, task: TaskTable): Promise<void> {
	const { db, shutdown } = parts;
	const held = leaseOn(task);
	let figures = figuresOf(task);
	const reader = createLabelReader();
	try {
		const end = await workUnderLease(db, {
			renew: () => db.write(renewTask, { ...held, progress: figures }),
			async work(signal) {
				const problem = await reader.problem();
				if (problem !== null) throw new Error(problem);
				figures = { ...figures, total: figures.read + (await countUnread(db)) };
				for await (const now of readEach({ ...parts, reader, task, signal }, figures)) figures = now;
			},
			shutdown,
		});
		if (end.kind === "lost") return;
		await db.write(leaveTask, { ...held, progress: figures, end: endOf(end) });
		if (end.kind === "failed") throw end.fault;
	} finally {
		await reader.close();
	}
}

interface Reading extends ReadingParts {
	readonly reader: LabelReader;
	readonly task: TaskTable;
	readonly signal: AbortSignal;
}

async function* readEach(reading: Reading, before: ReadingFigures): AsyncGenerator<ReadingFigures> {
	const { db, blobs, clock, reader, task, signal } = reading;
	const accountId = task.account_id;
	if (accountId === null) throw new Error("nobody asked for the labels to be read");
	let figures = before;
	for (let after = ""; !signal.aborted; ) {
		const picture = await nextUnread(db, after);
		if (!picture) return;
		after = picture.barcode;
		const outcome = await outcomeOf(picture.original_blob, blobs, reader, signal);
		if (signal.aborted || outcome === undefined) return;
		const nowMs = clock.now();
		const actor = { accountId, address: null, requestId: task.ref, atMs: nowMs };
		const proposalId = `prop_${ulid(nowMs)}`;
		const made = await db.write(recordReading, {
			imageId: picture.image_id,
			barcode: picture.barcode,
			outcome,
			proposalId,
			actor,
			enterFrom: figures.enterFrom,
		});
		if (made === "gone") continue;
		figures = {
			...figures,
			read: figures.read + 1,
			suggested: figures.suggested + (made.isSuggested ? 1 : 0),
			entered: figures.entered + made.entered,
			refused: figures.refused + ("refused" in outcome ? 1 : 0),
		};
		yield figures;
	}
}

/** @returns undefined once it is to end: what was begun is read again by whoever goes on. */
async function outcomeOf(blob: string, blobs: BlobStore, reader: LabelReader, signal: AbortSignal) {
	try {
		return await reader.read(await blobs.get(blob), signal);
	} catch (fault) {
		if (signal.aborted) return undefined;
		if (fault instanceof BlobMissing) return { refused: "the file of the picture is missing" };
		if (fault instanceof BlobUnavailable || fault instanceof StorageUnavailable) throw fault;
		return { refused: `the picture cannot be read: ${(fault as Error).message}` };
	}
}

function endOf(end: Exclude<WorkEnd<void>, { kind: "lost" }>): TaskEnd {
	if (end.kind === "released") return { kind: "released" };
	if (end.kind !== "failed") return { kind: end.kind };
	const failure = plainFault(end.fault);
	const isPassing = end.fault instanceof StorageUnavailable || end.fault instanceof BlobUnavailable;
	return isPassing ? { kind: "released", afterMs: LEASE_MS, failure } : { kind: "failed", failure };
}
