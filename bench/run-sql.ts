import { join } from "node:path";
import { Client } from "pg";
import { sqliteLibrary } from "../src/platform/db/sqlite/library.ts";

const { DatabaseSync } = sqliteLibrary();

export type Settings = Record<string, string>;

/** Runs SQL directly on the database, on whichever engine the settings name. */
export async function runSql(data: string, settings: Settings, statements: readonly string[]): Promise<void> {
	const { PACKSHOT_DATABASE_URL: url } = settings;
	if (url === undefined) {
		const database = new DatabaseSync(join(data, "packshot.sqlite"), { timeout: 10_000 });
		for (const statement of statements) database.exec(statement);
		// A WAL of gigabytes comes from the filling: services checkpoint theirs every few megabytes.
		database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		database.close();
		return;
	}
	const client = new Client(url);
	await client.connect();
	try {
		for (const statement of statements) await client.query(statement);
		await client.query("vacuum analyze");
	} finally {
		await client.end();
	}
}
