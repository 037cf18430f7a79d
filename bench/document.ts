import { readFileSync, writeFileSync } from "node:fs";

/** Replaces the text between `<!-- name:begin -->` and `<!-- name:end -->` in a Markdown file. Throws if the file lacks the markers. */
export function writeSection(file: URL, name: string, text: string): void {
	const before = readFileSync(file, "utf8");
	const begin = `<!-- ${name}:begin -->`;
	const end = `<!-- ${name}:end -->`;
	const from = before.indexOf(begin);
	const to = before.indexOf(end);
	if (from < 0 || to < from) throw new Error(`${file.pathname} has no section ${name}`);
	writeFileSync(file, `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`);
}
