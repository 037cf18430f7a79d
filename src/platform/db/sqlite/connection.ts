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

/**
 * What a connection is for. Whenever another connection has committed, SQLite forgets every page that a reading one holds, and maps the
 * file anew, page by page: of a large file that costs more than reading it. So only the writer maps, and `reading` keeps little.
 */
export type ConnectionUse = "writing" | "reading";

const CACHE_KIBIBYTES = { writing: 16_384, reading: 2048 };
/** The most that SQLite maps. */
const MAPPED_BYTES = { writing: 2_147_418_112, reading: 0 };

/** Queries built with a varying number of values would otherwise fill memory. */
const STATEMENT_LIMIT = 300;

/**
 * Opens a connection.
 * @param options.use all but `writing` refuse every write.
 * @param options.busyMilliseconds how long to wait for another process that writes.
 */
export function openSqlite(
	file: string,
	options: { use: ConnectionUse; busyMilliseconds: number },
): SqliteConnection {
	const { use, busyMilliseconds } = options;
	const database = new DatabaseSync(file, { readOnly: use !== "writing", timeout: busyMilliseconds });
	if (use === "writing") {
		database.exec("PRAGMA journal_mode = WAL");
		database.exec("PRAGMA synchronous = FULL");
		database.exec("PRAGMA wal_autocheckpoint = 4000");
	}
	database.exec("PRAGMA foreign_keys = ON");
	database.exec(`PRAGMA cache_size = -${CACHE_KIBIBYTES[use]}`);
	database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES[use]}`);
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
			// A row as a list crosses into JavaScript faster than one with names.
			const names = statement.columns().map(({ name }) => name);
			statement.setReturnArrays(true);
			return (parameters) => {
				const values = database.isOpen ? (statement.get(...parameters) as unknown as unknown[]) : undefined;
				return values && namedValues(names, values);
			};
		},
		close() {
			statements.clear();
			database.close();
		},
	};
}

function namedValues(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
	const row: Record<string, unknown> = {};
	for (let place = 0; place < names.length; place++) row[names[place] as string] = values[place];
	return row;
}
