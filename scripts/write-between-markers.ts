import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->` in a document. @param path relative to this folder */
export function writeBetweenMarkers(path: string, name: string, tables: string): void {
	const file = fileURLToPath(new URL(path, import.meta.url));
	const written = readFileSync(file, "utf8").replace(
		new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`),
		(_all, before: string, after: string) => `${before}${tables}\n${after}`,
	);
	writeFileSync(file, written);
}
