import { join } from "node:path";
import { Client } from "pg";
import { sqliteLibrary } from "../../src/platform/db/sqlite/library.ts";

const { DatabaseSync } = sqliteLibrary();

export type Settings = Record<string, string>;

/** A database that is filled directly, on either engine. */
export interface Filling {
	run(sql: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>;
	/** Drops all indexes of a table except its keys while `fill` runs. Rebuilding them afterwards sorts once and writes in order. */
	withoutIndexes(table: string, fill: () => Promise<void>): Promise<void>;
	/** What a statement has in place of its parameter with this number, from 1 on. They follow one another. */
	readonly parameter: (number: number) => string;
	/** SQL for 32 random bytes. */
	readonly randomBytes: string;
	close(): Promise<void>;
}

/** Opens the database that the settings point to. */
export async function openFilling(data: string, settings: Settings): Promise<Filling> {
	const { PACKSHOT_DATABASE_URL: url } = settings;
	return url === undefined ? openFile(join(data, "packshot.sqlite")) : openServer(url);
}

/** Runs SQL directly on the database. */
export async function runSql(data: string, settings: Settings, statements: readonly string[]): Promise<void> {
	const filling = await openFilling(data, settings);
	try {
		for (const statement of statements) await filling.run(statement);
	} finally {
		await filling.close();
	}
}

/** Opens a file of SQLite. */
export function openFile(file: string): Filling {
	const database = new DatabaseSync(file, { timeout: 10_000 });
	for (const pragma of ["synchronous = OFF", "cache_size = -262144"]) database.exec(`PRAGMA ${pragma}`);
	const run: Filling["run"] = async (sql, parameters = []) =>
		database.prepare(sql).all(...(parameters as [])) as Record<string, unknown>[];
	return {
		run,
		withoutIndexes: (table, fill) =>
			rebuilding(
				run,
				`select name, sql from sqlite_master where type = 'index' and tbl_name = '${table}' and sql is not null`,
				fill,
			),
		parameter: () => "?",
		randomBytes: "randomblob(32)",
		async close() {
			// A WAL of gigabytes comes from the filling and would never occur in operation.
			database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
			database.close();
		},
	};
}

async function openServer(url: string): Promise<Filling> {
	const client = new Client(url);
	await client.connect();
	await client.query(
		"set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '128MB'",
	);
	const run: Filling["run"] = async (sql, parameters = []) => (await client.query(sql, [...parameters])).rows;
	return {
		run,
		withoutIndexes: (table, fill) =>
			rebuilding(
				run,
				`select indexname as name, indexdef as sql from pg_indexes
				where tablename = '${table}' and indexname <> '${table}_key' and indexname <> '${table}_pkey'`,
				fill,
			),
		parameter: (number) => `$${number}`,
		randomBytes: "sha256((random()::text || random()::text)::bytea)",
		async close() {
			await client.query("vacuum analyze");
			await client.end();
		},
	};
}

async function rebuilding(run: Filling["run"], list: string, fill: () => Promise<void>): Promise<void> {
	const indexes = await run(list);
	for (const { name } of indexes) await run(`drop index ${String(name)}`);
	await fill();
	for (const { sql } of indexes) await run(String(sql));
}

/** A CTE of the numbers from 0 on, as `i` of `counted`, in SQL for both engines. */
export function counted(count: number): string {
	return `with recursive counted (i) as (select cast(0 as bigint) union all select i + 1 from counted where i < ${count - 1})`;
}
