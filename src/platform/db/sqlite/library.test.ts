import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { openSqlite } from "./connection.ts";
import { hasMatureSqlite, sqliteLibrary } from "./library.ts";

const folder = mkdtempSync(join(tmpdir(), "packshot-library-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
	["20.19.0", false],
	["22.22.3", false],
	["24.14.1", false],
	["24.15.0", true],
	["24.21.0", true],
	["25.6.1", false],
	["25.7.0", true],
	["26.0.0", true],
	["27.1.0", true],
])("the SQLite of Node.js %s is mature: %s", (version, isMature) => {
	expect(hasMatureSqlite(version)).toBe(isMature);
});

test("the library is that of Node.js where it is mature, and the package elsewhere", () => {
	const { name, version } = sqliteLibrary();
	const { sqlite } = process.versions;
	const isMature = hasMatureSqlite(process.versions.node);
	expect(name).toBe(isMature ? "node:sqlite" : "@photostructure/sqlite");
	expect(version).toBe(isMature ? sqlite : "3.53.0");
});

test("nothing is said about an experiment", async () => {
	const { name } = sqliteLibrary();
	const loaded = name === "node:sqlite" ? `process.getBuiltinModule("${name}")` : `require("${name}")`;
	const ended = await runNode(`new (${loaded}.DatabaseSync)(":memory:").close()`);
	expect(ended).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("a file that this process keeps open is written by a process with the package, and read here at once", async () => {
	const file = join(folder, "shared.sqlite");
	const here = openSqlite(file, "writing");
	here.exec("create table written (by text, place integer)");
	const insert = (by: string, place: number) => here.all("insert into written values (?, ?)", [by, place]);
	for (let place = 0; place < 100; place++) insert("here", place);
	const there = runNode(`
		const { DatabaseSync } = require("@photostructure/sqlite");
		const database = new DatabaseSync(${JSON.stringify(file)}, { timeout: 10_000 });
		const { seen } = database.prepare("select count(*) as seen from written").get();
		for (let place = 0; place < 100; place++) database.prepare("insert into written values ('there', ?)").run(place);
		console.log(seen >= 100);
		database.close();
	`);
	for (let place = 100; place < 200; place++) {
		insert("here", place);
		await new Promise((resolve) => setImmediate(resolve));
	}
	expect(await there).toMatchObject({ code: 0, stdout: "true\n", stderr: "" });
	const { rows } = here.all("select by, count(*) as places from written group by by order by by", []);
	expect(rows).toMatchObject([
		{ by: "here", places: 200 },
		{ by: "there", places: 100 },
	]);
	expect(here.all("pragma integrity_check", []).rows).toMatchObject([{ integrity_check: "ok" }]);
	here.close();
});

test("a process with the package opens what this one has left, and the other way round", async () => {
	const file = join(folder, "left.sqlite");
	const here = openSqlite(file, "writing");
	here.exec("create table left_behind (value blob); insert into left_behind values (x'00ff')");
	here.close();
	const { stdout } = await runNode(`
		const { DatabaseSync } = require("@photostructure/sqlite");
		const database = new DatabaseSync(${JSON.stringify(file)});
		console.log(database.prepare("select hex(value) as value from left_behind").get().value);
		database.exec("insert into left_behind values (x'01')");
		process.kill(process.pid, "SIGKILL");
	`);
	expect(stdout).toBe("00FF\n");
	const again = openSqlite(file, "reading");
	expect(again.all("select count(*) as found from left_behind", []).rows).toMatchObject([{ found: 2 }]);
	again.close();
});

/** Runs a CommonJS script in a process of its own. */
async function runNode(script: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
	const child = spawn(process.execPath, ["--eval", script]);
	const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
	const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
	return { code: await ended, stdout, stderr };
}
