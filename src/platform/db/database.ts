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
	 * A scan of rows that consist mostly of bytes, megabytes of them, which a server would otherwise send as text of twice the size. The query must
	 * select the columns `number` and `bytes`, and have its values inlined (`sql.lit`). Each row's bytes have their own memory.
	 */
	scanBytes(query: CompiledQuery<NumberedBytes>): Promise<NumberedBytes[]>;
	/** For checking whether the database answers: on a connection of its own, so that somebody's long query is not mistaken for an outage. */
	readonly probe: Tx;
	/** Turns a compiled query into a function of its first parameters that returns the first row, without building the query on each call. */
	pointRead<R>(query: CompiledQuery<R>): PointRead<R>;
	/** Runs a command; resolves when its transaction is durable. Rejects with `StorageUnavailable` when it could not be committed. */
	write<I, O>(command: Command<I, O>, input: I): Promise<O>;
	/**
	 * Lets writes wait up to two milliseconds for others, until so many are committed together; 0 for none. Absent where a commit costs little more
	 * than a write.
	 */
	readonly gather?: (enough: number) => void;
	/** Current activity, for monitoring. */
	activity(): DatabaseActivity;
	/** Waits for work in progress, then closes every connection. */
	close(): Promise<void>;
}

/** A row read by `scanBytes`. */
export interface NumberedBytes {
	readonly number: number;
	readonly bytes: Uint8Array;
}

export interface DatabaseActivity {
	readonly commits: CommitCounts;
	/** Writes that have no outcome yet. */
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

/** A transaction exceeded its time limit and was rolled back. A smaller one, or the same one later, may succeed. */
export class TransactionTooLong extends StorageUnavailable {}
