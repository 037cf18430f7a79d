import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";

test("trace names an unreadable leak in plain words, on stderr and as JSON", async () => {
	const { packshot, folder, remove } = commandLine();
	onTestFinished(remove);
	await packshot("migrate");
	const file = join(folder, "missing.jpg");
	const { code, stderr, document } = await packshot("trace", file, "--json");
	expect(code).toBe(1);
	expect(stderr).toBe(`packshot: ${file}: there is no such file or folder\n`);
	expect(document).toEqual({ error: `${file}: there is no such file or folder` });
});

test("restore names an unreadable archive in plain words", async () => {
	const { packshot, folder, remove } = commandLine();
	onTestFinished(remove);
	const { code, stderr } = await packshot("restore", folder);
	expect([code, stderr]).toEqual([1, expect.stringContaining(`cannot read ${folder}: it is a folder`)]);
});

test("trace names a leak that is not a picture in plain words", async () => {
	const { packshot, folder, remove } = commandLine();
	onTestFinished(remove);
	await packshot("migrate");
	const file = join(folder, "notes.txt");
	writeFileSync(file, "This is no picture.");
	const { code, stderr } = await packshot("trace", file);
	expect([code, stderr]).toEqual([
		1,
		`packshot: cannot trace ${file}: not a picture, or one that is too damaged to read\n`,
	]);
});

test("backup reports a path it cannot write to in plain words", async () => {
	const { packshot, folder, begin, remove } = commandLine();
	onTestFinished(remove);
	await begin();
	const { code, stderr } = await packshot("backup", join(folder, "nowhere", "a.tar"));
	expect(code).toBe(1);
	expect(stderr).toContain("there is no such file or folder");
	expect(stderr).not.toMatch(/ENOENT|unfinished/);
});

test("move reports a database that does not answer in plain words", async () => {
	const { packshot, remove } = commandLine();
	onTestFinished(remove);
	await packshot("migrate");
	const { code, stderr } = await packshot("move", "--to", "postgres://someone@127.0.0.1:1/packshot");
	expect(code).toBe(1);
	expect(stderr).toContain("nothing answers at that address");
	expect(stderr).not.toContain("ECONNREFUSED");
});
