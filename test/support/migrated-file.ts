import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { migrations } from "../../src/migrations/all.ts";
import { migrateSqliteFile } from "../../src/platform/db/sqlite/prepare-file.ts";

let made: Promise<string> | undefined;

/** A SQLite file with the current schema and no rows, made once a worker, to be copied: migrating each would take longer. */
export function migratedFile(): Promise<string> {
	made ??= make();
	return made;
}

async function make(): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-migrated-"));
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	const file = join(folder, "packshot.sqlite");
	await migrateSqliteFile(file, migrations);
	// All of it into the file that is copied: a part may still lie beside it.
	const database = new DatabaseSync(file);
	database.exec("pragma wal_checkpoint(truncate)");
	database.close();
	return file;
}
