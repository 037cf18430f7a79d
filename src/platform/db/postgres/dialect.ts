import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { kyselyOver, type RunStatement } from "../statement-dialect.ts";
import type { Tx } from "../tx.ts";

/** Kysely over PostgreSQL. */
export function kyselyOnPostgres(run: RunStatement): Tx {
	return kyselyOver(run, {
		createAdapter: () => new PostgresAdapter(),
		createIntrospector: (db) => new PostgresIntrospector(db),
		createQueryCompiler: () => new PostgresQueryCompiler(),
	});
}
