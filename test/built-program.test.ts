import { readdirSync, readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { expect, test } from "vitest";

const dist = new URL("../dist/", import.meta.url);
const load = createRequire(new URL("main.js", dist));

/** The built program, the SDK and the other commands. */
const FOLDERS = [
	dist,
	new URL("../sdk/dist/", import.meta.url),
	new URL("../pull/dist/", import.meta.url),
	new URL("../conformance/dist/", import.meta.url),
];

/** Packages that the built program requires. @param pattern with the name as its group `name` */
function packagesIn(pattern: RegExp): string[] {
	const files = readdirSync(dist).filter((name) => name.endsWith(".js"));
	const names = files.flatMap((file) =>
		[...readFileSync(new URL(file, dist), "utf8").matchAll(pattern)].map(({ groups }) => groups?.name ?? ""),
	);
	return [...new Set(names)].filter((name) => !isBuiltin(name));
}

const REQUIRED = /\brequire\("(?<name>[^".][^"]*)"\)/g;
/** Those whose default export the sources use, as the builder writes it. */
const WITH_DEFAULT = /let (\w+) = require\("(?<name>[^".][^"]*)"\);\s*\1 = \w+\.__toESM\(\1, 1\)/g;

/** Whether Node.js treats a file as an ES module. */
function isModule(file: string): boolean {
	if (/\.[cm]js$/.test(file)) return file.endsWith(".mjs");
	for (let folder = new URL(".", `file://${file}`); ; folder = new URL("..", folder)) {
		const manifest = attempt(() => readFileSync(new URL("package.json", folder), "utf8"));
		if (manifest !== undefined) return JSON.parse(manifest).type === "module";
	}
}

function attempt(read: () => string): string | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

// The default import would be wrong: `require()` returns the whole namespace, which the bundler takes for the default export.
test("the built program requires no package that is an ECMAScript module", () => {
	const required = packagesIn(REQUIRED);
	expect(required).toContain("pg");
	expect(required.filter((name) => isModule(load.resolve(name)))).toEqual([]);
});

test("the built program has the same default exports as the sources", async () => {
	const names = packagesIn(WITH_DEFAULT);
	expect(names).toContain("sharp");
	for (const name of names) {
		const { default: imported } = await import(name);
		const required = load(name);
		expect([name, typeof required, Object.keys(required)]).toEqual([
			name,
			typeof imported,
			expect.arrayContaining(Object.keys(imported)),
		]);
	}
});

test("the builder left out no call that a try statement waits for, because nobody uses its result", () => {
	const files = FOLDERS.flatMap((folder) =>
		readdirSync(folder).flatMap((name) => (name.endsWith(".js") ? [new URL(name, folder)] : [])),
	);
	expect(files.length).toBeGreaterThan(FOLDERS.length);
	const emptied = files.flatMap((file) =>
		[...readFileSync(file, "utf8").matchAll(/\btry\s*\{\s*(return( (true|false))?;?\s*)?\}\s*catch/g)].map(
			({ index }) => `${file.pathname} at ${index}`,
		),
	);
	expect(emptied).toEqual([]);
});
