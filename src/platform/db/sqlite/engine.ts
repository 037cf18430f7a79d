import { Worker } from "node:worker_threads";
import type { CompiledQuery } from "kysely";
import { type Clock, systemClock } from "../../time/clock.ts";
import { workerFile } from "../../worker-file.ts";
import type { Command } from "../command.ts";
import { createCommitCounter } from "../commit-counts.ts";
import type { Database, NumberedBytes, PoolActivity } from "../database.ts";
import { sqliteTraits, withClock } from "../engine-traits.ts";
import type { RunStatement } from "../statement-dialect.ts";
import { openSqlite } from "./connection.ts";
import { createSqliteKysely, onThisThread, orUnavailable } from "./dialect.ts";
import type { ReadReply, WriteReplies, WriteRequests, WriterOptions } from "./messages.ts";
import { createWorkerRpc, type WorkerRpc } from "./worker-rpc.ts";

/** Two, so that a listing can be counted on two cores, and a short one need not wait for a long one. */
const READERS = 2;

/** Nothing outlives a batch, so a small young generation costs no time; by default it would grow to tens of megabytes. */
const WRITER_YOUNG_MEGABYTES = 8;

/** Maximum number of writes in one message. */
const LIST_LIMIT = 16;

/** Opens an existing, migrated SQLite file: point reads on this thread, writes and long reads on threads that are started on first use. */
export function openSqliteDatabase(file: string, { sharedMs }: Clock = systemClock): Database {
	const connection = openSqlite(file, "reading");
	const counter = createCommitCounter();
	const enough = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
	const writer = createWorkerRpc<WriteReplies>(
		() =>
			new Worker(workerFile("sqlite-writer"), {
				workerData: { file, counts: counter.memory, enough, sharedMs } satisfies WriterOptions,
				resourceLimits: { maxYoungGenerationSizeMb: WRITER_YOUNG_MEGABYTES },
			}),
		({ ids, outcomes }, answer) => {
			outcomes.forEach((outcome, place) => {
				answer(ids[place] as number, outcome);
			});
		},
	);
	const readers = Array.from({ length: READERS }, () =>
		createWorkerRpc<ReadReply>(
			() => new Worker(workerFile("sqlite-reader"), { workerData: { file } }),
			({ id, rows }, answer) => answer(id, rows),
		),
	);
	const send = sendInLists(writer.post);

	const inReader: RunStatement = async (sql, parameters) => {
		const reader = leastBusy(readers);
		const rows = await reader.ask<unknown[]>((id) => reader.post({ id, sql, parameters }));
		return { rows, changes: 0 };
	};

	return {
		traits: withClock(sqliteTraits, sharedMs),
		read: createSqliteKysely(onThisThread(connection)),
		scan: createSqliteKysely(inReader),
		scanBytes: async ({ sql }) => (await inReader(sql, [])).rows as NumberedBytes[],
		// Calls on this thread never queue.
		probe: createSqliteKysely(onThisThread(connection)),
		pointRead<R>({ sql, parameters: compiled }: CompiledQuery<R>) {
			const first = connection.first(sql);
			return async (...given) =>
				orUnavailable(() => first([...given, ...compiled.slice(given.length)])) as R | undefined;
		},
		write: <I, O>({ name }: Command<I, O>, input: I) => writer.ask<O>((id) => send(name, id, input)),
		gather: (writes) => void Atomics.store(new Int32Array(enough), 0, writes),
		activity: () => ({
			commits: counter.read(),
			writesWaiting: writer.waiting(),
			pools: { scan: threadActivity(readers) },
		}),
		async close() {
			await Promise.all([writer, ...readers].map((thread) => thread.close()));
			connection.close();
		},
	};
}

/**
 * The writes of one turn of the event loop are sent to the writer thread in few messages, because messages are expensive. A long turn is split, or
 * the two threads would wait for each other instead of overlapping.
 */
function sendInLists(post: (message: WriteRequests) => void) {
	let waiting: { readonly command: string; readonly ids: number[]; readonly inputs: unknown[] } | undefined;
	const sendOff = () => {
		if (waiting) post(waiting);
		waiting = undefined;
	};
	return (command: string, id: number, input: unknown): void => {
		if (waiting && waiting.command !== command) sendOff();
		if (!waiting) {
			waiting = { command, ids: [id], inputs: [input] };
			setImmediate(sendOff);
		} else {
			waiting.ids.push(id);
			if (waiting.inputs.push(input) === LIST_LIMIT) sendOff();
		}
	};
}

/** A thread runs one statement at a time; the others are queued. */
function threadActivity(threads: readonly WorkerRpc[]): PoolActivity {
	const started = threads.filter((thread) => thread.isStarted());
	const idle = started.filter((thread) => thread.waiting() === 0).length;
	const waiting = started.reduce((sum, thread) => sum + Math.max(0, thread.waiting() - 1), 0);
	return { open: started.length, idle, waiting };
}

function leastBusy(threads: readonly WorkerRpc[]): WorkerRpc {
	return threads.reduce((least, thread) => (thread.waiting() < least.waiting() ? thread : least));
}
