import {
	type CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	Kysely,
	type QueryResult,
} from "kysely";
import type { Tx } from "./tx.ts";

/** Runs one statement: on this thread, on another, or on a server. */
export type RunStatement = (
	sql: string,
	parameters: readonly unknown[],
) => Promise<{ rows: unknown[]; changes: number }>;

/** The engine's SQL syntax. */
export type EngineSql = Pick<Dialect, "createAdapter" | "createIntrospector" | "createQueryCompiler">;

/** Kysely on top of one function. Transactions are not opened through it: the writer wraps them around whole commands. */
export function createKysely(run: RunStatement, engineSql: EngineSql): Tx {
	const connection: DatabaseConnection = {
		async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
			const { rows, changes } = await run(query.sql, query.parameters);
			return { rows: rows as R[], numAffectedRows: BigInt(changes) };
		},
		streamQuery() {
			throw new Error("streaming is not offered: listings are paged");
		},
	};
	return new Kysely({ dialect: { ...engineSql, createDriver: () => driver(connection) } });
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
