import type { StorefrontChoices } from "./choices.ts";
import { type Fragment, Html, html } from "./html.ts";

/** What all public pages have in common. */
export interface Site extends Omit<StorefrontChoices, "filter"> {
	readonly assets: {
		readonly styles: string;
		readonly script: string;
		readonly stillLife: string;
		readonly stillLifeSmall: string;
	};
}

export interface Page {
	readonly title: string;
	readonly description: string;
	/** The page's only address without a base, for search engines; `undefined` for a page that is not to be found by them. */
	readonly address: string | undefined;
	/** Address of the picture that is shown where the page is linked. */
	readonly picture?: string;
	readonly head?: Fragment;
	/** What the search field holds; `undefined` if the page has one of its own. */
	readonly search: string | undefined;
	readonly main: Html;
}

/** Writes a whole document. @param base `scheme://host` of its absolute addresses. */
export function document(site: Site, base: string, page: Page): string {
	const title = page.address === "/" ? page.title : `${page.title} · ${site.name}`;
	const isFound = site.isIndexed && page.address !== undefined;
	return html`${DOCTYPE}<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${page.description}">
${isFound ? html`<link rel="canonical" href="${base}${page.address}">` : html`<meta name="robots" content="noindex">`}
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:type" content="website">
${page.address === undefined ? undefined : html`<meta property="og:url" content="${base}${page.address}">`}
${page.picture === undefined ? undefined : html`<meta property="og:image" content="${base}${page.picture}">`}
<link rel="icon" href="/packshot.svg" type="image/svg+xml">
<link rel="stylesheet" href="${site.assets.styles}">
<script src="${site.assets.script}"></script>
${page.head}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header(site, page.search)}
<main id="main">${page.main}</main>
${footer(site)}
</body>
</html>
`.text;
}

const DOCTYPE = new Html("<!doctype html>\n");

function header({ name }: Site, search: string | undefined): Html {
	return html`<header class="top"><div class="wide">
<a class="wordmark" href="/">${LOGO}<span>${name}</span></a>
${search === undefined ? undefined : searchForm(search, "small")}
<nav aria-label="Catalogue" class="links"><a href="/products">Products</a><a href="/brands">Brands</a><a href="/barcodes">Check barcodes</a><a href="/#prices">Prices</a><a href="/docs">Documentation</a></nav>
<a class="button ghost" href="/sign-in">Sign in</a>
<button class="scheme-button" hidden type="button"><span class="unseen">Colours of the page</span></button>
</div></header>`;
}

export function searchForm(text: string, size: "small" | "large"): Html {
	return html`<form action="/products" class="search ${size}" role="search"><input aria-label="Search for products" dir="auto" maxlength="200" name="q" placeholder="Name, brand or barcode" type="search" value="${text}"><button class="button" type="submit">Search</button></form>`;
}

function footer({ contact, termsUrl }: Site): Html {
	return html`<footer class="foot"><div class="wide"><nav aria-label="About">
<a href="/alerts">Kosher alerts</a><a href="/docs/api">API reference</a>${contact === undefined ? undefined : html`<a href="${contact}">Contact</a>`}${termsUrl === undefined ? undefined : html`<a href="${termsUrl}">Terms</a>`}<a href="/sign-in">Sign in</a>
</nav><p>Previews carry a drawn mark. Delivered pictures are larger.</p></div></footer>`;
}

/** As on the other pages (web/src/shell/Logo.tsx). */
const LOGO = html`<svg aria-hidden="true" height="30" viewBox="0 0 32 32" width="30"><rect fill="#124a55" height="32" rx="7" width="32"/><path d="M6.5 11V8.5a2 2 0 0 1 2-2H11M21 6.5h2.500a2 2 0 0 1 2 2V11M25.500 21v2.500a2 2 0 0 1-2 2H21M11 25.500H8.500a2 2 0 0 1-2-2V21" fill="none" stroke="#f0bd57" stroke-linecap="round" stroke-linejoin="round" stroke-width="2.200"/><path d="M10 10.500h2.200v11H10zM13.700 10.500h1.100v11h-1.100zM16.300 10.500h3v11h-3zM20.800 10.500H22v11h-1.200z" fill="#fff"/></svg>`;

/** Says that an address leads nowhere. Products that are not public do not exist here. */
export const NOT_FOUND_PAGE: Page = errorPage(
	"There is no such page",
	"The address may be mistyped, or the product is no longer in the catalogue.",
);

export function errorPage(title: string, text: string): Page {
	return {
		title,
		description: title,
		address: undefined,
		search: undefined,
		main: html`<div class="wide narrow"><div class="head"><h1>${title}</h1><p class="quiet">${text}</p></div>${searchForm("", "large")}<p><a class="more" href="/">To the front page</a></p></div>`,
	};
}
