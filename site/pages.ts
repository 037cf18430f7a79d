import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The contents of the site: a list that also works on GitHub. */
export const CONTENTS = "docs/README.md";

/** The pages of the API reference are made of this document. */
export const OPENAPI = "docs/openapi.json";

/** A page of the site, as listed in the contents. */
export interface Entry {
	readonly name: string;
	/** Path in the repository. */
	readonly source: string;
	readonly url: string;
	readonly description: string;
	/** Its further pages, which are listed while one of them is shown. */
	readonly below?: readonly Entry[];
}

/** A part of the contents. */
export interface Section {
	readonly title: string;
	readonly intro: string;
	readonly entries: readonly Entry[];
}

/** @param path of a file in the repository. @returns its contents */
export function textOf(path: string): string {
	return readFileSync(join(ROOT, path), "utf8");
}

/**
 * Reads the contents: a section for each second-level heading, an entry for each line `- [name](path): description.` below it.
 * @throws if a line has another form, or names a file that does not exist
 */
export function readContents(markdown: string): readonly Section[] {
	const [, ...parts] = markdown.split(/^## /m);
	return parts.map((part) => {
		const [title = "", ...lines] = part.split("\n").filter((line) => line !== "");
		const isEntry = (line: string) => line.startsWith("- ");
		return {
			title,
			intro: lines.filter((line) => !isEntry(line)).join(" "),
			entries: lines.filter(isEntry).map(entryOf),
		};
	});
}

/** All pages of the contents, in their order. */
export function pagesIn(contents: readonly Section[]): readonly Entry[] {
	return contents.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...(entry.below ?? [])]));
}

function entryOf(line: string): Entry {
	const [, name, path, description] = /^- \[(.+)\]\((\S+)\): (.+)$/.exec(line) ?? [];
	if (!name || !path || !description)
		throw new Error(`${CONTENTS}: not "- [name](path): description": ${line}`);
	const source = posix.join("docs", path);
	if (!existsSync(join(ROOT, source))) throw new Error(`${CONTENTS}: there is no ${source}`);
	return { name, source, url: urlOf(source), description };
}

/**
 * @param source path of a document in the repository
 * @returns the URL of its page: `docs/operators.md` becomes `/docs/operators`, `sdk/README.md` becomes `/docs/packages/sdk`
 */
export function urlOf(source: string): string {
	if (source === CONTENTS) return "/docs";
	if (source === OPENAPI) return "/docs/api";
	const name = source.replace(/\.md$/, "").toLowerCase();
	const [, ofPackage] = /^(\w+)\/readme$/.exec(name) ?? [];
	return ofPackage ? `/docs/packages/${ofPackage}` : `/docs/${name.replace(/^docs\/|\/readme$/g, "")}`;
}

/** The decision records, oldest first; `docs/decisions/README.md` lists them by question. */
export function decisions(): readonly Entry[] {
	return readdirSync(join(ROOT, "docs/decisions"))
		.filter((file) => /^\d{4}-/.test(file))
		.sort()
		.map((file) => {
			const source = `docs/decisions/${file}`;
			const name = /^# (.*)$/m.exec(textOf(source))?.[1] ?? file;
			return { name, source, url: urlOf(source), description: "" };
		});
}
