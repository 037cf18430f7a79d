import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { migrations as shipped } from "../../migrations/all.ts";
import { type Migration, SchemaTooNew } from "./migrate.ts";
import { sqliteLibrary } from "./sqlite/library.ts";
import { migrateSqliteFile } from "./sqlite/prepare-file.ts";

const { DatabaseSync } = sqliteLibrary();

let file: string;
beforeEach(() => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-migrate-"));
	file = join(folder, "packshot.sqlite");
	onTestFinished(() => rmSync(folder, { recursive: true }));
});

const creates = (table: string): Migration => ({
	name: `create-${table}`,
	up: async (tx) => {
		await sql.raw(`create table ${table} (id integer)`).execute(tx);
	},
});
const first = creates("one");
const second = creates("two");

function tables(): string[] {
	const database = new DatabaseSync(file);
	const rows = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
	database.close();
	return rows.map((row) => (row as { name: string }).name);
}

test("applies every migration once, in order, and returns which ones", async () => {
	expect(await migrateSqliteFile(file, [first])).toEqual(["create-one"]);
	expect(await migrateSqliteFile(file, [first, second])).toEqual(["create-two"]);
	expect(await migrateSqliteFile(file, [first, second])).toEqual([]);
	expect(tables()).toEqual(["migration", "one", "two"]);
});

test("a schema that is newer than the program is refused and left as it is", async () => {
	await migrateSqliteFile(file, [first, second]);
	await expect(migrateSqliteFile(file, [first])).rejects.toThrow(SchemaTooNew);
	await expect(migrateSqliteFile(file, [first])).rejects.toThrow(/"create-two"/);
	await expect(migrateSqliteFile(file, [])).rejects.toThrow(SchemaTooNew);
	expect(tables()).toEqual(["migration", "one", "two"]);
});

test("rejects a migration history that differs from the program's", async () => {
	await migrateSqliteFile(file, [second]);
	await expect(migrateSqliteFile(file, [first, second])).rejects.toThrow(SchemaTooNew);
});

test("rolls back all migrations of a run if one of them fails", async () => {
	const failing: Migration = {
		name: "fails",
		up: async (tx) => {
			await second.up(tx, {} as never);
			throw new Error("power cut");
		},
	};
	await expect(migrateSqliteFile(file, [first, failing])).rejects.toThrow("power cut");
	expect(tables()).toEqual([]);
	expect(await migrateSqliteFile(file, [first, second])).toEqual(["create-one", "create-two"]);
});

test("the shipped migrations build the whole schema in an empty file", async () => {
	expect(await migrateSqliteFile(file, shipped)).toEqual(shipped.map(({ name }) => name));
	expect(tables()).toEqual(expect.arrayContaining(["client", "ledger", "product", "used_url"]));
	expect(await migrateSqliteFile(file, shipped)).toEqual([]);
});
