import { sqliteTraits } from "./engine-traits.ts";
import { type Migration, migrate } from "./migrate.ts";
import { knownSteps } from "./row-copy.ts";
import { openSqlite, type SqliteConnection } from "./sqlite/connection.ts";
import { transactOn } from "./sqlite/writer.ts";

/** A schema step that has not been applied yet. */
export interface PendingStep {
	readonly name: string;
	/** Existing tables all of whose rows the step reads, rewrites or indexes. */
	readonly walks: readonly string[];
}

/**
 * The schema steps that a database is missing, and the tables that each of them walks through: determined by applying them to an empty in-memory database
 * and inspecting their statements.
 * @param applied names of the steps that the database has. @throws SchemaTooNew
 */
export async function pendingSteps(
	applied: readonly string[],
	migrations: readonly Migration[],
): Promise<readonly PendingStep[]> {
	const known = knownSteps(applied, migrations);
	const connection = openSqlite(":memory:", "writing");
	try {
		await transactOn(connection)((tx) => migrate(tx, known, sqliteTraits));
		const steps: PendingStep[] = [];
		for (let count = known.length + 1; count <= migrations.length; count++) {
			const before = tableNames(connection);
			const statements: string[] = [];
			const noting = notingStatements(connection, statements);
			const [name = ""] = await transactOn(noting)((tx) =>
				migrate(tx, migrations.slice(0, count), sqliteTraits),
			);
			const walked = new Set(statements.flatMap(walkedTables));
			steps.push({ name, walks: before.filter((table) => walked.has(table)) });
		}
		return steps;
	} finally {
		connection.close();
	}
}

function tableNames(connection: SqliteConnection): string[] {
	const { rows } = connection.all(
		"select name from sqlite_schema where type = 'table' and name <> 'migration'",
		[],
	);
	return (rows as { name: string }[]).map(({ name }) => name);
}

function notingStatements(connection: SqliteConnection, statements: string[]): SqliteConnection {
	return {
		...connection,
		all(sql, parameters) {
			statements.push(sql);
			return connection.all(sql, parameters);
		},
	};
}

/** Adding a column is not listed, as it rewrites no rows; dropping one rewrites all of them. */
const WALKING = [
	/\bcreate (?:unique )?index \S+ on "?(\w+)/gi,
	/\bupdate "?(\w+)/gi,
	/\bdelete from "?(\w+)/gi,
	/\b(?:from|join) "?(\w+)/gi,
	/\balter table "?(\w+)"? drop column/gi,
];

function walkedTables(statement: string): string[] {
	return WALKING.flatMap((pattern) => [...statement.matchAll(pattern)].map(([, table = ""]) => table));
}
