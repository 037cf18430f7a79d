import { sql } from "kysely";
import type { PoolClient } from "pg";
import { SettingError } from "../../settings.ts";
import { postgresTraits } from "../engine-traits.ts";
import { type Migration, migrate } from "../migrate.ts";
import { openJobPool, statementsOn, takeConnection } from "./connections.ts";
import { prepareReceipts } from "./receipts.ts";
import { statementNames } from "./statement-names.ts";
import { transactOn } from "./transactions.ts";

/** Distinguishes the migration lock from other programs' advisory locks in the same database. */
const LOCK = 0x7061636b;

/** Whether anything was ever migrated in a database; it is not changed. @throws StorageUnavailable */
export async function hasPostgresSchema(url: string): Promise<boolean> {
	const pool = openJobPool(url);
	try {
		const { rows } = await statementsOn(pool)("select to_regclass('migration') is not null as found", []);
		return (rows[0] as { found: boolean }).found;
	} finally {
		await pool.end();
	}
}

/**
 * Migrates the schema. If several processes start at once, one migrates and the others wait.
 * @returns the names of the applied steps. @throws SchemaTooNew, StorageUnavailable; SettingError when transactions are pooled
 */
export async function migratePostgres(url: string, migrations: readonly Migration[]): Promise<string[]> {
	await requireSessions(url);
	// Waiting for the lock, or building an index on a large table, may take long.
	const pool = openJobPool(url);
	try {
		const transact = transactOn(pool, statementNames());
		return await transact(async (tx) => {
			await sql`select pg_advisory_xact_lock(${LOCK}::int, hashtext(current_schema()))`.execute(tx);
			await prepareReceipts(tx);
			return migrate(tx, migrations, postgresTraits);
		});
	} finally {
		await pool.end();
	}
}

/** Several probes, since other clients of a pooler may take the server process that would otherwise have been seen again. */
const LOOKS = 5;

/**
 * Makes sure that a connection is a session of the server. A pooler in transaction mode, which reassigns server processes after each transaction,
 * loses prepared statements, timeouts and the process needed to look up a lost answer. It shows as one process behind two open connections, or as
 * changing processes behind one.
 * @throws SettingError when transactions are pooled; StorageUnavailable when the server cannot be reached.
 */
async function requireSessions(url: string): Promise<void> {
	const pool = openJobPool(url, 2);
	const clients: PoolClient[] = [];
	try {
		clients.push(await takeConnection(pool));
		clients.push(await takeConnection(pool));
		const seen = new Map<string, PoolClient>();
		const processOf = new Map<PoolClient, string>();
		for (let look = 0; look < LOOKS; look++) {
			for (const client of clients) {
				const id = await processBehind(client);
				const isOwn = (seen.get(id) ?? client) === client && (processOf.get(client) ?? id) === id;
				if (!isOwn) throw new SettingError(POOLED);
				seen.set(id, client);
				processOf.set(client, id);
			}
		}
	} finally {
		for (const client of clients) client.release();
		await pool.end();
	}
}

const POOLED =
	"PACKSHOT_DATABASE_URL leads to a pooler that pools transactions; it must pool sessions (in PgBouncer pool_mode = session)";

/** Identifies the server process behind a connection. */
async function processBehind(client: PoolClient): Promise<string> {
	const { rows } = await statementsOn(client)(
		"select pg_backend_pid() || ' ' || pg_postmaster_start_time() as id",
		[],
	);
	return (rows[0] as { id: string }).id;
}
