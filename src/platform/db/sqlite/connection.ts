import { DatabaseSync, type StatementSyncInstance } from "@photostructure/sqlite";

/** A statement, and whether it gives rows back (SQLite tells only from its columns). */
interface CachedStatement {
	readonly statement: StatementSyncInstance;
	readonly givesRows: boolean;
}

/** One SQLite connection with its prepared statements. All calls block the thread they are made on. */
export interface SqliteConnection {
	exec(sql: string): void;
	all(sql: string, parameters: readonly unknown[]): { rows: unknown[]; changes: number };
	/** A function of the parameters that gives the first row. */
	first(sql: string): (parameters: readonly unknown[]) => unknown;
	close(): void;
}

/** The most that SQLite maps. Mapped pages are the system's memory, shared by all threads, and read without a call. */
const MAPPED_BYTES = 2_147_418_112;

/** Queries built with a varying number of values would otherwise fill memory. */
const STATEMENT_LIMIT = 300;

/**
 * Opens a connection.
 * @param options.readOnly refuses every write.
 * @param options.busyMilliseconds how long to wait for another process that writes.
 */
export function openSqlite(
	file: string,
	options: { readOnly: boolean; busyMilliseconds: number },
): SqliteConnection {
	const database = new DatabaseSync(file, { readOnly: options.readOnly, timeout: options.busyMilliseconds });
	if (!options.readOnly) {
		database.exec("PRAGMA journal_mode = WAL");
		database.exec("PRAGMA synchronous = FULL");
		database.exec("PRAGMA wal_autocheckpoint = 4000");
	}
	database.exec("PRAGMA foreign_keys = ON");
	database.exec("PRAGMA cache_size = -65536");
	database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
	database.exec("PRAGMA temp_store = MEMORY");

	const statements = new Map<string, CachedStatement>();
	function prepare(sql: string): CachedStatement {
		const known = statements.get(sql);
		if (known) return known;
		if (statements.size >= STATEMENT_LIMIT) {
			const oldest = statements.keys().next();
			if (!oldest.done) statements.delete(oldest.value);
		}
		const statement = database.prepare(sql);
		const cached = { statement, givesRows: statement.columns().length > 0 };
		statements.set(sql, cached);
		return cached;
	}

	return {
		// The arrow functions keep `database` reachable: a handle that only its statements use is collected and closed under them.
		exec: (sql) => database.exec(sql),
		all(sql, parameters) {
			const { statement, givesRows } = prepare(sql);
			if (givesRows) return { rows: statement.all(...parameters), changes: 0 };
			return { rows: [], changes: statement.run(...parameters).changes };
		},
		first(sql) {
			const statement = database.prepare(sql);
			return (parameters) => (database.isOpen ? statement.get(...parameters) : undefined);
		},
		close() {
			statements.clear();
			database.close();
		},
	};
}
