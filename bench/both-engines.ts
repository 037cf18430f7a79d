import { postgresPrograms, startPostgres } from "../test/support/postgres-server.ts";
import type { Figure, Unmeasured } from "./figure.ts";
import type { Settings } from "./run-sql.ts";

/** Measures on SQLite, then, if PostgreSQL is installed, on a separate PostgreSQL server with synchronous commits. */
export async function onBothEngines(
	row: string,
	measureOn: (engine: string, settings: Settings) => Promise<Figure[]>,
): Promise<(Figure | Unmeasured)[]> {
	const onSqlite = await measureOn("SQLite", {});
	const programs = postgresPrograms();
	if (!programs) return [...onSqlite, { what: `${row}, PostgreSQL`, skipped: "PostgreSQL is not installed" }];
	const postgres = await startPostgres(programs, { syncs: true });
	try {
		const secret = "one secret for all nodes of the benchmark";
		const settings = { PACKSHOT_DATABASE_URL: postgres.url, PACKSHOT_SECRET: secret };
		return [...onSqlite, ...(await measureOn("PostgreSQL", settings))];
	} finally {
		await postgres.remove();
	}
}
