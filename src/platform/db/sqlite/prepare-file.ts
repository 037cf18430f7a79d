import { statSync } from "node:fs";
import { makePrivateFile } from "../../private-file.ts";
import { sqliteTraits } from "../engine-traits.ts";
import { type Migration, migrate } from "../migrate.ts";
import { openSqlite } from "./connection.ts";
import { transactOn } from "./writer.ts";

/** Whether anything was ever migrated in a file; neither it nor its folder need exist, and nothing is created. */
export function hasSqliteSchema(file: string): boolean {
	if (!isThere(file)) return false;
	const connection = openSqlite(file, "reading");
	try {
		return connection.all("select 1 from sqlite_schema where name = 'migration'", []).rows.length > 0;
	} finally {
		connection.close();
	}
}

/** @throws Error when that cannot be seen, for want of permissions for example. */
function isThere(file: string): boolean {
	try {
		return statSync(file, { throwIfNoEntry: false }) !== undefined;
	} catch (fault) {
		if ((fault as NodeJS.ErrnoException).code === "ENOTDIR") return false;
		throw fault;
	}
}

/** Creates the file if needed and migrates its schema. @returns the names of the applied steps. */
export async function migrateSqliteFile(file: string, migrations: readonly Migration[]): Promise<string[]> {
	makePrivateFile(file);
	const connection = openSqlite(file, "writing");
	try {
		return await transactOn(connection)((tx) => migrate(tx, migrations, sqliteTraits));
	} finally {
		connection.close();
	}
}
