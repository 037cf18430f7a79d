import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const FOLDERS = [
	"src",
	"demo",
	"marking",
	"studio",
	"tables",
	"test",
	"sdk",
	"pull",
	"web",
	"site",
	"bench",
	"conformance",
	"scripts",
];
/** Suites of `vitest.slow.config.ts`, which has one set-up for all. */
const SLOW = /^(?:test\/(?:browser|faults|packages|pictures)|bench|conformance|scripts)\//;
/** Reads what the global set-up provides, or finds the built program. */
const SET_UP = /\binject\("|"(?:\.\.\/)+dist[/"]/;

/** Opens a store on the engine of the run. */
const ENGINES = "test/support/engines.ts";

/**
 * Sorts test files by what they need.
 * @param root of the checkout. @returns paths relative to it. `plain`: those that need neither the built program nor a database, themselves
 *   or through what they import, and start at once. `stores`: those that open a store themselves.
 */
export function sortedTests(root: string): { plain: string[]; stores: string[] } {
	const sources = new Map(
		FOLDERS.flatMap((folder) => sourcesIn(root, folder)).map((file) => [
			file,
			readFileSync(join(root, file), "utf8"),
		]),
	);
	const importers = new Map<string, string[]>();
	for (const [file, text] of sources) {
		for (const imported of importsOf(file, text)) {
			importers.set(imported, [...(importers.get(imported) ?? []), file]);
		}
	}
	const needing = new Set([...sources].filter(([, text]) => SET_UP.test(text)).map(([file]) => file));
	// A set yields what is added while it is walked.
	for (const file of needing) for (const importer of importers.get(file) ?? []) needing.add(importer);
	const tests = [...sources.keys()].filter((file) => file.endsWith(".test.ts") && !SLOW.test(file));
	return {
		plain: tests.filter((file) => !needing.has(file)),
		stores: tests.filter((file) => importers.get(ENGINES)?.includes(file)),
	};
}

function sourcesIn(root: string, folder: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
		.filter((name) => /\.tsx?$/.test(name) && !name.includes("node_modules"))
		.map((name) => posix.join(folder, name.replaceAll("\\", "/")));
}

function importsOf(file: string, text: string): string[] {
	return [...text.matchAll(/(?:from|import)[\s(]*"(\.[^"]+)"/g)].map(([, path]) =>
		posix.join(posix.dirname(file), path ?? ""),
	);
}
