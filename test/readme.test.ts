import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { settingsTable } from "../src/settings-table.ts";

const readme = readFileSync(fileURLToPath(new URL("../README.md", import.meta.url)), "utf8");

test("the README lists every setting as the code has it", () => {
	expect(readme, "run `npm run settings`").toContain(settingsTable());
});
