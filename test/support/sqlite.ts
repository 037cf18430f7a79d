import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrations } from "../../src/migrations/all.ts";
import { sqliteLibrary } from "../../src/platform/db/sqlite/library.ts";
import { migrateSqliteFile } from "../../src/platform/db/sqlite/prepare-file.ts";

const { DatabaseSync } = sqliteLibrary();

declare module "vitest" {
	interface ProvidedContext {
		/** A SQLite file with the current schema and no rows. Tests copy it, which is faster than migrating each time. */
		sqliteTemplate: string;
	}
}

/** Creates the file once for all tests of a run. */
export default async function provideSqlite(project: TestProject): Promise<() => void> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-migrated-"));
	const file = join(folder, "packshot.sqlite");
	await migrateSqliteFile(file, migrations);
	// Move everything into the main file, which alone is copied: some of it may still be in the WAL.
	const database = new DatabaseSync(file);
	database.exec("pragma wal_checkpoint(truncate)");
	database.close();
	project.provide("sqliteTemplate", file);
	return () => rmSync(folder, { recursive: true });
}
