import { findAlert, listAlerts, liveAlerts, placeOf } from "../alerts/read.ts";
import type { Action } from "../billing/prices/actions.ts";
import type { PriceList } from "../billing/prices/prices.ts";
import { isBarcode } from "../catalogue/barcodes/barcode.ts";
import { dayOf } from "../catalogue/certificates/list-certificates.ts";
import { VARIANTS, type Variant } from "../catalogue/fields/scopes.ts";
import type { createGenerationRead } from "../catalogue/stored/generation.ts";
import type { ServedProduct } from "../catalogue/stored/served-product.ts";
import { readShownPictures } from "../pictures/store/shown-pictures.ts";
import type { FindThumbnail } from "../pictures/store/thumbnails.ts";
import { gzippedFile, staticFile } from "../platform/http/static-file.ts";
import { DAY_SECONDS } from "../platform/time/durations.ts";
import { alertFeed, alertPage, alertsPage, namedIn } from "./alert-pages.ts";
import { type Answer, type Answers, createAnswers, createPace } from "./answers.ts";
import { barcodesPage } from "./barcode-check.ts";
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
import { hechshersToday, type ShownHechsher } from "./hechshers.ts";
import { document, NOT_FOUND_PAGE, type Page, type Site } from "./layout.ts";
import { brandsPage, frontPage, listAddress, listPage } from "./list-pages.ts";
import type { ShownPrices } from "./price-words.ts";
import { type Previews, productPage } from "./product-page.ts";
import {
	createPublicCatalogue,
	namesOf,
	type PublicCatalogue,
	type PublicCatalogueParts,
	titleOf,
} from "./public-catalogue.ts";
import { pagesSitemap, productsSitemap, robotsText, sitemapIndex } from "./sitemap.ts";

export interface PagesParts extends PublicCatalogueParts {
	readonly site: Site;
	readonly prices: () => Promise<PriceList>;
	readonly findThumbnail: FindThumbnail;
	readonly readGeneration: ReturnType<typeof createGenerationRead>;
}

/** Every public address, each from memory if it is known there. `base` is the `scheme://host` of absolute addresses. */
export type StorefrontPages = ReturnType<typeof createPages>;

type Asked = Parameters<typeof listAddress>[0];

const PAGE_ALERTS = 50;
/** Where a list of alerts goes on. */
const ALERT_PLACE = /^\d{1,15} alr_\w{1,40}$/;
const ATOM_TYPE = "application/atom+xml; charset=utf-8";
const FIRST = { text: "", brand: undefined, after: undefined, most: 12 };
const PAGE_PRODUCTS = 24;
/** What was removed may be shown by caches on the way for so long. */
const PAGE_CACHING = `public, max-age=60`;
const PREVIEW_CACHING = `public, max-age=${DAY_SECONDS}`;

export function createPages(parts: PagesParts) {
	const { db, site, choice } = parts;
	const catalogue = createPublicCatalogue(parts);
	const takeTurn = createPace();
	const { keep, once } = createAnswers(parts.readGeneration, takeTurn);
	const render = (base: string, page: Page, status = 200, caching = PAGE_CACHING) =>
		renderPage(site, base, page, status, caching);
	const notFound = (base: string) => keep(`${base} 404`, () => render(base, NOT_FOUND_PAGE, 404, "no-store"));
	const listed = async (base: string, asked: Asked): Promise<Answer | undefined> => {
		const [outline, page] = await Promise.all([
			catalogue.outline(),
			catalogue.list({ ...asked, most: PAGE_PRODUCTS }),
		]);
		const isNothing = !page || (asked.brand !== undefined && asked.text === "" && page.products.length === 0);
		return isNothing ? undefined : render(base, listPage(asked, page, outline.brands));
	};

	return {
		catalogue,
		takeTurn,
		render,
		prices: () => pricesNow(parts),
		notFound,
		async front(base: string) {
			const prices = await pricesNow(parts);
			return keep(`${base} / ${prices.key} ${dayOfFacts(parts)}`, async () => {
				const [outline, page] = await Promise.all([catalogue.outline(), catalogue.list(FIRST)]);
				const shown = { outline, products: page?.products ?? [], prices };
				// Who has signed in finds something else here.
				return render(base, frontPage(site, shown), 200, "private, no-cache");
			});
		},
		/** What is searched for is the caller's own text. Without it, only brands and places that exist have a page. */
		async list(base: string, asked: Asked) {
			const work = () => listed(base, asked);
			const page = await (asked.text === ""
				? keep(`${base} ${dayOfFacts(parts)} ${listAddress(asked)}`, work)
				: once(work));
			return page ?? notFound(base);
		},
		brands: (base: string) =>
			keep(`${base} brands`, async () => render(base, brandsPage((await catalogue.outline()).brands))),
		barcodes: (base: string) => keep(`${base} barcodes`, () => render(base, barcodesPage(""))),
		async product(base: string, barcode: string) {
			if (!isBarcode(barcode)) return notFound(base);
			const prices = await pricesNow(parts);
			const hechshers = await hechshersShown(parts, barcode);
			const key = `${base} p ${barcode} ${prices.key} ${JSON.stringify(hechshers)}`;
			const page = await keep(key, async () => {
				const found = await shownProduct(parts, catalogue, barcode);
				return found && render(base, productPage(site, base, { ...found, hechshers }, prices));
			});
			return page ?? (await elsewhere(catalogue, barcode)) ?? notFound(base);
		},
		async preview(base: string, barcode: string, file: string, version: string | undefined) {
			const [, name, ending] = PREVIEW_FILE.exec(file) ?? [];
			const variant = VARIANTS.find((known) => known === name);
			if (!variant || !isBarcode(barcode)) return notFound(base);
			const format = ending === "webp" ? "webp" : "jpeg";
			const preview = await keep<Answer | undefined>(`preview ${barcode} ${variant} ${format}`, async () =>
				(await catalogue.find(barcode)) ? previewAnswer(parts, barcode, variant, format) : undefined,
			);
			if (!preview) return notFound(base);
			const caching = preview.version === version ? PREVIEW_CACHING : PAGE_CACHING;
			return { ...preview, headers: { "cache-control": caching } };
		},
		...aboutAlerts({ db, site, catalogue, keep, notFound, choice, render }),
		...forPrograms({ db, site, catalogue, keep, notFound }),
	};
}

/** Facts on cards change with the day on which a certificate ends. */
function dayOfFacts({ site, clock }: PagesParts): string {
	return site.showsFacts ? dayOf(clock.now()) : "";
}

/** Certificates are renewed, and end, without a change of the product. */
async function hechshersShown(parts: PagesParts, barcode: string): Promise<readonly ShownHechsher[]> {
	const isShown = parts.site.showsKosher || parts.site.showsFacts;
	return isShown ? (await hechshersToday(parts, [barcode]))(barcode) : [];
}

/** A public product with its previews and live alerts. */
async function shownProduct(parts: PagesParts, catalogue: PublicCatalogue, barcode: string) {
	const product = await catalogue.find(barcode);
	if (!product) return undefined;
	const previews = product.variants === 0 ? NO_PREVIEWS : await previewsOf(parts, barcode);
	return { product, previews, alerts: await liveAlerts(parts.db.read, parts.choice, barcode) };
}

interface ProgramParts extends Pick<PagesParts, "db" | "site"> {
	readonly catalogue: PublicCatalogue;
	readonly keep: Answers["keep"];
	readonly notFound: (base: string) => Promise<Answer>;
}

interface AlertPageParts extends ProgramParts, Pick<PagesParts, "choice"> {
	readonly render: (base: string, page: Page) => Promise<Answer>;
}

/** The addresses of kosher alerts about public products. */
function aboutAlerts({ db, site, catalogue, keep, notFound, choice, render }: AlertPageParts) {
	const isPlace = async (place: string) => {
		const alert = await findAlert(db.read, choice, place.split(" ")[1] ?? "");
		return alert !== undefined && placeOf(alert) === place;
	};
	return {
		/** @param after the place of the last alert of the page before; only places that exist have a page. */
		async alerts(base: string, after: string | undefined) {
			if (after !== undefined && !ALERT_PLACE.test(after)) return notFound(base);
			const page = await keep<Answer | undefined>(`${base} alerts ${after}`, async () => {
				if (after !== undefined && !(await isPlace(after))) return undefined;
				const alerts = await listAlerts(db.read, choice, { after, limit: PAGE_ALERTS + 1 });
				const shown = alerts.slice(0, PAGE_ALERTS);
				const last = alerts.length > PAGE_ALERTS ? shown.at(-1) : undefined;
				const list = { alerts: shown, next: last && placeOf(last) };
				return render(base, alertsPage(list, await catalogue.named(namedIn(shown))));
			});
			return page ?? notFound(base);
		},
		async alert(base: string, alertId: string) {
			if (!/^alr_\w{1,40}$/.test(alertId)) return notFound(base);
			const page = await keep<Answer | undefined>(`${base} alert ${alertId}`, async () => {
				const alert = await findAlert(db.read, choice, alertId);
				if (!alert) return undefined;
				return render(base, alertPage(alert, await catalogue.named(alert.barcodes)));
			});
			return page ?? notFound(base);
		},
		alertFeed: (base: string) =>
			keep(`${base} alerts.atom`, async () => {
				const alerts = await listAlerts(db.read, choice, { limit: PAGE_ALERTS });
				const headers = { "cache-control": PAGE_CACHING };
				const feed = alertFeed(site, base, alerts, await catalogue.named(namedIn(alerts)));
				const answer = await textAnswer("alerts.xml", feed, 200, headers);
				return { ...answer, file: { ...answer.file, contentType: ATOM_TYPE } };
			}),
	};
}

/** The addresses that search engines and scanners ask for. */
function forPrograms({ db, site, catalogue, keep, notFound }: ProgramParts) {
	const xml = (text: string) => textAnswer("sitemap.xml", text, 200, { "cache-control": PAGE_CACHING });
	return {
		async digitalLink(base: string, { gtin, query, asks }: DigitalLink): Promise<Answer> {
			const answer = await keep(`${base} link ${gtin} ${asks}`, () =>
				linkAnswer(catalogue, base, { gtin, asks }),
			);
			if (!answer)
				return { ...(await notFound(base)), headers: { ...RESOLVER_HEADERS, "cache-control": "no-store" } };
			const { location } = answer.headers;
			if (location === undefined || query === "") return answer;
			return { ...answer, headers: { ...answer.headers, location: `${location}?${query}` } };
		},
		resolver: (base: string) =>
			jsonAnswer("application/json", resolverDescription(base, site.name), {
				...RESOLVER_HEADERS,
				"cache-control": PAGE_CACHING,
			}),
		robots: (base: string) =>
			textAnswer("robots.txt", robotsText(base, site.isIndexed), 200, { "cache-control": PAGE_CACHING }),
		async sitemap(base: string, name: string | undefined): Promise<Answer> {
			if (!site.isIndexed) return notFound(base);
			const text = await keep(`${base} sitemap ${name}`, async () => {
				if (name === undefined) return xml(await sitemapIndex(db, catalogue.filter, base));
				if (name === "pages") return xml(pagesSitemap(base));
				const products = await productsSitemap(db, catalogue.filter, base, name);
				return products === undefined ? undefined : xml(products);
			});
			return text ?? notFound(base);
		},
	};
}

/** Where the product is found that a barcode stands for in another form. */
async function elsewhere(catalogue: PublicCatalogue, text: string): Promise<Answer | undefined> {
	const barcode = (await catalogue.resolve([text])).get(text)?.barcode;
	if (!barcode || barcode === text) return undefined;
	return { status: 308, headers: { location: productAddress(barcode), "cache-control": PAGE_CACHING } };
}

/** What a link leads to, without the query that is passed on. */
async function linkAnswer(
	catalogue: PublicCatalogue,
	base: string,
	{ gtin, asks }: Omit<DigitalLink, "query">,
): Promise<Answer | undefined> {
	const barcode = (await catalogue.resolve([gtin])).get(gtin)?.barcode;
	const product = barcode ? await catalogue.find(barcode) : undefined;
	if (!product || asks === "unknown link type") return undefined;
	const headers = { ...RESOLVER_HEADERS, "cache-control": PAGE_CACHING };
	if (asks === "linkset") {
		const links = linkset(base, gtin, product.barcode, titled(product));
		return jsonAnswer(LINKSET_TYPE, links, { ...headers, link: CONTEXT_HEADER });
	}
	const location = `${base}${productAddress(product.barcode)}`;
	return { status: 307, headers: { ...headers, location, link: linksetHeader(base, gtin) } };
}

function titled(product: ServedProduct): string {
	return titleOf({ barcode: product.barcode, ...namesOf(product) });
}

/** The prices of the moment, and a key of their own for what shows them. */
async function pricesNow({ prices, clock, site }: PagesParts): Promise<ShownPrices & { key: string }> {
	const list = await prices();
	const nowMs = clock.now();
	const of = (action: Action) => list.unitsOf(action, nowMs);
	return { of, credit: site.creditPrice, key: SHOWN_PRICES.map(of).join() };
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

async function previewAnswer(
	parts: PagesParts,
	barcode: string,
	variant: Variant,
	format: "webp" | "jpeg",
): Promise<Answer | undefined> {
	const version = (await previewsOf(parts, barcode)).get(variant);
	const bytes = version && (await parts.findThumbnail(version, format));
	if (!bytes) return undefined;
	const file = staticFile(`preview.${format === "webp" ? "webp" : "jpg"}`, Buffer.from(bytes));
	return { status: 200, headers: {}, file, version };
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
): Promise<Answer & Required<Pick<Answer, "file">>> {
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
