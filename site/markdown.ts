import GithubSlugger from "github-slugger";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import ini from "highlight.js/lib/languages/ini";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import nginx from "highlight.js/lib/languages/nginx";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";
import createMarkdownIt, { type Token } from "markdown-it";

type Tokens = readonly Token[];

const LANGUAGES = { bash, ini, javascript, json, nginx, php, python, sql, typescript, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** A heading with the text below it, up to the next one. */
export interface Passage {
	readonly id: string;
	/** 1 for the title of the page. */
	readonly level: number;
	readonly heading: string;
	text: string;
}

/** How links and pictures of a document are rewritten for the site. */
export interface Rewriting {
	link(from: string, href: string): { readonly href: string; readonly name?: string | undefined };
	/** Attributes of the `img` element. */
	picture(from: string, src: string): Readonly<Record<string, string>>;
}

/** A renderer that also collects the passages of each document. Headings get the same anchors as on GitHub, or the one that they name: `## Heading {#id}`. */
export function createMarkdown({ link, picture }: Rewriting) {
	const markdown = createMarkdownIt({ html: true, highlight: highlighted });
	let source = "";
	let passages: Passage[] = [];
	markdown.core.ruler.push("site", ({ tokens }) => {
		passages = passagesOf(tokens);
		for (const token of tokens) alignByClass(token);
		const inline = tokens.flatMap(({ children }) => children ?? []);
		for (const [index, token] of inline.entries()) {
			if (token.type === "link_open") rewriteLink(token, inline[index + 1]);
			if (token.type === "image") rewritePicture(token);
		}
	});
	const { rules } = markdown.renderer;
	rules.table_open = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
	rules.table_close = () => "</table></div>\n";
	rules.code_block = (tokens, index) => highlighted(tokens[index]?.content ?? "", "sh");
	rules.heading_close = (tokens, index) => {
		const { tag } = tokens[index] ?? {};
		const id = tokens[index - 2]?.attrGet("id") ?? "";
		const words = markdown.utils.escapeHtml(plainText(tokens[index - 1]?.children ?? []));
		const anchor = `<a class="anchor" href="#${id}" aria-label="Link to: ${words}">#</a>`;
		return tag === "h1" ? "</h1>\n" : `${anchor}</${tag}>\n`;
	};
	function rewriteLink(token: Token, words: Token | undefined): void {
		const { href, name } = link(source, `${token.attrGet("href")}`);
		token.attrSet("href", href);
		// A file name as link text only helps readers of the repository.
		if (words && name && /^[\w/-]+\.md$/.test(words.content)) words.content = name;
	}
	function rewritePicture(token: Token): void {
		const attributes = picture(source, `${token.attrGet("src")}`);
		for (const [name, value] of Object.entries(attributes)) token.attrSet(name, value);
	}
	return (path: string, text: string): { html: string; passages: readonly Passage[] } => {
		source = path;
		const html = markdown.render(text);
		return { html, passages };
	};
}

/** Adds anchors to headings, and collects the text below each. */
function passagesOf(tokens: Tokens): Passage[] {
	const slugger = new GithubSlugger();
	const passages: Passage[] = [];
	for (const [index, token] of tokens.entries()) {
		const inline = tokens[index + 1];
		if (token.type === "heading_open") {
			const given = takeId(inline?.children?.at(-1));
			const heading = plainText(inline?.children ?? []);
			const id = given ?? slugger.slug(heading);
			token.attrSet("id", id);
			passages.push({ id, level: Number(token.tag.slice(1)), heading, text: "" });
		} else if (tokens[index - 1]?.type !== "heading_open") {
			const last = passages.at(-1);
			const said =
				token.type === "inline"
					? plainText(token.children ?? [])
					: token.type === "fence"
						? token.content
						: "";
			if (last && said !== "") last.text += `${said} `;
		}
	}
	return passages;
}

/** Takes `{#id}` from the end of a heading: an anchor that does not follow from its words. */
function takeId(last: Token | undefined): string | undefined {
	const [end = "", id] = / \{#([\w-]+)\}$/.exec(last?.content ?? "") ?? [];
	if (last && id !== undefined) last.content = last.content.slice(0, -end.length);
	return id;
}

/** Removes the inline style of aligned columns, which the content security policy would block. */
function alignByClass(token: Token): void {
	const [, side] = /text-align:\s*(\w+)/.exec(`${token.attrGet("style")}`) ?? [];
	if (!side) return;
	token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style");
	token.attrSet("class", `is-${side}`);
}

function plainText(tokens: Tokens): string {
	return tokens
		.map(({ type, content }) =>
			type === "softbreak" || type === "hardbreak" ? " " : type === "html_inline" ? "" : content,
		)
		.join("");
}

/** A code block: it is coloured by classes, as the content security policy allows no inline styles. */
function highlighted(code: string, name: string): string {
	const language =
		name === "sh" ? "bash" : name === "js" ? "javascript" : name === "ts" ? "typescript" : name;
	const html = hljs.getLanguage(language)
		? hljs.highlight(code, { language }).value
		: code.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
	return `<pre class="code" tabindex="0"><code>${html}</code></pre>`;
}
