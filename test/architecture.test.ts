import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commands } from "../src/commands.ts";

/** Checks what docs/ARCHITECTURE.md says about folders and commands against the code. */

const root = fileURLToPath(new URL("..", import.meta.url));
const text = (file: string) => readFileSync(join(root, file), "utf8");

/** Folders named in the map, as paths: two more spaces of indentation mean one level deeper. */
function mappedFolders(): string[] {
	const [, map = ""] = text("docs/ARCHITECTURE.md").split("```");
	const above: string[] = [];
	return map.split("\n").flatMap((line) => {
		const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2;
		const names = /^ *((?:[\w-]+\/ ?)+)/.exec(line)?.[1]?.trim().split(" ") ?? [];
		if (depth > above.length) return [];
		above.length = depth;
		above.push((names[0] ?? "").replace("/", ""));
		return names.map((name) => [...above.slice(0, depth), name.replace("/", "")].join("/"));
	});
}

function foldersIn(folder: string): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => `${folder}/${name}`);
}

test("the architecture map names every folder of src/, two levels deep, and none that does not exist", () => {
	const mapped = mappedFolders();
	expect(mapped.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
	const rooms = foldersIn("src");
	const folders = [...rooms, ...rooms.flatMap(foldersIn)];
	expect(folders.length).toBeGreaterThan(50);
	expect(folders.filter((folder) => !mapped.includes(folder))).toEqual([]);
});

test("what a table means stands at its declaration", () => {
	const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
	const declared = files
		.filter((name) => name.endsWith(".ts"))
		.map((name) => text(`src/${name}`))
		.filter((source) => source.includes("interface Tables {"))
		.flatMap((source) => [...source.matchAll(/(\*\/\n)?(?:export )?interface (\w+Table) \{/g)]);
	expect(declared.length).toBeGreaterThan(60);
	expect(declared.filter(([, explained]) => !explained).map(([, , name]) => name)).toEqual([]);
});

test("every command is in the registry", () => {
	const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter(
		(name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
	);
	const declared = files.flatMap((name) =>
		[...text(`src/${name}`).matchAll(/^export const (\w+)[^=\n]* = command\b/gm)].map(
			([, each = ""]) => each,
		),
	);
	const registries = files.filter((name) => /(^|\/)commands\.ts$/.test(name) && !name.startsWith("cli/"));
	const listed = registries.map((name) => text(`src/${name}`)).join("\n");
	expect(declared.length).toBeGreaterThan(40);
	expect(declared.filter((name) => !new RegExp(`\\b${name}\\b`).test(listed))).toEqual([]);
});

test("only counters, which move no money, commit without a receipt", () => {
	const counters = [...commands.values()].filter(({ batching }) => batching === "counter");
	expect(counters.map(({ name }) => name).sort()).toEqual([
		"auth.count",
		"clients.count_requests",
		"clients.give_back_requests",
	]);
	const receipts = text("src/platform/db/postgres/engine.ts");
	expect(receipts.match(/transactOn\(/g)).toHaveLength(1);
	expect(receipts).toContain("transactOn(pools.write, names, closing.signal)");
});

test("no handler of the pages names the file of a base, which leaves as a delivery only", () => {
	const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((name) =>
		/\/pages\/.+\.ts$/.test(name),
	);
	const naming = files.filter((name) => /\b(watermarked|plain)_?blob\b/i.test(text(`src/${name}`)));
	expect(files.length).toBeGreaterThan(100);
	expect(naming).toEqual([]);
});

test("every CSS class that a page uses exists in its CSS module", () => {
	const files = readdirSync(join(root, "web/src"), { recursive: true, encoding: "utf8" });
	const taken = files
		.filter((name) => name.endsWith(".tsx"))
		.flatMap((name) => {
			const page = text(`web/src/${name}`);
			const modules = page.matchAll(/import (\w+) from "(\.[^"]+\.module\.css)"/g);
			return [...modules].flatMap(([, local = "", path = ""]) => {
				const styles = text(join("web/src", dirname(name), path));
				return [...page.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, "g"))].map(([, each = ""]) => ({
					name: `${name}: ${each}`,
					isThere: new RegExp(`\\.${each}\\b`).test(styles),
				}));
			});
		});
	expect(taken.length).toBeGreaterThan(100);
	expect(taken.filter(({ isThere }) => !isThere).map(({ name }) => name)).toEqual([]);
});
