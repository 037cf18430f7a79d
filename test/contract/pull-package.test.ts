import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The package as it ships; its README is tried with the SDK's. */
const root = fileURLToPath(new URL("../..", import.meta.url));
const pull = join(root, "pull");
const built = (file: string) => readFileSync(join(pull, "dist", file), "utf8");
const imports = (file: string) => [...built(file).matchAll(/\bfrom "(.*?)"/g)].map(([, name = ""]) => name);

test("the command and its functions need nothing but Node.js", () => {
	expect(built("main.js")).toMatch(/^#!\/usr\/bin\/env node\n/);
	const programs = readdirSync(join(pull, "dist"), { recursive: true, encoding: "utf8" }).filter((name) =>
		name.endsWith(".js"),
	);
	expect(programs).toEqual(expect.arrayContaining(["main.js", "index.js"]));
	const imported = programs.flatMap(imports);
	expect(imported.filter((name) => !isBuiltin(name) && !name.startsWith("."))).toEqual([]);
	const { bin, version } = JSON.parse(readFileSync(join(pull, "package.json"), "utf8"));
	const words = [join(pull, bin["packshot-pull"]), "--version"];
	expect(execFileSync(process.execPath, words, { encoding: "utf8" })).toBe(`${version}\n`);
});

test("its types are those of the SDK, so that a client of that package is a client for it", () => {
	expect(imports("index.d.ts")).toEqual(["@packshot/sdk"]);
});

test("it ships its code, its types, its README and the licences of what is in it", () => {
	const args = [
		"pack",
		"-w",
		"packshot-pull",
		"--dry-run",
		"--json",
		"--ignore-scripts",
		"--loglevel",
		"silent",
	];
	const packed = JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8" }));
	const [entry] = Object.values(packed) as [{ files: { path: string }[] }];
	expect(entry.files.map(({ path }) => path).sort()).toEqual([
		"LICENSE",
		"README.md",
		"dist/index.d.ts",
		"dist/index.js",
		"dist/main.js",
		"dist/pull-licences.txt",
		"dist/shared/check-google.js",
		"dist/shared/reading-words.js",
		"dist/shared/workbook.js",
		"package.json",
	]);
	expect(readFileSync(join(pull, "LICENSE"), "utf8")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
	expect(built("pull-licences.txt")).toMatch(/^fflate [\d.]+\n\n[\s\S]*MIT/m);
});
