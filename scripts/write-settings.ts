import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { mostUsedSettings, settingsPage } from "../src/settings-table.ts";

/** `npm run settings`: writes the tables of docs/settings.md and of the README from the code. A test compares them. */
writeBetweenMarkers("../docs/settings.md", settingsPage());
writeBetweenMarkers("../README.md", mostUsedSettings());

function writeBetweenMarkers(path: string, tables: string): void {
	const file = fileURLToPath(new URL(path, import.meta.url));
	const text = readFileSync(file, "utf8");
	const written = text.replace(
		/(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/,
		(_all, before: string, after: string) => `${before}${tables}\n${after}`,
	);
	writeFileSync(file, written);
}
