import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { commands } from "../../src/commands.ts";
import { migrations } from "../../src/migrations/all.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { openPostgresDatabase } from "../../src/platform/db/postgres/engine.ts";
import { migratePostgres } from "../../src/platform/db/postgres/prepare-schema.ts";
import { openSqliteDatabase } from "../../src/platform/db/sqlite/engine.ts";
import { migrateSqliteFile } from "../../src/platform/db/sqlite/prepare-file.ts";
import type { TestClock } from "./clock.ts";
import { pastService } from "./past-service.ts";
import { onPostgres, openSchema } from "./schemas.ts";

/** A database with rows of the schema as it was before a migration, brought up to date. */
export async function migratedRows(
	migration: string,
	rows: readonly string[],
	clock?: TestClock,
): Promise<Database> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-earlier-"));
	const schema = onPostgres ? await openSchema(folder) : undefined;
	const migrate = (steps: typeof migrations) =>
		schema ? migratePostgres(schema.url, steps) : migrateSqliteFile(join(folder, "packshot.sqlite"), steps);
	await migrate(
		migrations.slice(
			0,
			migrations.findIndex(({ name }) => name === migration),
		),
	);
	const past = pastService(folder, schema);
	for (const row of rows) await past.run(row);
	await migrate(migrations);
	const db = schema
		? openPostgresDatabase({
				url: schema.url,
				connections: 8,
				statementSeconds: 10,
				waitSeconds: 120,
				commands,
				clock,
			})
		: openSqliteDatabase(join(folder, "packshot.sqlite"), clock);
	onTestFinished(async () => {
		await db.close();
		await schema?.drop();
		rmSync(folder, { recursive: true, force: true });
	});
	return db;
}
