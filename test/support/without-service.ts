import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const SERVICE = "test/support/service.ts";

/**
 * Test files below some folders that start no whole service. Running them with services on PostgreSQL would only repeat the SQLite run: the
 * stores are tested on every engine in every run.
 * @param root of the checkout. @returns paths relative to it
 */
export function testsWithoutService(root: string, folders: readonly string[]): string[] {
	const text = (file: string) => readFileSync(join(root, file), "utf8");
	const starting = new Set([SERVICE]);
	const importsOf = (file: string) =>
		[...text(file).matchAll(/from "(\.[^"]+)"/g)].map(([, path]) =>
			posix.join(posix.dirname(file), path ?? ""),
		);
	const starts = (file: string) => importsOf(file).some((imported) => starting.has(imported));
	const supports = filesIn(root, "test/support", ".ts");
	for (let known = 0; known < starting.size; ) {
		known = starting.size;
		for (const file of supports) if (starts(file)) starting.add(file);
	}
	return folders.flatMap((folder) => filesIn(root, folder, ".test.ts")).filter((file) => !starts(file));
}

function filesIn(root: string, folder: string, ending: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(ending) && !name.includes("node_modules"))
		.map((name) => posix.join(folder, name));
}
