import { barcodesFrom, portionStarts } from "../catalogue/listing/outline.ts";
import type { ProductFilter } from "../catalogue/listing/product-filter.ts";
import type { Database } from "../platform/db/database.ts";
import { escaped } from "../platform/escaped.ts";
import { productAddress } from "./cards.ts";

/** The most addresses that a sitemap may have (sitemaps.org). */
export const MOST_ADDRESSES = 50_000;

const NAMESPACE = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`;
const DECLARATION = `<?xml version="1.0" encoding="UTF-8"?>\n`;
const OWN_PAGES = ["/", "/products", "/brands", "/barcodes", "/alerts"];

/** The index of all sitemaps. One is named by its first barcode, so it stays the same for as long as the products before it do. */
export async function sitemapIndex(db: Database, filter: ProductFilter, base: string): Promise<string> {
	const starts = await portionStarts(db, filter, MOST_ADDRESSES);
	const maps = ["pages", ...starts].map(
		(name) => `<sitemap><loc>${escaped(base)}/sitemaps/${name}.xml</loc></sitemap>`,
	);
	return `${DECLARATION}<sitemapindex ${NAMESPACE}>\n${maps.join("\n")}\n</sitemapindex>\n`;
}

/** The sitemap of the pages that are no products. */
export function pagesSitemap(base: string): string {
	return urlset(OWN_PAGES.map((page) => `<url><loc>${escaped(base)}${page}</loc></url>`).join("\n"));
}

/** The products from a barcode on; `undefined` if there are none. */
export async function productsSitemap(
	db: Database,
	filter: ProductFilter,
	base: string,
	from: string,
): Promise<string | undefined> {
	const barcodes = await barcodesFrom(db, filter, from, MOST_ADDRESSES);
	if (barcodes === "") return undefined;
	const before = `<url><loc>${escaped(base)}${productAddress("")}`;
	return urlset(`${before}${barcodes.replaceAll(" ", () => `</loc></url>\n${before}`)}</loc></url>`);
}

function urlset(urls: string): string {
	return `${DECLARATION}<urlset ${NAMESPACE}>\n${urls}\n</urlset>\n`;
}

/** What search engines may read: the public pages, but neither searches, which have no end, nor the lists behind the first page: products are in the sitemaps. */
export function robotsText(base: string, isIndexed: boolean): string {
	if (!isIndexed) return "User-agent: *\nDisallow: /\n";
	const allowed = [
		"/$",
		"/p/",
		"/products",
		"/brands",
		"/barcodes",
		"/alerts",
		"/docs",
		"/assets/",
		"/sitemap",
	];
	return [
		"User-agent: *",
		"Disallow: /products?q=",
		"Disallow: /*after=",
		...allowed.map((path) => `Allow: ${path}`),
		"Disallow: /",
		`\nSitemap: ${base}/sitemap.xml\n`,
	].join("\n");
}
