import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";

test("a leak that cannot be read is named in plain words, as a line and as a document", async () => {
	const { packshot, folder, remove } = commandLine();
	onTestFinished(remove);
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
