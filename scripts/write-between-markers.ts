import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->` in a document. @param path relative to this folder */
export function writeBetweenMarkers(path: string, name: string, tables: string): void {
	const file = fileURLToPath(new URL(path, import.meta.url));
	const text = readFileSync(file, "utf8");
	const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
	const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
	if (!text.includes(begin) || to < from) throw new Error(`${path} has no section ${name}`);
	writeFileSync(file, `${text.slice(0, from)}${tables}\n${text.slice(to)}`);
}
