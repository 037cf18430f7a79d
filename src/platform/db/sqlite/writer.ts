import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import type { CommandRegistry } from "../command.ts";
import { createCommitCounter } from "../commit-counts.ts";
import { TransactionTooLong } from "../database.ts";
import { sqliteTraits, withClock } from "../engine-traits.ts";
import { createGroupCommit, type Transact } from "../group-commit.ts";
import { openSqlite, type SqliteConnection } from "./connection.ts";
import { createSqliteKysely, onThisThread } from "./dialect.ts";
import { createGathering } from "./gathering.ts";
import type { FaultReply, WriteReplies, WriteRequests, WriterOptions } from "./messages.ts";
import { createDiskReserve, reserveFile } from "./reserve.ts";

/** The body of the writer thread: receives lists of writes, commits them in groups, responds in lists. */
export function serveWrites(commands: CommandRegistry): void {
	if (!parentPort) throw new Error("the writer runs in a worker thread");
	const port = parentPort;
	const { file, counts, enough, sharedMs } = workerData as WriterOptions;
	const connection = openSqlite(file, "writing");
	const reserve = createDiskReserve(reserveFile(file));
	const reply = replyInLists(port);
	const fail = (id: number, fault: unknown) => port.postMessage({ id, fault: describeFault(fault) });
	const commit = createGroupCommit({
		commands,
		traits: withClock(sqliteTraits, sharedMs),
		transact: transactOn(connection),
		counter: createCommitCounter(counts),
		gather: createGathering(enough, () => {
			for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) hear(next.message);
		}),
		async rescue({ command }, fault, again) {
			if (!isFull(fault) || !commands.get(command)?.usesReserve || !reserve.give()) return false;
			try {
				await again();
				checkpointIfThereIsRoom(connection);
			} finally {
				reserve.takeBack();
			}
			return true;
		},
	});

	port.on("message", hear);

	function hear(message: WriteRequests | "close"): void {
		if (message === "close") {
			connection.close();
			port.close();
			return;
		}
		const { command, ids, inputs } = message;
		if (reserve.isShort() && !commands.get(command)?.usesReserve) {
			for (const id of ids) fail(id, new Error(FULL));
			return;
		}
		inputs.forEach((input, place) => {
			const id = ids[place] as number;
			commit({
				command,
				input,
				succeed: (outcome) => reply(id, outcome),
				fail: (fault) => fail(id, fault),
			});
		});
	}
}

/** So that the log is written from its start again, instead of growing. The database file may need more room for that than there is; the log grows then. */
function checkpointIfThereIsRoom(connection: ReturnType<typeof openSqlite>): void {
	try {
		connection.exec("PRAGMA wal_checkpoint(PASSIVE)");
	} catch (fault) {
		if (!isFull(fault)) throw fault;
	}
}

/** SQLite's message. */
const FULL = "database or disk is full";

function isFull(fault: unknown): boolean {
	return String(fault).includes(FULL);
}

/** Runs one transaction until it is durable. IMMEDIATE, so that it waits for another writing process here and not midway. */
export function transactOn(connection: SqliteConnection): Transact {
	const tx = createSqliteKysely(onThisThread(connection));
	return async (work) => {
		connection.exec("BEGIN IMMEDIATE");
		try {
			const result = await work(tx);
			connection.exec("COMMIT");
			return result;
		} catch (fault) {
			rollBack(connection);
			throw fault;
		}
	};
}

/** SQLite rolls back by itself on some faults (disk full, I/O error); then there is nothing left to roll back. */
function rollBack(connection: SqliteConnection): void {
	try {
		connection.exec("ROLLBACK");
	} catch (fault) {
		if (!/no transaction is active/.test(String(fault))) throw fault;
	}
}

function replyInLists(port: MessagePort): (id: number, outcome: unknown) => void {
	let ids: number[] = [];
	let outcomes: unknown[] = [];
	return (id, outcome) => {
		outcomes.push(outcome);
		if (ids.push(id) > 1) return;
		queueMicrotask(() => {
			const replies: WriteReplies = { ids, outcomes };
			[ids, outcomes] = [[], []];
			port.postMessage(replies);
		});
	};
}

function describeFault(fault: unknown): FaultReply["fault"] {
	if (!(fault instanceof Error)) return { message: String(fault) };
	const isTooLong = fault instanceof TransactionTooLong;
	return { message: fault.message, isTooLong, ...(fault.stack ? { stack: fault.stack } : {}) };
}
