import type { PoolClient } from "pg";
import { SettingError } from "../../settings.ts";
import { openPool, statementsOn, takeConnection } from "./connections.ts";

/** Several probes, since other clients of a pooler may take the server process that would otherwise have been seen again. */
const LOOKS = 5;

/**
 * Makes sure that a connection is a session of the server. A pooler in transaction mode, which reassigns server processes after each transaction,
 * loses prepared statements, timeouts and the process needed to look up a lost answer. It shows as one process behind two open connections, or as
 * changing processes behind one.
 * @throws SettingError when transactions are pooled; StorageUnavailable when the server cannot be reached.
 */
export async function requireSessions(url: string): Promise<void> {
	const pool = openPool({ url, connections: 2, statementMs: 0, waitsForDisk: true });
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
