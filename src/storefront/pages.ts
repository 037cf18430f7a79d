import type { Action } from "../billing/prices/actions.ts";
import type { PriceList } from "../billing/prices/prices.ts";
import { VARIANTS, type Variant } from "../catalogue/fields/scopes.ts";
import type { createGenerationRead } from "../catalogue/stored/generation.ts";
import type { ServedProduct } from "../catalogue/stored/served-product.ts";
import { readShownPictures } from "../pictures/store/shown-pictures.ts";
import type { FindThumbnail } from "../pictures/store/thumbnails.ts";
import { gzippedFile, staticFile } from "../platform/http/static-file.ts";
import { DAY_SECONDS } from "../platform/time/durations.ts";
import { type Answer, createAnswers, createPace } from "./answers.ts";
import { productAddress } from "./cards.ts";
import {
	CONTEXT_HEADER,
	type DigitalLink,
	LINKSET_TYPE,
	linkset,
	linksetHeader,
	RESOLVER_HEADERS,
	resolverDescription,
} from "./digital-link.ts";
import { document, NOT_FOUND_PAGE, type Page, type Site } from "./layout.ts";
import { barcodesPage, brandsPage, frontPage, listAddress, listPage } from "./list-pages.ts";
import type { PriceOf } from "./price-words.ts";
import { type Previews, productPage } from "./product-page.ts";
import { createShelf, namesOf, type Shelf, type ShelfParts, titleOf } from "./shelf.ts";
import { pagesSitemap, productsSitemap, robotsText, sitemapIndex } from "./sitemap.ts";

export interface PagesParts extends ShelfParts {
	readonly site: Site;
	readonly prices: () => Promise<PriceList>;
	readonly findThumbnail: FindThumbnail;
	readonly readGeneration: ReturnType<typeof createGenerationRead>;
}

/** Every public address, each from memory if it is known there. `base` is the `scheme://host` of absolute addresses. */
export type StorefrontPages = ReturnType<typeof createPages>;

const FRONT_PRODUCTS = 12;
const PAGE_PRODUCTS = 24;
/** What was removed may be shown by caches on the way for so long. */
const PAGE_CACHING = `public, max-age=60`;
const PREVIEW_CACHING = `public, max-age=${DAY_SECONDS}`;

export function createPages(parts: PagesParts) {
	const { db, site } = parts;
	const shelf = createShelf(parts);
	const takeTurn = createPace();
	const keep = createAnswers(parts.readGeneration, takeTurn);
	const render = (base: string, page: Page, status = 200, caching = PAGE_CACHING) =>
		renderPage(site, base, page, status, caching);
	const notFound = (base: string) => render(base, NOT_FOUND_PAGE, 404, "no-store");

	return {
		shelf,
		takeTurn,
		render,
		prices: () => pricesNow(parts),
		notFound: (base: string) => keep(`${base} 404`, () => notFound(base)),
		async front(base: string) {
			const priceOf = await pricesNow(parts);
			return keep(`${base} / ${priceOf.key}`, async () => {
				const listing = { text: "", brand: undefined, after: undefined, most: FRONT_PRODUCTS };
				const [outline, page] = await Promise.all([shelf.outline(), shelf.list(listing)]);
				const shown = { outline, products: page?.products ?? [], priceOf: priceOf.of };
				// Who has signed in finds something else here.
				return render(base, frontPage(site, shown), 200, "private, no-cache");
			});
		},
		list: (base: string, asked: Parameters<typeof listAddress>[0]) =>
			keep(`${base} ${listAddress(asked)}`, async () => {
				const [outline, page] = await Promise.all([
					shelf.outline(),
					shelf.list({ ...asked, most: PAGE_PRODUCTS }),
				]);
				const isNothing =
					!page || (asked.brand !== undefined && asked.text === "" && page.products.length === 0);
				return isNothing ? notFound(base) : render(base, listPage(asked, page, outline.brands));
			}),
		brands: (base: string) =>
			keep(`${base} brands`, async () => render(base, brandsPage((await shelf.outline()).brands))),
		barcodes: (base: string) => keep(`${base} barcodes`, () => render(base, barcodesPage())),
		async product(base: string, barcode: string) {
			const priceOf = await pricesNow(parts);
			return keep(`${base} p ${barcode} ${priceOf.key}`, async () => {
				const product = await shelf.find(barcode);
				if (!product) return (await elsewhere(shelf, barcode)) ?? notFound(base);
				const previews = product.variants === 0 ? NO_PREVIEWS : await previewsOf(parts, barcode);
				const shown = { product, previews };
				return render(base, productPage(site, base, shown, priceOf.of));
			});
		},
		preview: (base: string, barcode: string, file: string, version: string | undefined) =>
			keep(`preview ${barcode} ${file} ${version}`, async () => {
				const bytes = (await shelf.find(barcode)) && (await previewFile(parts, barcode, file));
				if (!bytes) return notFound(base);
				const caching = bytes.version === version ? PREVIEW_CACHING : PAGE_CACHING;
				return { status: 200, headers: { "cache-control": caching }, file: staticFile(file, bytes.bytes) };
			}),
		...forPrograms({ db, site, shelf, keep, notFound }),
	};
}

interface ProgramParts extends Pick<PagesParts, "db" | "site"> {
	readonly shelf: Shelf;
	readonly keep: ReturnType<typeof createAnswers>;
	readonly notFound: (base: string) => Promise<Answer>;
}

/** The addresses that search engines and scanners ask for. */
function forPrograms({ db, site, shelf, keep, notFound }: ProgramParts) {
	const xml = (text: string) => textAnswer("sitemap.xml", text, 200, { "cache-control": PAGE_CACHING });
	return {
		digitalLink: (base: string, link: DigitalLink) =>
			keep(`${base} link ${link.gtin} ${link.asks} ${link.query}`, async () => {
				const answer = await linkAnswer(shelf, base, link);
				return (
					answer ?? {
						...(await notFound(base)),
						headers: { ...RESOLVER_HEADERS, "cache-control": "no-store" },
					}
				);
			}),
		resolver: (base: string) =>
			jsonAnswer("application/json", resolverDescription(base, site.name), {
				...RESOLVER_HEADERS,
				"cache-control": PAGE_CACHING,
			}),
		robots: (base: string) =>
			textAnswer("robots.txt", robotsText(base, site.isIndexed), 200, { "cache-control": PAGE_CACHING }),
		sitemap: (base: string, name: string | undefined) =>
			keep(`${base} sitemap ${name}`, async () => {
				if (!site.isIndexed) return notFound(base);
				if (name === undefined) return xml(await sitemapIndex(db, shelf.filter, base));
				if (name === "pages") return xml(pagesSitemap(base));
				const text = await productsSitemap(db, shelf.filter, base, name);
				return text === undefined ? notFound(base) : xml(text);
			}),
	};
}

/** Where the product is found that a barcode stands for in another form. */
async function elsewhere(shelf: Shelf, text: string): Promise<Answer | undefined> {
	const barcode = (await shelf.resolve([text])).get(text)?.barcode;
	if (!barcode || barcode === text) return undefined;
	return { status: 308, headers: { location: productAddress(barcode), "cache-control": PAGE_CACHING } };
}

async function linkAnswer(
	shelf: Shelf,
	base: string,
	{ gtin, query, asks }: DigitalLink,
): Promise<Answer | undefined> {
	const barcode = (await shelf.resolve([gtin])).get(gtin)?.barcode;
	const product = barcode ? await shelf.find(barcode) : undefined;
	if (!product || asks === "unknown link type") return undefined;
	const headers = { ...RESOLVER_HEADERS, "cache-control": PAGE_CACHING };
	if (asks === "linkset") {
		const links = linkset(base, gtin, product.barcode, titled(product));
		return jsonAnswer(LINKSET_TYPE, links, { ...headers, link: CONTEXT_HEADER });
	}
	const location = `${base}${productAddress(product.barcode)}${query === "" ? "" : `?${query}`}`;
	return { status: 307, headers: { ...headers, location, link: linksetHeader(base, gtin), vary: "accept" } };
}

function titled(product: ServedProduct): string {
	return titleOf({ barcode: product.barcode, ...namesOf(product) });
}

/** The prices of the moment, and a key of their own for what shows them. */
async function pricesNow({ prices, clock }: PagesParts): Promise<{ of: PriceOf; key: string }> {
	const list = await prices();
	const nowMs = clock.now();
	const of = (action: Action) => list.unitsOf(action, nowMs);
	return { of, key: SHOWN_PRICES.map(of).join() };
}

const SHOWN_PRICES = [
	"products.get.per_image",
	"products.get.info",
	"products.get.hechshers",
	"products.get.nutrition",
	"products.get.ingredients",
	"products.get.catalog_meta",
	"products.get.image_meta",
] as const satisfies readonly Action[];

const NO_PREVIEWS: Previews = new Map();

async function previewsOf({ db }: PagesParts, barcode: string): Promise<Previews> {
	const pictures = (await readShownPictures(db, [barcode])).get(barcode);
	return new Map(
		VARIANTS.flatMap((variant): [Variant, string][] => {
			const version = pictures?.get(variant)?.thumbnail;
			return version ? [[variant, version]] : [];
		}),
	);
}

const PREVIEW_FILE = /^([a-z_]+)\.(webp|jpg)$/;

async function previewFile(parts: PagesParts, barcode: string, file: string) {
	const [, name, ending] = PREVIEW_FILE.exec(file) ?? [];
	const variant = VARIANTS.find((known) => known === name);
	const version = variant && (await previewsOf(parts, barcode)).get(variant);
	const bytes = version && (await parts.findThumbnail(version, ending === "webp" ? "webp" : "jpeg"));
	return bytes ? { version, bytes: Buffer.from(bytes) } : undefined;
}

export function renderPage(
	site: Site,
	base: string,
	page: Page,
	status: number,
	caching: string,
): Promise<Answer> {
	return textAnswer("page.html", document(site, base, page), status, { "cache-control": caching });
}

async function textAnswer(
	name: string,
	text: string,
	status: number,
	headers: Record<string, string>,
): Promise<Answer> {
	return { status, headers, file: await gzippedFile(name, Buffer.from(text)) };
}

async function jsonAnswer(
	contentType: string,
	value: object,
	headers: Record<string, string>,
): Promise<Answer> {
	const file = await gzippedFile("answer.json", Buffer.from(JSON.stringify(value)));
	return { status: 200, headers, file: { ...file, contentType } };
}
