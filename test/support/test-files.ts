import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const FOLDERS = [
	"src",
	"demo",
	"marking",
	"tables",
	"test",
	"sdk",
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

/**
 * Test files that need neither the built program nor a database, themselves or through what they import: they start at once.
 * @param root of the checkout. @returns paths relative to it
 */
export function plainTests(root: string): string[] {
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
	return [...sources.keys()].filter(
		(file) => file.endsWith(".test.ts") && !SLOW.test(file) && !needing.has(file),
	);
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
