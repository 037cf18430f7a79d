import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { Client } from "pg";

export type Settings = Record<string, string>;

/** Runs SQL past the service, whichever engine the settings name. */
export async function runSql(data: string, settings: Settings, statements: readonly string[]): Promise<void> {
	const { PACKSHOT_DATABASE_URL: url } = settings;
	if (url === undefined) {
		const database = new DatabaseSync(join(data, "packshot.sqlite"), { timeout: 10_000 });
		for (const statement of statements) database.exec(statement);
		// A log of gigabytes is the filling's, not a service's: those that write it checkpoint it every few megabytes.
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
