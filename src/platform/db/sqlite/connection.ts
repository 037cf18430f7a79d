import type { StatementSyncInstance } from "@photostructure/sqlite";
import { sqliteLibrary } from "./library.ts";

/** A statement, and whether it returns rows (SQLite derives that from its columns). */
interface CachedStatement {
	readonly statement: StatementSyncInstance;
	readonly givesRows: boolean;
}

/** One SQLite connection with its prepared statements. All calls block the calling thread. */
export interface SqliteConnection {
	exec(sql: string): void;
	all(sql: string, parameters: readonly unknown[]): { rows: unknown[]; changes: number };
	/** A function of the parameters that returns the first row. */
	first(sql: string): (parameters: readonly unknown[]) => unknown;
	close(): void;
}

/**
 * Purpose of a connection. After another connection commits, SQLite drops the page cache of a reading connection and remaps the file page by page,
 * which for a large file costs more than reading it. So only the writer uses mmap, and `reading` has a small cache.
 */
export type ConnectionUse = "writing" | "reading";

const CACHE_KIBIBYTES = { writing: 16_384, reading: 2048 };
/** Upper bound of what SQLite maps, in bytes. */
const MAPPED_BYTES = { writing: 2_147_418_112, reading: 0 };

/** Queries built with a varying number of values would otherwise fill up memory. */
const STATEMENT_LIMIT = 300;

/** How long to wait while another process, such as an import, writes to the same file. */
const BUSY_MILLISECONDS = 10_000;

/** Opens a connection; any use but `writing` rejects every write. */
export function openSqlite(
	file: string,
	use: ConnectionUse,
	busyMilliseconds = BUSY_MILLISECONDS,
): SqliteConnection {
	const { DatabaseSync } = sqliteLibrary();
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
		// The arrow functions keep `database` reachable; a handle that only its statements reference would be collected and closed.
		exec: (sql) => database.exec(sql),
		all(sql, parameters) {
			const { statement, givesRows } = prepare(sql);
			if (givesRows) return { rows: statement.all(...parameters), changes: 0 };
			return { rows: [], changes: statement.run(...parameters).changes };
		},
		first(sql) {
			const statement = database.prepare(sql);
			// Rows are converted to JavaScript faster as arrays than as objects.
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
