import { expect, onTestFinished, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";
import { sqliteLibrary } from "../platform/db/sqlite/library.ts";
import { sqliteInWords } from "./sqlite-in-words.ts";

test("names the version, and says how to get one that is maintained", () => {
	expect(sqliteInWords({ name: "node:sqlite", version: "3.53.4" })).toBe(
		`SQLite 3.53.4, of Node.js ${process.versions.node}`,
	);
	expect(sqliteInWords({ name: "@photostructure/sqlite", version: "3.53.0" })).toBe(
		"SQLite 3.53.0, of @photostructure/sqlite, which gets no more fixes; with Node.js 24.15 or newer, its own is used",
	);
});

test("doctor tells which SQLite is in use, in words and as JSON, and calls the installation healthy", async () => {
	const { packshot, begin, remove } = commandLine();
	onTestFinished(remove);
	await begin();
	const { name, version } = sqliteLibrary();
	const inWords = await packshot("doctor");
	expect([inWords.code, inWords.stdout]).toEqual([0, expect.stringContaining(`  SQLite ${version}, of `)]);
	const { document } = await packshot("doctor", "--json");
	expect(document).toMatchObject({ healthy: true, sqlite: { version, library: name } });
});
