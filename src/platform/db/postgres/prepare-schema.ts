import { sql } from "kysely";
import { postgresTraits } from "../engine-traits.ts";
import { type Migration, migrate } from "../migrate.ts";
import { openPool, statementsOn, takeConnection } from "./connections.ts";
import { requireSessions } from "./require-sessions.ts";
import { statementNames } from "./statement-names.ts";
import { transactOn } from "./transactions.ts";

/** Distinguishes the migration lock from other programs' advisory locks in the same database. */
const LOCK = 0x7061636b;

/** Whether anything was ever migrated in a database; it is not changed. @throws StorageUnavailable */
export async function hasPostgresSchema(url: string): Promise<boolean> {
	const pool = openPool({ url, connections: 1, statementMs: 0, waitsForDisk: true });
	const client = await takeConnection(pool).catch(async (fault) => {
		await pool.end();
		throw fault;
	});
	try {
		const { rows } = await statementsOn(client)("select to_regclass('migration') is not null as found", []);
		return (rows[0] as { found: boolean }).found;
	} finally {
		client.release(true);
		await pool.end();
	}
}

/**
 * Migrates the schema. If several processes start at once, one migrates and the others wait.
 * @returns the names of the applied steps. @throws SchemaTooNew, StorageUnavailable; SettingError when transactions are pooled
 */
export async function migratePostgres(url: string, migrations: readonly Migration[]): Promise<string[]> {
	await requireSessions(url);
	// No statement timeout: waiting for the lock, or building an index on a large table, may take long.
	const pool = openPool({ url, connections: 1, statementMs: 0, waitsForDisk: true });
	try {
		const transact = transactOn(pool, statementNames(), new AbortController().signal);
		return await transact(async (tx) => {
			await sql`select pg_advisory_xact_lock(${LOCK}::int, hashtext(current_schema()))`.execute(tx);
			return migrate(tx, migrations, postgresTraits);
		});
	} finally {
		await pool.end();
	}
}
