import type { Passage } from "./markdown.ts";
import { type Entry, pagesIn, type Section } from "./pages.ts";

/** Input of the layout. */
export interface Page {
	readonly url: string;
	readonly title: string;
	readonly html: string;
	readonly passages: readonly Passage[];
	readonly contents: readonly Section[];
	/** URLs of the built script and style sheet, and of the font needed for the first text on the page. */
	readonly assets: { readonly script: string; readonly styles: string; readonly font: string };
}

const MARK = '<img alt="" height="30" src="/packshot.svg" width="30">';

/** The complete HTML document of a page. It has no inline scripts or styles, which the content security policy forbids. */
export function documentOf(page: Page): string {
	const { assets, title, url } = page;
	const isHome = url === "/docs";
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(isHome ? title : `${title} · Packshot`)}</title>
<link rel="icon" href="/packshot.svg" type="image/svg+xml">
<script src="/color-scheme.js"></script>
<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets.styles}">
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${header()}
<div class="frame${isHome ? " is-home" : ""}">
${isHome ? "" : sidebar(page)}
<main id="content" tabindex="-1">
${isHome ? `<div class="intro">\n${page.html}</div>` : page.html}
${isHome ? page.contents.map(cards).join("\n") : neighbours(page)}
</main>
${isHome ? "" : outline(page.passages)}
</div>
</body>
</html>
`;
}

function header(): string {
	return `<header class="bar">
<button class="menu-button" aria-expanded="false" aria-controls="contents" hidden><span class="unseen">Contents</span></button>
<a class="home" href="/">${MARK}<span class="name">Packshot</span></a><a class="kind" href="/docs">Documentation</a>
<button class="search-button" aria-haspopup="dialog" hidden><span>Search</span><kbd>/</kbd></button>
<nav class="ways" aria-label="Packshot"><a href="/docs/api">API reference</a><a href="/sign-in">Sign in</a></nav>
<button class="scheme-button" hidden><span class="unseen">Colours of the page</span></button>
</header>`;
}

function sidebar({ contents, url }: Page): string {
	const item = ({ name, url: address, below }: Entry): string => {
		const isWithin = url === address || url.startsWith(`${address}/`);
		const isCurrent = below ? url === address : isWithin;
		const link = `<a href="${address}"${isCurrent ? ' aria-current="page"' : ""}>${escaped(name)}</a>`;
		return `<li>${link}${below && isWithin ? `<ul>${below.map(item).join("")}</ul>` : ""}</li>`;
	};
	const groups = contents.map(
		({ title, entries }) => `<h2>${escaped(title)}</h2>\n<ul>${entries.map(item).join("")}</ul>`,
	);
	return `<nav class="contents" id="contents" aria-label="Contents">\n${groups.join("\n")}\n</nav>`;
}

/** The headings of a page, if it has more than one. */
function outline(passages: readonly Passage[]): string {
	const shown = passages.filter(({ level }) => level === 2 || level === 3);
	if (shown.length < 2) return '<div class="outline"></div>';
	const items = shown.map(
		({ id, level, heading }) => `<li class="level-${level}"><a href="#${id}">${escaped(heading)}</a></li>`,
	);
	return `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>`;
}

/** The sections of the contents as cards, for the home page. */
function cards({ title, intro, entries }: Section): string {
	const items = entries.map(
		({ name, url, description }) =>
			`<li><a href="${url}"><strong>${escaped(name)}</strong><span>${inlineCode(description)}</span></a></li>`,
	);
	const id = title.toLowerCase().replaceAll(" ", "-");
	return `<section class="cards" aria-labelledby="${id}"><h2 id="${id}">${escaped(title)}</h2><p>${escaped(intro)}</p><ul>${items.join("")}</ul></section>`;
}

/** Links to the previous and next page in the contents. */
function neighbours({ contents, url }: Page): string {
	const all = pagesIn(contents);
	const index = all.findIndex((entry) => entry.url === url);
	if (index < 0) return "";
	const link = (entry: Entry | undefined, rel: string, word: string) =>
		entry
			? `<a rel="${rel}" href="${entry.url}"><span>${word}</span><strong>${escaped(entry.name)}</strong></a>`
			: "";
	return `<nav class="neighbours" aria-label="Neighbouring pages">${link(all[index - 1], "prev", "Previous")}${link(all[index + 1], "next", "Next")}</nav>`;
}

function inlineCode(text: string): string {
	return escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
