import { sql } from "kysely";
import { postgresTraits } from "../engine-traits.ts";
import { type Migration, migrate } from "../migrate.ts";
import { openPool } from "./connections.ts";
import { statementNames } from "./statement-names.ts";
import { transactOn } from "./transactions.ts";

/** Tells the lock of the migrations from other programs' advisory locks in the same database. */
const LOCK = 0x7061636b;

/**
 * Brings the schema up to date. Of many processes that start at once one does it and the others wait for it.
 * @returns the names of the applied steps. @throws SchemaTooNew, StorageUnavailable
 */
export async function migratePostgres(url: string, migrations: readonly Migration[]): Promise<string[]> {
	// Whoever waits for the lock, or for an index on a large table, may take his time.
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
