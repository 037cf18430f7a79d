import Eleventy, { type Configuration } from "@11ty/eleventy";
import { type ApiPage, apiPages } from "./api-reference/api-pages.ts";
import { documentOf, type Page } from "./layout.ts";
import { linkOnSite } from "./links.ts";
import { createMarkdown, type Passage } from "./markdown.ts";
import { CONTENTS, decisions, OPENAPI, pagesIn, readContents, type Section, textOf, urlOf } from "./pages.ts";
import { picturesOf } from "./pictures.ts";

/** An entry of the search index: a passage and the page that it is on. */
export interface FoundPassage {
	readonly url: string;
	readonly page: string;
	readonly heading: string;
	readonly text: string;
}

/** Eleventy's data about a page while it is rendered. */
interface PageData {
	readonly page: { readonly inputPath: string };
	readonly content: string;
	/** Set for documents outside `docs`. */
	readonly source?: string;
}

const NOT_FOUND_SOURCE = "docs/404";
const NOT_FOUND = `# There is no such page

Search the documentation, or start from the [first page](README.md).
`;

/**
 * Writes a page for every document listed in the contents, for every decision record, and the pages of the API reference.
 * @returns files to publish beside them (path below `folder` → path in the repository) and the passages to search
 */
export async function writePages(folder: string, assets: Page["assets"]) {
	const ofApi = apiPages(OPENAPI, JSON.parse(textOf(OPENAPI)));
	const contents = withApiPages(readContents(textOf(CONTENTS)), ofApi);
	const elsewhere = new Map([
		...documentsElsewhere(contents.flatMap(({ entries }) => entries.map(({ source }) => source))),
		...ofApi.map(({ source, text }) => [source, text] as const),
	]);
	const files = new Map<string, string>();
	const passages = new Map<string, readonly Passage[]>();
	const pictures = await picturesOf("docs/pictures");
	const names = namesOf(contents);
	const render = createMarkdown({
		link(from, href) {
			const onSite = linkOnSite(from, href, names);
			if (onSite.file !== undefined) files.set(onSite.href.replace("/docs/", ""), onSite.file);
			return onSite;
		},
		picture(from, src) {
			const { file, path, ...attributes } = pictures(from, src);
			files.set(path, file);
			return attributes;
		},
	});
	const pages: FoundPassage[] = [];
	await new Eleventy("docs", folder, { quietMode: true, config: configure }).write();
	return { files, passages: pages };

	function configure(config: Configuration): void {
		config.setTemplateFormats(["md"]);
		config.setLibrary("md", { render: (text: string, data: PageData) => contentOf(sourceOf(data), text) });
		config.addTemplate("_includes/page.11ty.js", (data: PageData) => pageOf(sourceOf(data), data.content));
		config.addGlobalData("layout", "page.11ty.js");
		// Plain Markdown: braces in examples are not templates.
		config.addGlobalData("templateEngineOverride", "md");
		const permalink = (data: PageData) => `${urlOf(sourceOf(data)).slice("/docs".length) || "/index"}.html`;
		config.addGlobalData("eleventyComputed", { permalink });
		for (const [source, text] of elsewhere) {
			config.addTemplate(`${urlOf(source).slice("/docs/".length)}.md`, text, { source });
		}
	}

	function contentOf(source: string, text: string): string {
		// The home page shows its lists as cards instead.
		const { html, passages: own } = render(
			source,
			source === CONTENTS ? text.slice(0, text.search(/^## /m)) : text,
		);
		passages.set(source, own);
		return html;
	}

	function pageOf(source: string, html: string): string {
		if (!names.has(source)) throw new Error(`${source} is not in the list of ${CONTENTS}`);
		const own = passages.get(source) ?? [];
		const url = urlOf(source);
		const title = own[0]?.heading ?? source;
		if (source !== NOT_FOUND_SOURCE) pages.push(...own.map((passage) => found(passage, url, title)));
		return documentOf({ url, title, html, passages: own, contents, assets });
	}
}

function withApiPages(contents: readonly Section[], [, ...others]: readonly ApiPage[]): readonly Section[] {
	const below = others.map(({ source, name }) => ({ source, name, url: urlOf(source), description: "" }));
	return contents.map((section) => ({
		...section,
		entries: section.entries.map((entry) => (entry.source === OPENAPI ? { ...entry, below } : entry)),
	}));
}

/** The names of all pages by their paths in the repository. */
function namesOf(contents: readonly Section[]): ReadonlyMap<string, string> {
	const listed = [...pagesIn(contents), ...decisions()];
	return new Map([
		[CONTENTS, "the documentation"],
		[NOT_FOUND_SOURCE, "there is no such page"],
		...listed.map(({ source, name }) => [source, name] as const),
	]);
}

/** Documents outside `docs`, by their paths in the repository, with their texts. */
function documentsElsewhere(listed: readonly string[]): ReadonlyMap<string, string> {
	const outside = listed.filter((source) => source.endsWith(".md") && !source.startsWith("docs/"));
	return new Map([
		...outside.map((source) => [source, textOf(source)] as const),
		[NOT_FOUND_SOURCE, NOT_FOUND],
	]);
}

function sourceOf({ source, page }: PageData): string {
	return source ?? page.inputPath.replace(/^\.\//, "");
}

function found({ id, level, heading, text }: Passage, url: string, page: string): FoundPassage {
	return { url: level === 1 ? url : `${url}#${id}`, page, heading, text: text.replace(/\s+/g, " ").trim() };
}
