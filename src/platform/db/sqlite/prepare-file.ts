import { makePrivateFile } from "../../private-file.ts";
import { sqliteTraits } from "../engine-traits.ts";
import { type Migration, migrate } from "../migrate.ts";
import { openSqlite } from "./connection.ts";
import { transactOn } from "./writer.ts";

/** Creates the file if needed and migrates its schema. @returns the names of the applied steps. */
export async function migrateSqliteFile(file: string, migrations: readonly Migration[]): Promise<string[]> {
	makePrivateFile(file);
	const connection = openSqlite(file, { use: "writing", busyMilliseconds: 10_000 });
	try {
		return await transactOn(connection)((tx) => migrate(tx, migrations, sqliteTraits));
	} finally {
		connection.close();
	}
}
