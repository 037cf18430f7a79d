import { randomUUID } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { StorageUnavailable } from "../database.ts";
import { CommitUnknown, StoreGone, type Transact } from "../group-commit.ts";
import type { Tx } from "../tx.ts";
import { type ServerProcess, statementsOn, takeConnection } from "./connections.ts";
import { createPostgresKysely } from "./dialect.ts";
import { asUnavailable, isWorthRepeating } from "./faults.ts";
import { findReceipt, replaceReceipt } from "./receipts.ts";
import { findAfterTermination, servedBy } from "./single-statements.ts";
import type { StatementNames } from "./statement-names.ts";

/** How often a transaction is retried after a conflict. */
const REPEATS = 5;

/**
 * Transactions on the connections of a pool. Each leaves a receipt as its last write. When the connection is lost during the commit, the receipt tells
 * whether it was committed, also after a restart and on a server that took over; it is looked for as long as it takes (SPEC D39).
 * @param closing aborts such look-ups when the database is closed. Without it none are written: for work that is simply begun again.
 */
export function transactOn(pool: Pool, names: StatementNames, closing?: AbortSignal): Transact {
	const lastReceipts = new WeakMap<PoolClient, string>();

	async function attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
		const client = await takeConnection(pool);
		const served = closing && servedBy(client);
		const begun = begin(client);
		let result: T;
		try {
			result = await work(createPostgresKysely(statementsOn(client, names)));
			await begun;
		} catch (fault) {
			// Closing the connection rolls back whatever its state.
			client.release(true);
			throw fault;
		}
		await (served ? commitWithReceipt(client, served, closing) : commit(client, ""));
		client.release();
		return result;
	}

	async function commitWithReceipt(
		client: PoolClient,
		served: ServerProcess,
		closing: AbortSignal,
	): Promise<void> {
		const receipt = randomUUID();
		try {
			await commit(client, replaceReceipt(receipt, lastReceipts.get(client)));
		} catch (fault) {
			if (!(fault instanceof StoreGone)) throw fault;
			const committed = findAfterTermination(pool, served, closing, (tx) => findReceipt(tx, receipt));
			throw new CommitUnknown(fault.message, committed);
		}
		lastReceipts.set(client, receipt);
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

/** Begins a transaction without waiting: statements are sent right behind it. */
function begin(client: PoolClient): Promise<unknown> {
	const begun = client.query("begin").catch((fault) => {
		throw asUnavailable(fault);
	});
	// Awaited before the commit; until then, a failure surfaces in the statements that follow.
	begun.catch(() => undefined);
	return begun;
}

/** @param lastWrites goes with the commit in one message. @throws StoreGone when it is not known whether it was committed. */
async function commit(client: PoolClient, lastWrites: string): Promise<void> {
	try {
		const results = (await client.query(`${lastWrites}commit`)) as unknown as Result | Result[];
		const tag = [results].flat().at(-1)?.command;
		if (tag !== "COMMIT") throw new StorageUnavailable(`the transaction was not committed: ${tag}`);
	} catch (fault) {
		client.release(true);
		throw asUnavailable(fault);
	}
}

interface Result {
	readonly command: string;
}
