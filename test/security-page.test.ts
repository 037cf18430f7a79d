import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(`${root}docs/security.md`, "utf8");

test("every file that the security page names exists", () => {
	const named = [...page.matchAll(/`((?:src|test|bench|docs)\/[^`]+)`/g)].map(([, file]) => file ?? "");
	expect(named.length).toBeGreaterThan(50);
	expect(named.filter((file) => !existsSync(root + file))).toEqual([]);
});

test("every row of the security page's tables names the test that proves it", () => {
	const rows = page.split("\n").filter((line) => /^\| (API|V)\d/.test(line));
	expect(rows.filter((row) => !/\.test\.ts/.test(row))).toEqual([]);
	expect(rows.map((row) => /^\| API(\d+)/.exec(row)?.[1]).filter(Boolean)).toEqual(
		Array.from({ length: 10 }, (_, index) => String(index + 1)),
	);
});
