import { isLocked, locksOf } from "../../catalogue/fields/locks.ts";
import { METADATA_SCOPES, VARIANTS } from "../../catalogue/fields/scopes.ts";
import { BRACHOS, DEPARTMENTS, KOSHER_STATUSES } from "../../catalogue/fields/vocabularies.ts";
import { listHechshers } from "../../catalogue/search/list-hechshers.ts";
import { searchProducts } from "../../catalogue/search/search-products.ts";
import type { FindProduct } from "../../catalogue/stored/served-product.ts";
import type { Client } from "../../clients/policy/client.ts";
import { findVisible } from "../../orders/buy/priced-lines.ts";
import type { PageCursors } from "../../orders/contents/order-cursor.ts";
import { readShownPictures } from "../../pictures/store/shown-pictures.ts";
import { createFixedWindow, secondsUntil } from "../../platform/http/fixed-window.ts";
import { MINUTE_MS } from "../../platform/time/durations.ts";
import { portalError, tooManyAttempts } from "../errors.ts";
import type { Handlers } from "../http/call.ts";
import { requireOwn } from "../keys/key-handlers.ts";
import type { ProductCard, ProductQuery } from "./contract.ts";
import { type FoundProductParts, foundProduct } from "./found-product.ts";
import { productCard } from "./product-card.ts";
import { searchCursors } from "./search-cursor.ts";

/** Enough for somebody typing; too few to copy the catalogue's availability, which is sold. */
const SEARCHES_A_MINUTE = 240;
const PRODUCTS_A_MINUTE = 60;

export interface ProductParts extends FoundProductParts {
	readonly pageCursors: PageCursors;
}

type ProductRoute =
	| "GET /keys/{client_id}/products"
	| "GET /keys/{client_id}/product-filters"
	| "GET /keys/{client_id}/products/{barcode}";

/** Handlers for finding products as one of the account's keys. */
export function productHandlers(parts: ProductParts): Handlers<ProductRoute> {
	const { db, findProduct, pageCursors } = parts;
	const admitSearch = perMinute(SEARCHES_A_MINUTE);
	const admitProduct = perMinute(PRODUCTS_A_MINUTE);
	return {
		async "GET /keys/{client_id}/products"({ person, path, query, nowMs }) {
			const client = await requireOwn(parts, person, path.client_id);
			admitSearch(person.account.account_id, nowMs);
			const cursors = searchCursors(pageCursors, client.clientId, query);
			const paging = { after: await cursors.read(), most: query.per_page ?? 24 };
			const page = await searchProducts(db, filterOf(query), client, paging);
			const [data, suggested] = await Promise.all(
				[page.barcodes, page.suggested].map((barcodes) => cards({ db, findProduct }, client, barcodes)),
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
		async "GET /keys/{client_id}/products/{barcode}"({ person, path, nowMs, request }) {
			const client = await requireOwn(parts, person, path.client_id);
			admitProduct(person.account.account_id, nowMs);
			const product = await findVisible(findProduct, { client }, path.barcode);
			if (!product) throw portalError("not_found", { message: "There is no such product." });
			return foundProduct(parts, client, product, { nowMs, address: request.clientAddress });
		},
	};
}

function perMinute(most: number): (accountId: string, nowMs: number) => void {
	const minute = createFixedWindow(MINUTE_MS);
	return (accountId, nowMs) => {
		const bucket = minute.count(accountId, most, nowMs);
		if (!bucket.admitted) throw tooManyAttempts("rate_limited", secondsUntil(bucket.resetAtMs, nowMs));
	};
}

function filterOf(query: ProductQuery) {
	return {
		text: query.q ?? "",
		departments: query.department ?? [],
		hechshers: query.hechsher ?? [],
		kosherStatuses: query.kosher_status ?? [],
		brachos: query.bracha ?? [],
		passover: query.kosher_for_passover ?? false,
		glutenFree: query.gluten_free ?? false,
		vegan: query.vegan ?? false,
		organic: query.organic ?? false,
		scopes: query.scopes ?? [],
		variants: query.variants ?? [],
	};
}

/** Products removed in between are left out. */
async function cards(
	{ db, findProduct }: Pick<ProductParts, "db"> & { readonly findProduct: FindProduct },
	client: Client,
	barcodes: readonly string[],
): Promise<ProductCard[]> {
	const pictures = await readShownPictures(db, barcodes);
	const products = await Promise.all(
		barcodes.map((barcode) => findVisible(findProduct, { client }, barcode)),
	);
	const locks = locksOf(client.locks);
	return products.flatMap((product) =>
		product ? [productCard(product, pictures.get(product.barcode), locks)] : [],
	);
}

async function productFilters(db: ProductParts["db"], client: Client) {
	const locks = locksOf(client.locks);
	const hechshersAreOpen = !locks.scopes.has("hechshers");
	const departments = client.departments.length > 0 ? client.departments : DEPARTMENTS;
	return {
		departments: isLocked(locks, "catalog_meta", "department") ? [] : [...departments],
		hechshers: hechshersAreOpen ? await listHechshers(db) : [],
		kosher_statuses: hechshersAreOpen ? [...KOSHER_STATUSES] : [],
		brachos: isLocked(locks, "info", "bracha") ? [] : [...BRACHOS],
		scopes: METADATA_SCOPES.filter((scope) => !locks.scopes.has(scope)),
		variants: locks.scopes.has("images") ? [] : VARIANTS.filter((variant) => !locks.variants.has(variant)),
	};
}
