import type { RouteName, RoutePath, RouteQuery } from "../../src/routes.ts";
import { routes } from "../../test/support/routes.ts";
import { changeTime } from "../filled-catalogue.ts";
import { PRODUCTS } from "./catalogue.ts";
import { BUSY } from "./events.ts";
import { clientNumbered, timeMsOf } from "./people.ts";
import { LONG_IMPORT, ONE_CASE, RARE } from "./work.ts";

export type ReadRoute = Extract<RouteName, `GET ${string}`>;

/** Those that take neither a path parameter nor a query. */
type PlainRoute = {
	[N in ReadRoute]: [RoutePath<N>, RouteQuery<N>] extends [undefined, undefined] ? N : never;
}[ReadRoute];

/** One request to a route. */
export interface Ask {
	readonly path?: Readonly<Record<string, string>>;
	readonly query?: Readonly<Record<string, string>>;
	/** Times the next or the last page instead of the first answer. */
	readonly place?: "next" | "last";
}

/** Parameters of the walk. */
export interface Filled {
	/** Of the client that makes the walk. */
	readonly clientId: string;
	/** Of the product with many changes. */
	readonly barcode: string;
	readonly nowMs: number;
	readonly entries: number;
}

/** The requests of a route to be timed, or the reason why there are none. */
export type Walked = readonly Ask[] | string;

const ONE_ROW = "one row by its key";
const NO_LIST = "no list, and nothing that grows";
const A_FILE = "one stored file by its key";
const STREAMED = "streamed a page at a time, each of them read like those of the list beside it";
const IN_PAGES = "timed by the row `pages`, of a key of 10,000,000 calls";

type Given<N extends ReadRoute> = Readonly<
	Record<Exclude<N, PlainRoute>, Walked> & Partial<Record<N & PlainRoute, Walked>>
>;

/**
 * The requests for every route of the pages that reads something: all filters, all searches, and a distant page of each list. A route that
 * takes parameters and is missing here is a type error; one that takes none is asked once.
 */
export function walk(filled: Filled): ReadonlyMap<ReadRoute, Walked> {
	const given: Given<ReadRoute> = {
		...ownRoutes(filled),
		...moneyRoutes(),
		...peopleRoutes(filled),
		...catalogueRoutes(filled),
		...workRoutes(),
	};
	const reading = (Object.keys(routes) as RouteName[]).filter(isReading);
	return new Map(reading.map((name) => [name, given[name] ?? [{}]]));
}

function isReading(name: RouteName): name is ReadRoute {
	return name.startsWith("GET ");
}

type Routes<Path extends string> = Given<Extract<ReadRoute, `GET ${Path}`>>;
type AdminPath = `/admin/${string}`;

function ownRoutes({ clientId, nowMs }: Filled): Omit<Routes<string>, `GET ${AdminPath}`> {
	const path = { client_id: clientId };
	const busy = { client_id: clientNumbered(BUSY.client) };
	const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
	const lastMonth = { from: dayAt(nowMs - 30 * 86_400_000), to: dayAt(nowMs) };
	const compared = {
		...lastMonth,
		client_id: clientId,
		before_from: dayAt(nowMs - 60 * 86_400_000),
		before_to: dayAt(nowMs - 31 * 86_400_000),
	};
	return {
		"GET /session/sso": NO_LIST,
		"GET /session/sso/callback": NO_LIST,
		"GET /unsubscribe/{token}": NO_LIST,
		"GET /keys/{client_id}": [{ path }, { path: busy }],
		"GET /keys/{client_id}/ledger": IN_PAGES,
		"GET /keys/{client_id}/history": [
			{ path: busy },
			{ path: busy, query: { limit: "200" }, place: "next" },
			{ path },
		],
		"GET /keys/{client_id}/preview": ONE_ROW,
		"GET /keys/{client_id}/ledger.csv": STREAMED,
		"GET /keys/{client_id}/calls": IN_PAGES,
		"GET /keys/{client_id}/refusals": IN_PAGES,
		"GET /keys/{client_id}/usage": IN_PAGES,
		"GET /keys/{client_id}/spending": IN_PAGES,
		"GET /spending": [{ query: lastMonth }, { query: compared }],
		"GET /spending.csv": [{ query: lastMonth }, { query: compared }],
		"GET /keys/{client_id}/bought": IN_PAGES,
		"GET /keys/{client_id}/quote": NO_LIST,
		"GET /keys/{client_id}/webhook": ONE_ROW,
		"GET /keys/{client_id}/orders": [{ path }, { path, query: { per_page: "100" }, place: "next" }],
		"GET /keys/{client_id}/orders/{order_id}": ONE_ROW,
		"GET /keys/{client_id}/orders/{order_id}/metadata": STREAMED,
		"GET /keys/{client_id}/products": [...productAsks(path), { path, query: { sort: "newest" } }],
		"GET /keys/{client_id}/product-filters": [{ path }],
		"GET /keys/{client_id}/product-counts": withoutPages(productAsks(path)),
		"GET /keys/{client_id}/products/{barcode}": ONE_ROW,
		"GET /keys/{client_id}/top-ups": [{ path }],
		"GET /keys/{client_id}/payments": [{ path }],
		"GET /keys/{client_id}/automatic-top-up": [{ path }],
		"GET /payments/offer": ONE_ROW,
		"GET /payments/{payment_id}/receipt": ONE_ROW,
		"GET /keys/{client_id}/statement": [{ path, query: { month: dayAt(nowMs).slice(0, 7) } }],
		"GET /keys/{client_id}/statement.csv": [{ path, query: { month: dayAt(nowMs).slice(0, 7) } }],
		"GET /lists/{list_id}": [{ path: { list_id: "list_7" } }],
		"GET /thumbnails/{thumbnail}": A_FILE,
		"GET /proposals": [{}, { query: { per_page: "200" }, place: "last" }],
		"GET /proposal-fields": NO_LIST,
		"GET /proposal-barcode": ONE_ROW,
		"GET /proposal-pictures/{picture_id}/{size}": A_FILE,
	};
}

/** The same requests for counts, which have no pages. */
function withoutPages(asks: readonly Ask[]): Ask[] {
	return asks.map(({ path = {}, query: { per_page: _, limit: __, after: ___, ...query } = {} }) => ({
		path,
		query,
	}));
}

function productAsks(path: Ask["path"] = {}): Ask[] {
	const many = {
		kosher_status: "dairy",
		bracha: "hagafen",
		scopes: "nutrition",
		variants: "front",
		per_page: "48",
	};
	const flags = { kosher_for_passover: "true", gluten_free: "true", vegan: "true", organic: "true" };
	return [
		{ path },
		{ path, query: { q: "choc" }, place: "next" },
		{ path, query: { q: "28000" } },
		{ path, query: { q: "c", department: "Sushi", hechsher: "OU", ...many } },
		{ path, query: flags },
	];
}

/** Top-ups, prices and totals over all keys. */
function moneyRoutes(): Routes<
	| "/admin/top-ups"
	| `/admin/${"payments" | "money" | "money.csv"}`
	| `/admin/prices${string}`
	| `/admin/export${string}`
	| "/admin/overview"
	| "/admin/settings"
	| "/admin/checklist"
> {
	return {
		"GET /admin/checklist": NO_LIST,
		"GET /admin/export/{kind}": "streamed a page at a time, each of them read by its key",
		"GET /admin/top-ups": [
			{},
			{ place: "last" },
			{ query: { state: "requested" } },
			{ query: { state: "approved", per_page: "200" }, place: "last" },
		],
		"GET /admin/money": [{ query: { from: "2027-01-01", to: "2027-12-31", by: "month" } }],
		"GET /admin/money.csv": [{ query: { from: "2027-01-01", to: "2027-12-31", by: "day" } }],
		"GET /admin/payments": [{}, { query: { per_page: "200" }, place: "last" }],
		"GET /admin/prices/impact": [{ query: { action: "products.get.info", price: "0.01" } }],
	};
}

function peopleRoutes({
	clientId,
	nowMs,
	entries,
}: Filled): Routes<"/admin/clients" | "/admin/accounts" | `/admin/events${string}`> {
	return {
		"GET /admin/clients": [
			{},
			{ query: { limit: "200" }, place: "next" },
			{ query: { after: `${timeMsOf(nowMs, 10_000, 20)}.ps_client_z` } },
			...["Shop 77", "person9", "מכולת", "nobody at all", clientId].map((search) => ({ query: { search } })),
			...["active", "revoked", "expired"].map((state) => ({ query: { state } })),
			{ query: { tier: "enterprise" } },
			{ query: { tier: "standard", state: "expired", search: "Shop" } },
		],
		"GET /admin/accounts": [
			{},
			{ place: "last" },
			...["person9", "shops.example", "nobody at all"].map((search) => ({
				query: { search, per_page: "200" },
			})),
		],
		"GET /admin/events": eventAsks(nowMs, entries),
		"GET /admin/events.csv": STREAMED,
	};
}

/** People, clients, subjects and addresses with many, few and no events, alone, combined and with a time range. */
function eventAsks(nowMs: number, entries: number): Ask[] {
	const day = (share: number) =>
		new Date(timeMsOf(nowMs, entries, Math.floor(entries * share))).toISOString().slice(0, 10);
	const client = clientNumbered(BUSY.client);
	const queries: Readonly<Record<string, string>>[] = [
		{},
		{ limit: "200", after: `${timeMsOf(nowMs, entries, 300)}.300` },
		{ person: "boss" },
		{ person: "person777" },
		{ person: "acct_filled_42", from: day(0.2), to: day(0.2) },
		{ person: "nobody at all" },
		{ client },
		{ client: "Shop 777" },
		{ client, person: "boss" },
		{ client, person: "person9998" },
		{ client, address: "10.7.7.9" },
		{ subject: BUSY.subject },
		{ subject: BUSY.subject, person: "person9998" },
		{ subject: "top_10000042" },
		{ subject: "top_10000042", address: BUSY.address },
		{ subject: "nothing" },
		{ request_id: "req_777" },
		{ request_id: "req_nothing", person: "boss" },
		{ address: BUSY.address },
		{ address: BUSY.address, person: "boss", to: day(0.1) },
		{ address: BUSY.address, person: "person9998", client },
		{ address: "10.7.7.9" },
		{ address: "203.0.113.1" },
		{ from: day(0.5), to: day(0.5) },
		{ to: day(0.01) },
		{ person: "boss", client, subject: BUSY.subject, address: BUSY.address },
	];
	return [
		...queries.map((query) => ({ query })),
		{ query: { address: BUSY.address, subject: BUSY.subject }, place: "next" },
	];
}

function catalogueRoutes({ barcode }: Filled): Routes<`/admin/${"catalogue" | "kosher"}/${string}`> {
	const path = { barcode };
	const kinds = [
		...[
			"missing:info",
			"missing:hechshers",
			"missing:nutrition",
			"missing:ingredients",
			"missing:catalog_meta",
			"missing:image_meta",
		],
		...["check_digit", "note:blurred", "note:clipped", "note:not_centred", "unmarkable", "hechsher_once"],
	];
	return {
		"GET /admin/catalogue/products": tableAsks(),
		"GET /admin/catalogue/product-counts": withoutPages(tableAsks()),
		"GET /admin/catalogue/fields": NO_LIST,
		"GET /admin/catalogue/products/{barcode}": [{ path }],
		"GET /admin/catalogue/products/{barcode}/history": [
			{ path },
			{ path, query: { limit: "100" }, place: "next" },
			{ path, query: { after: "1000" } },
		],
		"GET /admin/catalogue/products/{barcode}/pictures/{variant}": A_FILE,
		"GET /admin/catalogue/versions/{version}/thumbnail": A_FILE,
		"GET /admin/catalogue/changes": [
			{},
			{ query: { limit: "200" }, place: "next" },
			{ query: { after: "1000" } },
			{ query: { kind: "removed" } },
			{ query: { kind: "removed", after: "1000" } },
		],
		"GET /admin/kosher/certificates": [{}, { query: { list: "ended", page: "1", per_page: "100" } }],
		"GET /admin/kosher/products": [{}, { query: { certificate_id: "none", after: "2899" } }],
		"GET /admin/catalogue/pairs": [{}, { query: { limit: "200" }, place: "next" }],
		"GET /admin/catalogue/doubtful/{kind}": kinds.flatMap((kind) => [
			{ path: { kind } },
			{ path: { kind }, query: { limit: "200" }, place: "next" as const },
		]),
	};
}

/** Every filter of the table, alone and combined, by barcode and by text. */
function tableAsks(): Ask[] {
	const half = changeTime(PRODUCTS, PRODUCTS / 2);
	const queries: Readonly<Record<string, string>>[] = [
		{},
		{ limit: "200" },
		{ after: "2899" },
		{ search: "28012" },
		{ search: "28" },
		{ search: "99999" },
		{ min_digits: "8", max_digits: "12" },
		{ updated_since: half },
		{ updated_since: changeTime(PRODUCTS, 2000) },
		{ has_front: "true" },
		{ has_front: "false" },
		{ has_front: "true", has_back: "false" },
		{ has_back_clean: "true", has_front_clean: "false" },
		{ ownership: "studio" },
		{ ownership: "nobody" },
		{ department: "Frozen" },
		{ has: "nutrition" },
		{ missing: "info.notes" },
		{ has: "nutrition.calories,info.brand,image_meta", missing: "info.distributor" },
		{ updated_since: half, has_back_clean: "true", ownership: "archive", max_digits: "12" },
		{
			search: "2",
			min_digits: "6",
			has_front: "true",
			ownership: "studio",
			department: "Frozen",
			updated_since: half,
		},
		{ q: "c" },
		{ q: "chocolate" },
		{ q: "שוקולד" },
		{ q: "no such words" },
		{ q: "28000" },
		{ q: "c", department: "Frozen" },
		{ q: "c", has_back_clean: "true", ownership: "archive", missing: "info.notes" },
		{ q: "chocolate", ownership: "nobody" },
		{ q: "c", search: "28012" },
	];
	const next = [
		{},
		{ q: "c" },
		{ q: "c", has_front: "false" },
		{ ownership: "archive", has_back_clean: "true" },
	];
	return [
		...queries.map((query) => ({ query })),
		...next.map((query) => ({ query, place: "next" as const })),
	];
}

/** Imports, proposals and cases. */
function workRoutes(): Routes<
	| `/admin/${"rights" | "storefront"}`
	| `/admin/${"watermark" | "imports" | "review" | "traces" | "alerts"}${string}`
	| `/admin/import-${string}`
	| `/admin/present-pictures/${string}`
	| "/admin/case-holders"
> {
	const path = { import_id: LONG_IMPORT };
	return {
		"GET /admin/imports": [
			{},
			{ query: { limit: "100" }, place: "next" },
			{ query: { after: "01aaaaaaaaaaaaaaa100000030" } },
			{ query: { batch: RARE.batch } },
			...[{ batch: "none" }, { ownership: RARE.ownership }, { is_card: "true" }].map((query) => ({ query })),
			{ query: { ownership: "nobody", batch: RARE.batch } },
		],
		"GET /admin/imports/{import_id}": [{ path }],
		"GET /admin/imports/{import_id}/refusals": [
			{ path },
			{ path, query: { limit: "200" }, place: "next" },
			{ path, query: { after: "99900" } },
			{ path, query: { cause: RARE.cause } },
			{ path, query: { cause: "none" } },
		],
		"GET /admin/imports/{import_id}/card": ONE_ROW,
		"GET /admin/imports/{import_id}/card/pictures/{picture}/{view}": A_FILE,
		"GET /admin/imports/{import_id}/columns": ONE_ROW,
		"GET /admin/imports/{import_id}/mapping.yaml": ONE_ROW,
		"GET /admin/imports/{import_id}/refused-rows.xlsx": "at most 100,000 cells",
		"GET /admin/import-mappings": "at most 200 rows",
		"GET /admin/import-template.xlsx": "reads nothing",
		"GET /admin/imports/{import_id}/refusals.csv": STREAMED,
		"GET /admin/imports/{import_id}/refusals.ndjson": STREAMED,
		"GET /admin/review": [
			...[{}, { place: "last" as const }],
			...["waiting", "approved", "rejected", "withdrawn"].map((state) => ({ query: { state } })),
			{ query: { state: "waiting", per_page: "200" }, place: "last" },
		],
		"GET /admin/review/{proposal_id}/label": ONE_ROW,
		"GET /admin/watermark/samples": A_FILE,
		"GET /admin/review-pictures/{picture_id}/{size}": A_FILE,
		"GET /admin/alerts": [{ query: { after: "alr_0" } }],
		"GET /admin/alerts/{alert_id}": ONE_ROW,
		"GET /admin/traces": [
			...[{}, { place: "last" as const }],
			{ query: { state: "open" } },
			{ query: { state: "closed", per_page: "200" }, place: "last" },
			{ query: { search: "case 77" } },
			{ query: { search: "no such case", state: "open" } },
		],
		"GET /admin/traces/{case_id}": [{ path: { case_id: ONE_CASE } }],
		"GET /admin/traces/{case_id}/links": [{ path: { case_id: ONE_CASE } }],
		"GET /admin/traces/{case_id}/report": "the same rows as a case, and files",
		"GET /admin/traces/{case_id}/leaks/{leak}": A_FILE,
		"GET /admin/traces/{case_id}/evidence/{leak}/{candidate}": A_FILE,
		"GET /admin/traces/{case_id}/file": A_FILE,
	};
}
