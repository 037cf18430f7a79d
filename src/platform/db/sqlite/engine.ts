import { Worker } from "node:worker_threads";
import type { CompiledQuery } from "kysely";
import { workerFile } from "../../worker-file.ts";
import type { Command } from "../command.ts";
import { commitCounter } from "../commit-counts.ts";
import { type Database, type PoolActivity, StorageUnavailable } from "../database.ts";
import { sqliteTraits } from "../engine-traits.ts";
import type { RunStatement } from "../statement-dialect.ts";
import { openSqlite } from "./connection.ts";
import { kyselyOnSqlite, onThisThread, orUnavailable } from "./dialect.ts";
import type { ReadReply, WriteReply, WriteRequest } from "./messages.ts";

/** How long a write waits for another process that writes to the same file (an import, say). */
const BUSY_MILLISECONDS = 10_000;

/** Two, so that a listing is counted by two cores at once, and a short one need not wait for a long one. */
const READERS = 2;

/** Writes that cross together. */
const LIST_LIMIT = 16;

/** Opens an existing, migrated SQLite file: reads on this thread, writes and long reads in threads of their own. */
export function openSqliteDatabase(file: string): Database {
	const options = { file, busyMilliseconds: BUSY_MILLISECONDS };
	const connection = openSqlite(file, { use: "reading", busyMilliseconds: BUSY_MILLISECONDS });
	const counter = commitCounter();
	const writer = conversation<WriteReply>(
		new Worker(workerFile("sqlite-writer"), { workerData: { ...options, counts: counter.memory } }),
	);
	const readers = Array.from({ length: READERS }, () =>
		conversation<ReadReply>(new Worker(workerFile("sqlite-reader"), { workerData: options })),
	);
	const outbox = sendInLists(writer.post);

	const inReader: RunStatement = async (sql, parameters) => {
		const reader = leastBusy(readers);
		const reply = await reader.ask((id) => reader.post({ id, sql, parameters }));
		return { rows: reply.rows ?? [], changes: 0 };
	};

	return {
		traits: sqliteTraits,
		read: kyselyOnSqlite(onThisThread(connection)),
		scan: kyselyOnSqlite(inReader),
		pointRead<R>({ sql, parameters: compiled }: CompiledQuery<R>) {
			const first = connection.first(sql);
			return async (...given) =>
				orUnavailable(() => first([...given, ...compiled.slice(given.length)])) as R | undefined;
		},
		async write<I, O>(command: Command<I, O>, input: I): Promise<O> {
			const reply = await writer.ask((id) => outbox({ id, command: command.name, input }));
			return reply.outcome as O;
		},
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
 * What one turn of the event loop writes crosses to the other thread in few messages: crossings are dear. Not all of a long turn in one,
 * or each thread would stand idle while the other works.
 */
function sendInLists(post: (message: unknown) => void): (request: WriteRequest) => void {
	let requests: WriteRequest[] = [];
	const send = () => {
		if (requests.length > 0) post(requests);
		requests = [];
	};
	return (request) => {
		const length = requests.push(request);
		if (length === 1) setImmediate(send);
		else if (length === LIST_LIMIT) send();
	};
}

/** A thread runs one statement at a time; what else it was asked waits. */
function threadActivity(threads: readonly { waiting(): number }[]): PoolActivity {
	const idle = threads.filter((thread) => thread.waiting() === 0).length;
	const waiting = threads.reduce((sum, thread) => sum + Math.max(0, thread.waiting() - 1), 0);
	return { open: threads.length, idle, waiting };
}

function leastBusy<R extends Reply>(threads: readonly Conversation<R>[]): Conversation<R> {
	return threads.reduce((least, thread) => (thread.waiting() < least.waiting() ? thread : least));
}

interface Reply {
	readonly id: number;
	readonly fault?: { readonly message: string; readonly stack?: string };
}

interface Conversation<R extends Reply> {
	readonly post: (message: unknown) => void;
	/** Gives the request its number and resolves with the reply of that number. */
	ask(send: (id: number) => void): Promise<R>;
	/** How many questions have no answer yet. */
	waiting(): number;
	close(): Promise<void>;
}

/** Questions to a worker thread and its answers, matched by number. A thread that dies fails every open question. */
function conversation<R extends Reply>(worker: Worker): Conversation<R> {
	const open = new Map<number, { resolve: (reply: R) => void; reject: (fault: Error) => void }>();
	let nextId = 0;
	let ended: Error | undefined;

	const settle = (reply: R) => {
		const question = open.get(reply.id);
		open.delete(reply.id);
		if (reply.fault)
			question?.reject(new StorageUnavailable(reply.fault.message, { cause: reply.fault.stack }));
		else question?.resolve(reply);
	};
	const failAll = (fault: Error) => {
		ended = fault;
		for (const question of open.values()) question.reject(fault);
		open.clear();
	};

	worker.on("message", (message: R | R[]) => {
		if (Array.isArray(message)) message.forEach(settle);
		else settle(message);
	});
	worker.on("error", (fault) => failAll(new StorageUnavailable(`database thread failed: ${String(fault)}`)));
	worker.on("exit", () => failAll(new StorageUnavailable("the database is closed")));

	return {
		post: (message) => worker.postMessage(message),
		ask(send) {
			if (ended) return Promise.reject(ended);
			const id = nextId++;
			return new Promise<R>((resolve, reject) => {
				open.set(id, { resolve, reject });
				send(id);
			});
		},
		waiting: () => open.size,
		async close() {
			await waitUntil(() => open.size === 0);
			const gone = new Promise((resolve) => worker.once("exit", resolve));
			worker.postMessage("close");
			if (!ended) await gone;
		},
	};
}

async function waitUntil(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}
