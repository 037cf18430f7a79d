import {
	type CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	Kysely,
	type QueryResult,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from "kysely";
import { StorageUnavailable } from "../database.ts";
import type { Tx } from "../tx.ts";
import type { SqliteConnection } from "./connection.ts";

/** Runs one statement somewhere: on this thread or in another. */
export type RunStatement = (
	sql: string,
	parameters: readonly unknown[],
) => Promise<{ rows: unknown[]; changes: number }>;

/** Kysely over SQLite. Transactions are not opened through it: the writer frames them around whole commands. */
export function kyselyOnSqlite(run: RunStatement): Tx {
	return new Kysely({ dialect: dialect(run) });
}

/** Statements run at once, on the calling thread. */
export function onThisThread(connection: SqliteConnection): RunStatement {
	return async (sql, parameters) => orUnavailable(() => connection.all(sql, parameters));
}

/** Whatever SQLite refuses is told as what it means to the service. @throws StorageUnavailable */
export function orUnavailable<T>(work: () => T): T {
	try {
		return work();
	} catch (fault) {
		throw new StorageUnavailable(String(fault), { cause: fault });
	}
}

function dialect(run: RunStatement): Dialect {
	const connection: DatabaseConnection = {
		async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
			const { rows, changes } = await run(query.sql, query.parameters);
			return { rows: rows as R[], numAffectedRows: BigInt(changes) };
		},
		streamQuery() {
			throw new Error("streaming is not offered: listings are paged");
		},
	};
	return {
		createAdapter: () => new SqliteAdapter(),
		createDriver: () => driver(connection),
		createIntrospector: (db) => new SqliteIntrospector(db),
		createQueryCompiler: () => new SqliteQueryCompiler(),
	};
}

function driver(connection: DatabaseConnection): Driver {
	const refuse = async () => {
		throw new Error("a transaction is a command: use Database.write");
	};
	return {
		init: async () => undefined,
		acquireConnection: async () => connection,
		releaseConnection: async () => undefined,
		beginTransaction: refuse,
		commitTransaction: refuse,
		rollbackTransaction: refuse,
		destroy: async () => undefined,
	};
}
