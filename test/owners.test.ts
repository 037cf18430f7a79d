import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/** Ownership: each table is written by one room, and rooms depend on each other in one direction only. */

const root = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
	(name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));

/** The folder below `src/`. The files directly in `src/` assemble the rooms and belong to none. */
function roomOf(file: string): string | undefined {
	return file.includes("/") ? file.split("/")[0] : undefined;
}

describe("tables", () => {
	/** Declared in a room's `interface Tables`. */
	const owners = new Map<string, string>();
	for (const [file, text] of texts) {
		const declared = /^\s*interface Tables \{([^}]*)\}/m.exec(text)?.[1] ?? "";
		for (const [, table = ""] of declared.matchAll(/^\s*(\w+):/gm)) owners.set(table, roomOf(file) ?? "");
	}

	const WRITES = [
		/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*"(\w+)"/g,
		/\b(?:insertRow|updateRows|deleteRows)\([^"]*"(\w+)"/g,
		/\b(?:insertion|expiringRows)\(\s*"(\w+)"/g,
		/\b(?:insert into|delete from|update)\s+(\w+)\s+(?:\(|set\b|where\b|select\b|values\b|using\b)/gi,
	];

	/** Migrations create and fill every table. */
	const writing = [...texts].filter(([file]) => !file.startsWith("migrations/"));

	test("are each declared by a room", () => {
		expect(owners.size).toBeGreaterThan(25);
		expect([...owners].filter(([, room]) => room === "")).toEqual([]);
	});

	test("are each written only by their own room; code that copies the rows of all tables names none", () => {
		const writes = writing.flatMap(([file, text]) =>
			WRITES.flatMap((pattern) =>
				[...text.matchAll(pattern)].map(([, table = ""]) => ({ file, table, room: roomOf(file) })),
			),
		);
		const known = writes.filter(({ table }) => owners.has(table));
		expect(new Set(known.map(({ table }) => table)).size).toBeGreaterThan(25);
		expect(known.filter(({ table, room }) => owners.get(table) !== room)).toEqual([]);
	});

	test("of rooms are never read by name in backups and transfers, which copy whatever the schema has", () => {
		const READS = [/\b(?:selectFrom|from|join)\(\s*"(\w+)"/gi, /\b(?:from|join)\s+(\w+)\b/g];
		const foreign = [...texts]
			.filter(([file]) => /^operations\/(backup|transfer)\//.test(file))
			.flatMap(([file, text]) =>
				READS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, table = ""]) => ({ file, table }))),
			)
			.filter(({ file, table }) => !["platform", roomOf(file), undefined].includes(owners.get(table)));
		expect(foreign).toEqual([]);
	});
});

test("the retention rules of every room are applied", () => {
	const said = files.filter(
		(file) => /(^|\/)retention\.ts$/.test(file) && !/^(platform\/)?retention\.ts$/.test(file),
	);
	const read = [...texts].filter(
		([file]) => said.includes(file) || file === "retention.ts" || /^\w+\/(room|works)\.ts$/.test(file),
	);
	const carriedOut = read.flatMap(([file, text]) =>
		[...text.matchAll(/from "(\.[^"]*\/retention\.ts)"/g)].map(([, path = ""]) =>
			normalize(join(dirname(file), path)),
		),
	);
	expect(said.length).toBeGreaterThan(10);
	expect(said.filter((file) => !carriedOut.includes(file))).toEqual([]);
	const code = [...texts.values()].map((text) => text.replace(/^import [^;]*;$/gm, "")).join("\n");
	const rules = [...said, "retention.ts"].flatMap((file) =>
		[...(texts.get(file) ?? "").matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)].map(
			([, name = ""]) => name,
		),
	);
	// Once where it is declared, and at least once where it is applied.
	const isApplied = (rule: string) => [...code.matchAll(new RegExp(`\\b${rule}\\b`, "g"))].length > 1;
	expect(rules.filter((rule) => !isApplied(rule))).toEqual([]);
});

test("rooms have no circular imports, nor have their pages", () => {
	// Pages stand above all rooms, so those of a room are a place of their own; what a room declares names both.
	const placeOf = (file: string) =>
		/^[^/]+\/(room|commands|works|checks|tasks)\.ts$/.test(file)
			? undefined
			: (/^[^/]+\/pages(?=\/)/.exec(file)?.[0] ?? roomOf(file));
	const known = new Map<string, Map<string, string>>();
	for (const [file, text] of texts) {
		const room = placeOf(file);
		if (room === undefined) continue;
		for (const [, path = ""] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
			const other = placeOf(normalize(join(dirname(file), path)));
			if (other === undefined || other === room || other === "..") continue;
			const rooms = known.get(room) ?? new Map<string, string>();
			rooms.set(other, file);
			known.set(room, rooms);
		}
	}
	const circles: string[] = [];
	const visit = (room: string, way: readonly string[]) => {
		const place = way.indexOf(room);
		if (place >= 0) circles.push([...way.slice(place), room].join(" → "));
		else for (const other of known.get(room)?.keys() ?? []) visit(other, [...way, room]);
	};
	for (const room of known.keys()) visit(room, []);
	expect([...new Set(circles)]).toEqual([]);
});
