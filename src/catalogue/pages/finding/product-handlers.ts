import { liveAlertIds } from "../../../alerts/read.ts";
import { creditsForJson } from "../../../api/credits.ts";
import type { Client } from "../../../clients/policy/client.ts";
import { requireOwn } from "../../../clients/policy/owned.ts";
import { findVisible } from "../../../orders/buy/priced-lines.ts";
import { handlers } from "../../../pages/call.ts";
import { noProduct } from "../../../pages/errors.ts";
import { perMinute } from "../../../pages/per-minute.ts";
import { readShownPictures } from "../../../pictures/store/shown-pictures.ts";
import { unfitCursor } from "../../../platform/cursor.ts";
import type { PageCursors } from "../../../platform/page-cursors.ts";
import { isLocked, type Locks, locksOf } from "../../fields/locks.ts";
import { METADATA_SCOPES, type MetadataScope, VARIANTS, type Variant } from "../../fields/scopes.ts";
import { BRACHOS, DEPARTMENTS, KOSHER_STATUSES } from "../../fields/vocabularies.ts";
import { countValues, type FilterValue } from "../../search/count-values.ts";
import { countHechshers } from "../../search/list-hechshers.ts";
import { searchProducts } from "../../search/search-products.ts";
import { type FoundPlace, readPlace, writePlace } from "../../search/text-streams.ts";
import { type ProductCard, type ProductFilters, type ProductQuery, productRoutes } from "./contract.ts";
import { type FoundProductParts, foundProduct, pricedParts } from "./found-product.ts";
import { productCard } from "./product-card.ts";

/** Enough for somebody typing; too few to copy the catalogue's availability, which is sold. */
const SEARCHES_A_MINUTE = 240;
const PRODUCTS_A_MINUTE = 60;

export interface ProductParts extends FoundProductParts {
	readonly pageCursors: PageCursors;
}

/** Handlers for finding products as one of the account's keys. */
export function productHandlers(parts: ProductParts) {
	const { db, findProduct, pageCursors } = parts;
	const admitSearch = perMinute(SEARCHES_A_MINUTE);
	const admitProduct = perMinute(PRODUCTS_A_MINUTE);
	const admitCounts = perMinute(PRODUCTS_A_MINUTE);
	return handlers(productRoutes)({
		async "GET /keys/{client_id}/products"({ person, path, query, nowMs }) {
			const client = await requireOwn(parts, person, path.client_id);
			admitSearch(person.account.account_id, nowMs);
			const cursors = searchCursors(pageCursors, client.clientId, query);
			const paging = { after: await cursors.read(), most: query.per_page ?? 24 };
			const page = await searchProducts(db, filterOf(query), client, paging);
			const [data, suggested] = await Promise.all(
				[page.barcodes, page.suggested].map((barcodes) => cards(parts, client, barcodes, nowMs)),
			);
			return {
				data: data ?? [],
				suggested: suggested ?? [],
				roughly: page.roughly,
				near_words: [...page.nearWords],
				next_cursor: await cursors.write(page.last),
			};
		},
		async "GET /keys/{client_id}/product-filters"({ person, path }) {
			return productFilters(db, await requireOwn(parts, person, path.client_id));
		},
		async "GET /keys/{client_id}/product-counts"({ person, path, query, nowMs }) {
			const client = await requireOwn(parts, person, path.client_id);
			admitCounts(person.account.account_id, nowMs);
			const values = filterValues(await productFilters(db, client), locksOf(client.locks));
			const counts = await countValues(
				db,
				filterOf(query),
				client,
				values.map(({ counted }) => counted),
			);
			return {
				data: values.map(({ filter, value }, place) => ({ filter, value, products: counts[place] ?? null })),
			};
		},
		async "GET /keys/{client_id}/products/{barcode}"({ person, path, nowMs, request }) {
			const client = await requireOwn(parts, person, path.client_id);
			admitProduct(person.account.account_id, nowMs);
			const product = await findVisible(findProduct, { client }, path.barcode);
			if (!product) throw noProduct();
			return foundProduct(parts, client, product, { nowMs, address: request.clientAddress });
		},
	});
}

/** The parameters that ask for values of fields, and those that ask for flags. */
const CHOICES = {
	department: "catalog_meta.department",
	hechsher: "hechshers.symbol",
	kosher_status: "hechshers.dairy_meat_pareve",
	bracha: "info.bracha",
} as const;
const FLAGS = ["kosher_for_passover", "gluten_free", "vegan", "organic"] as const;

function filterOf(query: ProductQuery) {
	return {
		text: query.q ?? "",
		fields: Object.fromEntries([
			...Object.entries(CHOICES).map(([name, field]) => [field, query[name as keyof typeof CHOICES]]),
			...FLAGS.map((name) => [`info.${name}`, query[name]]),
		]),
		scopes: query.scopes ?? [],
		variants: query.variants ?? [],
		sort: query.sort,
	};
}

/** Products removed in between are left out. */
async function cards(
	{ db, findProduct, prices }: ProductParts,
	client: Client,
	barcodes: readonly string[],
	nowMs: number,
): Promise<ProductCard[]> {
	const list = await prices();
	const pictures = await readShownPictures(db, barcodes);
	const alerts = await liveAlertIds(db.read, barcodes);
	const products = await Promise.all(
		barcodes.map((barcode) => findVisible(findProduct, { client }, barcode)),
	);
	const locks = locksOf(client.locks);
	return products.flatMap((product) =>
		product
			? [
					{
						...productCard(product, pictures.get(product.barcode), locks),
						alerts: alerts(product.barcode),
						credits: creditsForJson(pricedParts(product, locks, list, nowMs).units),
					},
				]
			: [],
	);
}

async function productFilters(db: ProductParts["db"], client: Client) {
	const locks = locksOf(client.locks);
	const hechshersAreOpen = !locks.scopes.has("hechshers");
	const departments = client.departments.length > 0 ? client.departments : DEPARTMENTS;
	return {
		departments: isLocked(locks, "catalog_meta", "department") ? [] : [...departments],
		hechshers: hechshersAreOpen ? [...(await countHechshers(db)).keys()] : [],
		kosher_statuses: hechshersAreOpen ? [...KOSHER_STATUSES] : [],
		brachos: isLocked(locks, "info", "bracha") ? [] : [...BRACHOS],
		scopes: METADATA_SCOPES.filter((scope) => !locks.scopes.has(scope)),
		variants: locks.scopes.has("images") ? [] : VARIANTS.filter((variant) => !locks.variants.has(variant)),
	};
}

interface NamedValue {
	readonly filter: string;
	readonly value: string;
	readonly counted: FilterValue;
}

/** Every value that the key can filter by. */
function filterValues(filters: ProductFilters, locks: Locks): NamedValue[] {
	const ofField = (filter: keyof typeof CHOICES, values: readonly string[]) =>
		values.map((value) => ({ filter, value, counted: { field: CHOICES[filter], value } }));
	return [
		...FLAGS.filter((flag) => !isLocked(locks, "info", flag)).map((filter) => ({
			filter,
			value: "true",
			counted: { field: `info.${filter}`, value: true as const },
		})),
		...ofField("kosher_status", filters.kosher_statuses),
		...ofField("department", filters.departments),
		...ofField("hechsher", filters.hechshers),
		...ofField("bracha", filters.brachos),
		...filters.variants.map((value) => ({
			filter: "variants",
			value,
			counted: { variant: value as Variant },
		})),
		...filters.scopes.map((value) => ({
			filter: "scopes",
			value,
			counted: { scope: value as MetadataScope },
		})),
	];
}

/** Cursors bound to one key and one query. */
function searchCursors(pages: PageCursors, clientId: string, query: ProductQuery) {
	const { cursor, per_page: _, ...asked } = query;
	const kind = { purpose: "find", boundTo: [clientId, JSON.stringify(Object.entries(asked).sort())] };
	return {
		async read(): Promise<FoundPlace | undefined> {
			const text = await pages.read(kind, cursor);
			if (text === undefined) return undefined;
			const place = readPlace(text);
			if (!place) throw unfitCursor();
			return place;
		},
		write: async (last: FoundPlace | undefined): Promise<string | null> =>
			last ? pages.write(kind, writePlace(last)) : null,
	};
}
