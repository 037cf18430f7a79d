import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { createKysely, type RunStatement } from "../statement-dialect.ts";
import type { Tx } from "../tx.ts";

export function createPostgresKysely(run: RunStatement): Tx {
	return createKysely(run, {
		createAdapter: () => new PostgresAdapter(),
		createIntrospector: (db) => new PostgresIntrospector(db),
		createQueryCompiler: () => new PostgresQueryCompiler(),
	});
}
