import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";

test("a leak that cannot be read is named in plain words, as a line and as a document", async () => {
	const { packshot, folder, remove } = commandLine();
	onTestFinished(remove);
	await packshot("migrate");
	const file = join(folder, "missing.jpg");
	const { code, stderr, document } = await packshot("trace", file, "--json");
	expect(code).toBe(1);
	expect(stderr).toBe(`packshot: ${file}: there is no such file or folder\n`);
	expect(document).toEqual({ error: `${file}: there is no such file or folder` });
});

test("so is an archive that cannot be read", async () => {
	const { packshot, folder, remove } = commandLine();
	onTestFinished(remove);
	const { code, stderr } = await packshot("restore", folder);
	expect([code, stderr]).toEqual([1, expect.stringContaining(`cannot read ${folder}: it is a folder`)]);
});

test("so is a leak that is no picture", async () => {
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

test("so is a place where no backup can be written", async () => {
	const { packshot, folder, remove } = commandLine();
	onTestFinished(remove);
	await packshot("client", "create", "--name", "Shop");
	const { code, stderr } = await packshot("backup", join(folder, "nowhere", "a.tar"));
	expect(code).toBe(1);
	expect(stderr).toContain("there is no such file or folder");
	expect(stderr).not.toMatch(/ENOENT|unfinished/);
});

test("so is a database that nothing answers for", async () => {
	const { packshot, remove } = commandLine();
	onTestFinished(remove);
	await packshot("migrate");
	const { code, stderr } = await packshot("move", "--to", "postgres://someone@127.0.0.1:1/packshot");
	expect(code).toBe(1);
	expect(stderr).toContain("nothing answers at that address");
	expect(stderr).not.toContain("ECONNREFUSED");
});
