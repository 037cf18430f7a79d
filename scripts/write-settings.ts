import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { settingsTable } from "../src/settings-table.ts";

/** `npm run settings`: writes the README's table of settings from the code. A test holds the two against each other. */
const readme = fileURLToPath(new URL("../README.md", import.meta.url));
const text = readFileSync(readme, "utf8");
const written = text.replace(
	/(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/,
	(_all, before: string, after: string) => `${before}${settingsTable()}\n${after}`,
);
writeFileSync(readme, written);
