import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { StorageUnavailable } from "../database.ts";
import { CommitUnknown, StoreGone, type Transact } from "../group-commit.ts";
import type { Tx } from "../tx.ts";
import { statementsOn, takeConnection } from "./connections.ts";
import { createPostgresKysely } from "./dialect.ts";
import { asUnavailable, isWorthRepeating } from "./faults.ts";
import type { StatementNames } from "./statement-names.ts";

/** How often a transaction is retried after a conflict. */
const REPEATS = 5;

/**
 * Transactions on the connections of a pool. When the connection is lost during the commit, the outcome is looked up by the transaction
 * id, for as long as it takes (SPEC D39).
 * @param closing ends such waiting when the database is closed.
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
			// Closing the connection rolls back in any state.
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
			const told = asUnavailable(fault);
			if (!(told instanceof StoreGone)) throw told;
			throw new CommitUnknown(told.message, outcomeOf(pool, transactionId, closing));
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

/** Begins a transaction and obtains its id in one message, without waiting: statements are sent right behind it. @returns its id. */
function begin(client: PoolClient): Promise<string> {
	const begun = client.query("begin; select pg_current_xact_id()::text as id").then(
		(results) => (results as unknown as { rows: { id: string }[] }[])[1]?.rows[0]?.id ?? "",
		(fault) => {
			throw asUnavailable(fault);
		},
	);
	// Awaited before the commit; until then a failure surfaces in the statements that follow.
	begun.catch(() => undefined);
	return begun;
}

const RETRY_MS = 200;

/** Polls until the server knows the outcome. @throws StorageUnavailable when the database is closed first. */
async function outcomeOf(pool: Pool, transactionId: string, closing: AbortSignal): Promise<boolean> {
	while (!closing.aborted) {
		try {
			const text = "select pg_xact_status($1::xid8) as status";
			const { rows } = await pool.query<{ status: string | null }>(text, [transactionId]);
			const status = rows[0]?.status;
			if (status !== "in progress") return status === "committed";
		} catch {
			// The server is not back yet.
		}
		await sleep(RETRY_MS);
	}
	throw new StorageUnavailable("closed before it was known whether a transaction was committed");
}
