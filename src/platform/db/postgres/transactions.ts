import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient, QueryResultRow } from "pg";
import { StorageUnavailable } from "../database.ts";
import { AnswerLost, CommitUnknown, StoreGone, type Transact } from "../group-commit.ts";
import type { Tx } from "../tx.ts";
import { queryOn, type ServerProcess, serverProcessOf, statementsOn, takeConnection } from "./connections.ts";
import { createPostgresKysely } from "./dialect.ts";
import { asUnavailable, isWorthRepeating } from "./faults.ts";
import { findAfterTermination } from "./single-statements.ts";
import type { StatementNames } from "./statement-names.ts";

/** How often a transaction is retried after a conflict. */
const REPEATS = 5;

/**
 * Transactions on the connections of a pool. When the connection is lost during the commit, the outcome is looked up by transaction id, for as long
 * as it takes (SPEC D39). A server that restarted or took over may have given that id to another transaction; then the outcome has to be found from
 * the data that was written.
 * @param closing aborts such lookups when the database is closed.
 */
export function transactOn(pool: Pool, names: StatementNames, closing: AbortSignal): Transact {
	async function attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
		const client = await takeConnection(pool);
		const open = begin(client);
		let result: T;
		try {
			result = await work(createPostgresKysely(statementsOn(client, names)));
			await open;
		} catch (fault) {
			// Closing the connection rolls back whatever its state.
			client.release(true);
			throw fault;
		}
		await commit(client, await open);
		return result;
	}

	async function commit(client: PoolClient, transactionId: string): Promise<void> {
		let tag: string;
		try {
			tag = (await client.query("commit")).command;
		} catch (fault) {
			client.release(true);
			const unavailable = asUnavailable(fault);
			if (!(unavailable instanceof StoreGone)) throw unavailable;
			throw new CommitUnknown(
				unavailable.message,
				outcomeOf({ pool, transactionId, served: serverProcessOf(client), closing }),
			);
		}
		client.release();
		if (tag !== "COMMIT") throw new StorageUnavailable(`the transaction was not committed: ${tag}`);
	}

	return async (work) => {
		for (let time = 1; ; time++) {
			try {
				return await attempt(work);
			} catch (fault) {
				const cause = fault instanceof StorageUnavailable ? fault.cause : undefined;
				if (!isWorthRepeating(cause) || time > REPEATS) throw fault;
			}
		}
	};
}

/** Begins a transaction and requests its id in one message, without waiting: statements are sent right behind it. @returns its id. */
function begin(client: PoolClient): Promise<string> {
	const begun = client.query("begin; select pg_current_xact_id()::text as id").then(
		(results) => (results as unknown as { rows: { id: string }[] }[])[1]?.rows[0]?.id ?? "",
		(fault) => {
			throw asUnavailable(fault);
		},
	);
	// Awaited before the commit; until then, a failure surfaces in the statements that follow.
	begun.catch(() => undefined);
	return begun;
}

const RETRY_MS = 200;

interface LostCommit {
	readonly pool: Pool;
	readonly transactionId: string;
	/** The backend that ran the transaction; `undefined` where the server does not reveal it. */
	readonly served: ServerProcess | undefined;
	readonly closing: AbortSignal;
}

interface Outcome {
	readonly status: string | null;
	readonly serverStartedAt: string;
}

/** Polls until the server knows the outcome. @throws AnswerLost when that server was restarted or replaced, StorageUnavailable on closing. */
async function outcomeOf({ pool, transactionId, served, closing }: LostCommit): Promise<boolean> {
	while (!closing.aborted) {
		const outcome = await askFor(pool, transactionId);
		if (outcome && served && outcome.serverStartedAt !== served.serverStartedAt) {
			throw new AnswerLost("PostgreSQL: the server was restarted or replaced during a commit", (find) =>
				findAfterTermination(pool, served, closing, find),
			);
		}
		if (outcome && outcome.status !== "in progress") return outcome.status === "committed";
		await sleep(RETRY_MS);
	}
	throw new StorageUnavailable("closed before it was known whether a transaction was committed");
}

/**
 * A server that took over may not have reached this id yet and would raise an error. On the original server, an id beyond all finished ones is still
 * in progress.
 */
const STATUS = `select pg_postmaster_start_time()::text as "serverStartedAt",
	case when $1::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status($1::xid8) else 'in progress' end as status`;

/** @returns `undefined` while no server answers. */
async function askFor(pool: Pool, transactionId: string): Promise<Outcome | undefined> {
	try {
		return (await queryOn<Outcome & QueryResultRow>(pool, { text: STATUS, values: [transactionId] })).rows[0];
	} catch {
		return undefined;
	}
}
