import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands } from "../../src/commands.ts";
import { migrations } from "../../src/migrations/all.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { openPostgresDatabase } from "../../src/platform/db/postgres/engine.ts";
import { migratePostgres } from "../../src/platform/db/postgres/prepare-schema.ts";
import { openSqliteDatabase } from "../../src/platform/db/sqlite/engine.ts";
import { migrateSqliteFile } from "../../src/platform/db/sqlite/prepare-file.ts";
import { openSchema, postgresUrl } from "./schemas.ts";

/** An empty database of its own, migrated. */
export interface OpenedEngine {
	readonly db: Database;
	close(): Promise<void>;
}

/** Every engine that the service runs on: store tests loop over them. */
export const engines: readonly { readonly name: string; open(): Promise<OpenedEngine> }[] = [
	{ name: "SQLite", open: openSqlite },
	...(postgresUrl ? [{ name: "PostgreSQL", open: openPostgres }] : []),
];

async function openSqlite(): Promise<OpenedEngine> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-engine-"));
	const file = join(folder, "packshot.sqlite");
	await migrateSqliteFile(file, migrations);
	const db = openSqliteDatabase(file);
	return {
		db,
		async close() {
			await db.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

let opened = 0;

async function openPostgres(): Promise<OpenedEngine> {
	const schema = await openSchema(`engine ${process.pid} ${performance.now()} ${opened++}`);
	await migratePostgres(schema.url, migrations);
	const db = openPostgresDatabase({ url: schema.url, connections: 8, statementSeconds: 10, commands });
	return {
		db,
		async close() {
			await db.close();
			await schema.drop();
		},
	};
}
