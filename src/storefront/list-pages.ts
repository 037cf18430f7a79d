import { pasteForm } from "./barcode-check.ts";
import { brandLinks, productGrid } from "./cards.ts";
import { type Fragment, type Html, html } from "./html.ts";
import { type Page, type Site, searchForm } from "./layout.ts";
import { priceSection, type ShownPrices } from "./price-words.ts";
import type { BrandCount, Listing, Outline, PublicPage, PublicProduct } from "./public-catalogue.ts";

type Asked = Omit<Listing, "most">;

/** The address of a page of products, which stays the same. */
export function listAddress({ text, brand, after }: Asked): string {
	const parts = Object.entries({ q: text, brand, after }).filter(([, value]) => value);
	const query = new URLSearchParams(parts as [string, string][]).toString();
	return query === "" ? "/products" : `/products?${query}`;
}

/** @param brands to narrow the list by, which is done on its first page. */
export function listPage(asked: Asked, page: PublicPage, brands: readonly BrandCount[]): Page {
	const { text, brand, after } = asked;
	const isWhole = listAddress(asked) === "/products";
	const title = text === "" ? (brand ?? "Products") : `Search for “${text}”`;
	const shown: Fragment = page.products.length > 0 ? productGrid(page.products) : nothingFound(page);
	return {
		title,
		description: brand === undefined ? "Kosher products by name, brand and barcode" : `Products of ${brand}`,
		// Searches are pages without end: engines find products by the sitemap.
		address: text === "" ? listAddress(asked) : undefined,
		search: text,
		main: html`<div class="wide"><div class="head"><h1><bdi>${title}</bdi></h1>${note(asked, page)}</div>${isWhole ? someBrands(brands, "row") : undefined}${shown}
<nav aria-label="Pages" class="pages">${after === undefined ? undefined : html`<a class="button ghost" href="${listAddress({ ...asked, after: undefined })}">First page</a>`}${page.next === undefined ? undefined : html`<a class="button" href="${listAddress({ ...asked, after: page.next })}" rel="next">Next page</a>`}</nav></div>`,
	};
}

function note({ text, brand }: Asked, { count, isAbout, nearWords }: PublicPage): Fragment {
	const of = brand !== undefined && text !== "" ? html` of <bdi>${brand}</bdi>` : undefined;
	return html`<p class="quiet">${count ? html`${isAbout ? "About " : ""}${counted(count)}${of}. ` : undefined}${
		nearWords.length === 0 ? undefined : html`Showing results for <bdi>${nearWords.join(", ")}</bdi>.`
	}</p>`;
}

function nothingFound({ suggested }: PublicPage): Fragment {
	if (suggested.length > 0)
		return html`<p>No product has this barcode. Did you mean:</p>${productGrid(suggested)}`;
	return html`<div class="panel"><h2>No product found</h2><p>Try the beginning of a word, a brand or a barcode.</p><p><a class="more" href="/products">All products</a></p></div>`;
}

export function brandsPage(brands: readonly BrandCount[]): Page {
	const sorted = [...brands].sort((one, other) => one.name.localeCompare(other.name, "en"));
	return {
		title: "Brands",
		description: "The brands in the catalogue",
		address: "/brands",
		search: "",
		main: html`<div class="wide"><div class="head"><h1>Brands</h1></div>${brandLinks(sorted)}</div>`,
	};
}

/** The brands with most products, and where the others are. */
function someBrands(brands: readonly BrandCount[], layout: "" | "row" = ""): Fragment {
	const isMore = brands.length > MOST_BRANDS;
	return html`${brands.length === 0 ? undefined : brandLinks(brands.slice(0, MOST_BRANDS), layout)}${isMore ? html`<p><a class="more" href="/brands">All brands</a></p>` : undefined}`;
}

const MOST_BRANDS = 18;
const SENTENCE =
	"Studio photographs, ingredients, nutrition and hechshers by barcode: for shops, menus and apps.";

export function frontPage(
	site: Site,
	{
		outline,
		products,
		prices,
	}: { outline: Outline; products: readonly PublicProduct[]; prices: ShownPrices },
): Page {
	return {
		title: `${site.name}: kosher products, photographed and described`,
		description: SENTENCE,
		address: "/",
		picture: site.assets.stillLife,
		search: undefined,
		main: html`${hero(site, outline)}<div class="wide">
<section><h2>Look around</h2>${productGrid(products)}<p><a class="more" href="/products">All ${counted(outline.products)}</a></p></section>
${outline.brands.length === 0 ? undefined : html`<section><h2>Brands</h2>${someBrands(outline.brands)}</section>`}
<section class="panel split" id="check"><div><h2>Which of yours are here?</h2><p>Paste your barcodes, in any form, and see how many of them we have, and what they would cost. We keep nothing of it.</p></div>${pasteForm("")}</section>
${priceSection(prices)}
${leaks()}
${ask(site)}
</div>`,
	};
}

function hero({ assets }: Site, { products }: Outline): Html {
	return html`<div class="hero"><div class="wide"><div><h1>Kosher products, photographed and described</h1><p>${SENTENCE}</p>${searchForm("", "large")}<p class="count">${counted(products)}, shown as previews</p></div>
<picture><source media="(max-width: 60em)" srcset="${assets.stillLifeSmall}"><img alt="" decoding="async" fetchpriority="high" height="640" src="${assets.stillLife}" width="1240"></picture></div></div>`;
}

function counted(products: number): string {
	return products === 1 ? "1 product" : `${products.toLocaleString("en")} products`;
}

function leaks(): Html {
	return html`<section><h2>Every picture knows its buyer</h2><ol class="steps">
<li><h3>Marked for you alone</h3><p>Each picture that is delivered carries a mark of its buyer. The eye does not see it.</p></li>
<li><h3>Read from a copy</h3><p>A copy found elsewhere, scaled, cropped or saved anew, is compared with what was delivered.</p></li>
<li><h3>Evidence others can check</h3><p>The result is a case file that a third party verifies without us. It says how sure it is, and names nobody when it is not.</p></li>
</ol><p><a class="more" href="/docs/marking">How marks are made and read</a></p></section>`;
}

function ask({ contact, termsUrl, isSignUpOpen }: Site): Html {
	const terms = termsUrl === undefined ? undefined : html` <a href="${termsUrl}">Terms</a>`;
	const first = isSignUpOpen
		? html`<a class="button" href="/sign-up">Create an account</a>`
		: contact && html`<a class="button" href="${contact}">Ask for an account</a>`;
	return html`<section class="panel ask"><div><h2>To take it with you</h2><p>With an account you get pictures and data in your shop, in a spreadsheet, or through an <a href="/docs/api">API</a>.${terms}</p></div><p>${first}<a class="button ${first === undefined ? "" : "ghost"}" href="/sign-in">Sign in</a></p></section>`;
}
