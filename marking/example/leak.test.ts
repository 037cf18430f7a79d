import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const example = fileURLToPath(new URL("leak.ts", import.meta.url));

test("the example names the client whose copy leaked", async () => {
	const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", example], { cwd: root });
	expect(stdout).toMatch(/^image\/jpeg, \d+ cells, markable\nidentified: ann, false with probability \d/);
});

test("the README quotes the example verbatim", () => {
	const readme = readFileSync(fileURLToPath(new URL("../README.md", import.meta.url)), "utf8");
	expect(readme).toContain(`\`\`\`ts\n${readFileSync(example, "utf8")}\`\`\``);
});

test("the package's licence is identical to the repository's", () => {
	const licence = (file: string) => readFileSync(`${root}/${file}`, "utf8");
	expect(licence("marking/LICENSE")).toBe(licence("LICENSE"));
});
