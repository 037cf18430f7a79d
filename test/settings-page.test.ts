import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { everySetting } from "../src/config.ts";
import { mostUsedSettings, settingsPage } from "../src/settings-table.ts";

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");
const names = everySetting.map(({ name }) => name);

test("docs/settings.md lists every setting once, as the code defines it", () => {
	const page = read("docs/settings.md");
	expect(page, "run `npm run settings`").toContain(settingsPage());
	const listed = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
	expect(listed.sort()).toEqual([...names].sort());
});

test("the README lists the ten most important settings as the code defines them", () => {
	const table = mostUsedSettings();
	expect(table.match(/^\| `PACKSHOT_/gm)).toHaveLength(10);
	expect(read("README.md"), "run `npm run settings`").toContain(table);
});

test("every setting that the documents name exists", () => {
	const pages = [
		"README.md",
		...readdirSync(fileURLToPath(new URL("../docs", import.meta.url))).map((page) => `docs/${page}`),
	];
	const named = pages
		.filter((page) => page.endsWith(".md"))
		.flatMap((page) => read(page).match(/\bPACKSHOT_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []);
	// Only read by one command, the tests, or packshot-pull.
	const elsewhere = [
		"PACKSHOT_TO_PASSWORD",
		"PACKSHOT_TEST_ENGINE",
		"PACKSHOT_TEST_LONG",
		"PACKSHOT_TEST_STRIPE_KEY",
		"PACKSHOT_URL",
		"PACKSHOT_CLIENT_ID",
		"PACKSHOT_API_KEY",
	];
	expect([...new Set(named)].filter((name) => !names.includes(name) && !elsewhere.includes(name))).toEqual(
		[],
	);
});
