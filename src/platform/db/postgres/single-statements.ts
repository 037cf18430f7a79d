import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError, type Pool, type PoolClient } from "pg";
import { StorageUnavailable } from "../database.ts";
import { AnswerLost, type RunSingleStatement } from "../group-commit.ts";
import type { Tx } from "../tx.ts";
import { queryOf, type ServerProcess, serverProcessOf, statementsOn, takeConnection } from "./connections.ts";
import { createPostgresKysely } from "./dialect.ts";
import { asUnavailable } from "./faults.ts";
import type { StatementNames } from "./statement-names.ts";

/**
 * Runs statements that are their own transaction on the connections of a pool. When an answer is lost, the statement may still be in flight or
 * running: the backend process of that connection is terminated first, and only then is the database queried for the outcome (SPEC D39).
 * @param closing aborts such lookups when the database is closed.
 */
export function createSingleStatements(
	pool: Pool,
	names: StatementNames,
	closing: AbortSignal,
): RunSingleStatement {
	return async ({ sql, parameters }) => {
		const client = await takeConnection(pool);
		const served = servedBy(client);
		try {
			const { rows } = await client.query(queryOf(sql, parameters, names));
			client.release();
			return rows;
		} catch (fault) {
			client.release(true);
			const unavailable = asUnavailable(fault);
			if (isRolledBack(fault)) throw unavailable;
			throw new AnswerLost(unavailable.message, (find) => findAfterTermination(pool, served, closing, find));
		}
	};
}

/** The backend of a connection, without which a lost answer could not be looked up. */
export function servedBy(client: PoolClient): ServerProcess {
	const served = serverProcessOf(client);
	if (served) return served;
	client.release();
	throw new StorageUnavailable("the server does not tell which process serves a connection");
}

/** Invalid data, a constraint, a conflict, a trigger that rejects: these have no effect. Any other error may have occurred after the commit. */
function isRolledBack(fault: unknown): boolean {
	return fault instanceof DatabaseError && /^(22|23|25|40|42|P0)/.test(fault.code ?? "");
}

const RETRY_MS = 200;

/**
 * Looks up what a statement did once the backend process that ran it is gone, retrying for as long as it takes. The result is then also on the
 * synchronous standbys, so that a failover cannot undo what a caller was answered.
 * @throws StorageUnavailable when the database is closed first.
 */
export async function findAfterTermination<T>(
	pool: Pool,
	served: ServerProcess,
	closing: AbortSignal,
	find: (tx: Tx) => Promise<T>,
): Promise<T> {
	let ending = served;
	while (!closing.aborted) {
		let client: PoolClient | undefined;
		try {
			if (await terminate(pool, ending)) {
				client = await takeConnection(pool);
				const run = statementsOn(client);
				const found = await find(createPostgresKysely(run));
				await run(AWAIT_STANDBYS, []);
				client.release();
				return found;
			}
		} catch (fault) {
			if (client) {
				client.release(true);
				ending = serverProcessOf(client) ?? ending;
			}
			if (!(fault instanceof StorageUnavailable) || isRolledBack(fault.cause)) throw fault;
			// The server or its standbys are not back yet.
		}
		await sleep(RETRY_MS);
	}
	throw new StorageUnavailable("closed before it was known what became of a statement");
}

/**
 * If a process is terminated while its commit waits for standbys, the commit is visible here but may not be on the standbys. This message follows it
 * in the write-ahead log and waits for them again.
 */
const AWAIT_STANDBYS = "select pg_logical_emit_message(true, 'packshot', '')";

/** Terminates the process if it still exists. Its pid may have been reused by a process that started later. */
async function terminate(pool: Pool, { id, startedAt }: ServerProcess): Promise<boolean> {
	const text = `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start = $2::text::timestamptz`;
	const { rows } = await statementsOn(pool)(text, [id, startedAt]);
	return rows.length === 0;
}
