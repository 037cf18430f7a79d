import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { everySetting } from "../src/config.ts";
import { rooms } from "../src/rooms.ts";

/**
 * How many concepts of each kind there are. A number may go down; it goes up only with a decision record that says why, so that whoever adds the second way
 * of doing something replaces the first.
 */

const root = fileURLToPath(new URL("../src", import.meta.url));
const texts = readdirSync(root, { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(file))
	.map((file) => readFileSync(`${root}/${file}`, "utf8"));
const all = (pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)]);

test("tables", () => {
	const tables = all(/interface Tables \{([^}]*)\}/g).flatMap(
		([, body = ""]) => body.match(/^\s*\w+: /gm) ?? [],
	);
	expect(tables.length).toBeGreaterThan(50);
	expect(tables.length).toBeLessThanOrEqual(83);
});

test("settings of the environment", () => {
	expect(everySetting.length).toBeGreaterThan(60);
	expect(everySetting.length).toBeLessThanOrEqual(100);
});

test("lists of works in the background", () => {
	expect(all(/rooms\.map\(\(\{ works \}\)/g)).toHaveLength(1);
});

test("catalogues of errors", () => {
	expect(all(/rooms\.map\(\(\{ errors \}\)/g)).toHaveLength(1);
	expect(all(/defineErrors\(\{/g)).toHaveLength(rooms.filter(({ errors }) => errors).length);
});
