import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { rooms } from "../src/rooms.ts";

/** A room says once what it has: in its `room.ts`, which `rooms.ts` lists, and over which everything else folds. */

const root = fileURLToPath(new URL("../src", import.meta.url));
const text = (file: string) => readFileSync(`${root}/${file}`, "utf8");
const files = readdirSync(root, { recursive: true, encoding: "utf8" });
const declaring = files.filter((file) => /^\w+\/room\.ts$/.test(file));

test("every room is listed", () => {
	const listed = [...text("rooms.ts").matchAll(/from "\.\/(\w+\/room\.ts)"/g)].map(([, file]) => file);
	expect(declaring.length).toBeGreaterThan(12);
	expect(listed.sort()).toEqual(declaring.sort());
	const array = /const list = \[([^\]]*)\]/.exec(text("rooms.ts"))?.[1] ?? "";
	expect(array.match(/\w+/g)?.sort()).toEqual(declaring.map((file) => file.replace("/room.ts", "")).sort());
});

test("no other file names the declarations of a room", () => {
	const naming = files.filter((file) => file.endsWith(".ts") && /\/room\.ts"/.test(text(file)));
	expect(naming.filter((file) => file !== "rooms.ts" && /"\.[^"]*\w\/room\.ts"/.test(text(file)))).toEqual(
		[],
	);
});

test("whatever a room may declare is folded", () => {
	const body = /export interface Room \{([\s\S]*?)^\}/m.exec(text("room.ts"))?.[1] ?? "";
	const declarable = [...body.matchAll(/^\treadonly (\w+)\?/gm)].map(([, name = ""]) => name);
	const folding = [
		"rooms.ts",
		"commands.ts",
		"config.ts",
		"errors.ts",
		"keep-shut.ts",
		"examine.ts",
		"metrics.ts",
		"retention.ts",
		"task-rules.ts",
		"routes.ts",
		"works.ts",
	]
		.map(text)
		.join("\n");
	const folded = (name: string) =>
		new RegExp(`rooms\\.(?:map|flatMap)\\(\\(?(?:\\{ ${name}\\b|room\\) => room\\.${name}\\b)`).test(folding);
	expect(declarable.length).toBeGreaterThanOrEqual(12);
	expect(declarable.filter((name) => !folded(name))).toEqual([]);
});

test("no two rooms declare the same", async () => {
	const names = await Promise.all(
		rooms.map(async ({ settings = {}, blobColumns = {}, errors = {}, api, pages, checks }) => [
			...Object.keys(settings).map((name) => `settings ${name}`),
			...Object.keys(blobColumns).map((name) => `blobs ${name}`),
			...((await checks?.()) ?? []).map(({ name }) => `check ${name}`),
			...Object.keys(errors).map((code) => `error ${code}`),
			...Object.keys((await api?.()) ?? {}).map((name) => `api ${name}`),
			...Object.keys((await pages?.())?.routes ?? {}).map((name) => `pages ${name}`),
		]),
	);
	const all = names.flat();
	expect(all.length).toBeGreaterThan(300);
	expect(all.filter((name, place) => all.indexOf(name) !== place)).toEqual([]);
});
