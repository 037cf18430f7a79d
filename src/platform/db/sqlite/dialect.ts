import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { StorageUnavailable } from "../database.ts";
import { createKysely, type RunStatement } from "../statement-dialect.ts";
import type { Tx } from "../tx.ts";
import type { SqliteConnection } from "./connection.ts";

export function createSqliteKysely(run: RunStatement): Tx {
	return createKysely(run, {
		createAdapter: () => new SqliteAdapter(),
		createIntrospector: (db) => new SqliteIntrospector(db),
		createQueryCompiler: () => new SqliteQueryCompiler(),
	});
}

/** Statements run synchronously on the calling thread. */
export function onThisThread(connection: SqliteConnection): RunStatement {
	return async (sql, parameters) => orUnavailable(() => connection.all(sql, parameters));
}

/** Translates SQLite's errors into what they mean to the service. @throws StorageUnavailable */
export function orUnavailable<T>(work: () => T): T {
	try {
		return work();
	} catch (fault) {
		throw new StorageUnavailable(String(fault), { cause: fault });
	}
}
