import { postgresPrograms, startPostgres } from "../test/support/postgres-server.ts";
import type { Settings } from "./administration/filling.ts";
import type { Figure, Unmeasured } from "./figure.ts";

/** Measures on SQLite, then on PostgreSQL. */
export async function onBothEngines(
	row: string,
	measureOn: (engine: string, settings: Settings) => Promise<Figure[]>,
): Promise<(Figure | Unmeasured)[]> {
	const onSqlite = await measureOn("SQLite", {});
	return [...onSqlite, ...(await onPostgres(row, (settings) => measureOn("PostgreSQL", settings)))];
}

/** Measures on a separate PostgreSQL server with synchronous commits, if PostgreSQL is installed. */
export async function onPostgres(
	row: string,
	measureOn: (settings: Settings, url: string) => Promise<Figure[]>,
): Promise<(Figure | Unmeasured)[]> {
	const programs = postgresPrograms();
	if (!programs) return [{ what: `${row}, PostgreSQL`, skipped: "PostgreSQL is not installed" }];
	const { url, remove } = await startPostgres(programs, { syncs: true });
	try {
		const secret = "one secret for all nodes of the benchmark";
		return await measureOn({ PACKSHOT_DATABASE_URL: url, PACKSHOT_SECRET: secret }, url);
	} finally {
		await remove();
	}
}
