import { readdirSync, readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { expect, test } from "vitest";

const dist = new URL("../dist/", import.meta.url);
const resolve = createRequire(new URL("main.js", dist)).resolve;

/** Packages that the built program loads with `require()`. */
function required(): string[] {
	const files = readdirSync(dist).filter((name) => name.endsWith(".js"));
	const names = files.flatMap((name) =>
		[...readFileSync(new URL(name, dist), "utf8").matchAll(/\brequire\("([^".][^"]*)"\)/g)].map(
			([, found = ""]) => found,
		),
	);
	return [...new Set(names)].filter((name) => !isBuiltin(name));
}

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
	expect(required()).toContain("pg");
	expect(required().filter((name) => isModule(resolve(name)))).toEqual([]);
});
