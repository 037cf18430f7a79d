import type { CompiledQuery } from "kysely";
import type { Command } from "./command.ts";
import type { CommitCounts } from "./commit-counts.ts";
import type { EngineTraits } from "./engine-traits.ts";
import type { Tx } from "./tx.ts";

/**
 * The relational store. Reads go straight to the database; every write is a command that runs in one transaction, committed
 * together with whatever else was waiting and durable before its promise resolves.
 */
export interface Database {
	readonly traits: EngineTraits;
	/** For queries by key: answers within microseconds. On SQLite they run on the calling thread. */
	readonly read: Tx;
	/** For listings, counts and reports, which may take long. On SQLite they run in a thread of their own. */
	readonly scan: Tx;
	/**
	 * A scan of rows that are mostly bytes, megabytes of them: a server would send them as text, twice as long. The columns of the query are
	 * `number` and `bytes`, and it has its values in its text (`sql.lit`). The bytes of each row have memory of their own.
	 */
	scanBytes(query: CompiledQuery<NumberedBytes>): Promise<NumberedBytes[]>;
	/** For the question whether the database answers: on a connection of its own, so that nobody's long query is taken for an outage. */
	readonly probe: Tx;
	/**
	 * Turns a compiled query into a function of its parameters that returns the first row, without building a query per call. The
	 * arguments of the call replace the first values that the query was compiled with; the others stay.
	 */
	pointRead<R>(query: CompiledQuery<R>): PointRead<R>;
	/** Runs a command; resolves when its transaction is durable. Rejects with `StorageUnavailable` when it could not be committed. */
	write<I, O>(command: Command<I, O>, input: I): Promise<O>;
	/** Current activity, for monitoring. */
	activity(): DatabaseActivity;
	/** Waits for work in progress, then closes every connection. */
	close(): Promise<void>;
}

/** A row that `scanBytes` reads. */
export interface NumberedBytes {
	readonly number: number;
	readonly bytes: Uint8Array;
}

export interface DatabaseActivity {
	readonly commits: CommitCounts;
	/** Writes without an outcome yet. */
	readonly writesWaiting: number;
	/** Connections to a server, or threads, by purpose. */
	readonly pools: Readonly<Record<string, PoolActivity>>;
}

export interface PoolActivity {
	readonly open: number;
	readonly idle: number;
	/** Statements waiting for a connection or a thread. */
	readonly waiting: number;
}

export type PointRead<R> = (...parameters: readonly unknown[]) => Promise<R | undefined>;

/** The database could not be reached, or refused to store (disk full, locked for too long, connection lost). */
export class StorageUnavailable extends Error {
	override readonly name = "StorageUnavailable";
}

/** A transaction took longer than it may, and was rolled back. A smaller one, or the same at a better moment, can succeed. */
export class TransactionTooLong extends StorageUnavailable {}
