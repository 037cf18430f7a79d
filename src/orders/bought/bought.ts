import { type SqlBool, sql } from "kysely";
import { balanceKeysOf } from "../../billing/balances/balance.ts";
import { catchUpSum } from "../../billing/ledger/ledger-sum.ts";
import { formerBarcodes } from "../../catalogue/barcodes/former-barcodes.ts";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import { METADATA_SCOPES, type MetadataScope, variantsOf } from "../../catalogue/fields/scopes.ts";
import { nearWords } from "../../catalogue/search/near-words.ts";
import { inFinalForm, wordsOf } from "../../catalogue/search/words.ts";
import type { Database } from "../../platform/db/database.ts";
import type { BoughtProductTable } from "../tables.ts";
import { folded, PICTURES_READ } from "./bought-rows.ts";
import { type NotingParts, noteOrders } from "./note-orders.ts";
import { readsSum } from "./note-reads.ts";

/** Orders processed before a query is answered; the rest is recorded in the background. */
const ORDERS_AT_ONCE = 20;

/** Records a client's recent purchases. @returns whether everything is recorded now. */
export function catchUp(parts: NotingParts, clientId: string, nowMs: number): Promise<boolean> {
	return catchUpAll(parts, [clientId], nowMs);
}

/** The same for several clients. */
export async function catchUpAll(
	parts: NotingParts,
	clientIds: readonly string[],
	nowMs: number,
): Promise<boolean> {
	let isComplete = true;
	const balanceKeys = new Set<string>();
	for (const clientId of clientIds) {
		if (await noteOrders(parts, clientId, ORDERS_AT_ONCE, nowMs)) isComplete = false;
		for (const balanceKey of await balanceKeysOf(parts.db, clientId)) balanceKeys.add(balanceKey);
	}
	const isRead = (await catchUpSum(parts.db, readsSum, balanceKeys, nowMs)) === 0;
	return isComplete && isRead;
}

/** What unexpired orders contain of a product. */
export interface Held {
	readonly scopes: readonly MetadataScope[];
	readonly variants: readonly Variant[];
}

/** What all of a client's unexpired orders together contain of some products. */
export async function heldBy(
	db: Database,
	clientId: string,
	barcodes: readonly string[],
	nowMs: number,
): Promise<ReadonlyMap<string, Held>> {
	const masks = new Map<string, { scopes: number; variants: number }>();
	if (barcodes.length === 0) return new Map();
	const former = await formerBarcodes(db.scan, barcodes);
	const rows = await db.scan
		.selectFrom("order_line")
		.select(["barcode", "scopes", "variants"])
		.where("client_id", "=", clientId)
		.where("barcode", "in", [...barcodes, ...former.keys()])
		.where("expires_at", ">", nowMs)
		.execute();
	for (const { barcode: ordered, scopes, variants } of rows) {
		const barcode = former.get(ordered) ?? ordered;
		const before = masks.get(barcode) ?? { scopes: 0, variants: 0 };
		masks.set(barcode, { scopes: before.scopes | scopes, variants: before.variants | variants });
	}
	return new Map([...masks].map(([barcode, held]) => [barcode, heldOf(held)]));
}

function heldOf({ scopes, variants }: { readonly scopes: number; readonly variants: number }): Held {
	return { scopes: scopesIn(scopes), variants: variantsOf(variants) };
}

export function scopesIn(mask: number): MetadataScope[] {
	return METADATA_SCOPES.filter((_, place) => (mask & (1 << place)) !== 0);
}

export interface BoughtProduct extends Held {
	readonly barcode: string;
	/** Pictures were read whose variants are not known. */
	readonly otherPictures: boolean;
	readonly firstAtMs: number;
	readonly lastAtMs: number;
}

/** A position in the list; older purchases follow it. */
export interface BoughtPlace {
	readonly lastAtMs: number;
	readonly barcode: string;
}

/** Purchases that one search examines, which bounds the time of a page for clients that bought millions. */
const MOST_SEARCHED = 10_000;

interface BoughtQuestion {
	/** Words of barcode, name or brand, all of which must occur, or one that is spelled almost alike instead. */
	readonly search: string;
	/** False for a client that may not see names or brands: only barcodes are searched. */
	readonly byNames: boolean;
	readonly after: BoughtPlace | undefined;
	readonly limit: number;
	/** Lowered by tests. */
	readonly mostSearched?: number;
}

/** A page of a client's purchases. */
interface BoughtPage {
	readonly products: readonly BoughtProduct[];
	/** Where to continue, if there is more; a search may end before its page is full. */
	readonly next: BoughtPlace | undefined;
}

/** Everything a client ever bought, most recent purchase first. */
export async function boughtProducts(
	db: Database,
	clientId: string,
	{ search, byNames, after, limit, mostSearched = MOST_SEARCHED }: BoughtQuestion,
): Promise<BoughtPage> {
	const words = folded(search).split(/\s+/).filter(Boolean);
	const inOrder = rowsAfter(db, clientId, after).selectAll();
	if (words.length === 0) return pageOf(await inOrder.limit(limit + 1).execute(), limit);
	const searched = inOrder.limit(mostSearched).as("searched");
	const meant = byNames ? await withNearWords(db, words) : words.map((word) => [word]);
	const rows = await meant
		.reduce(
			(found, any) =>
				found.where((is) =>
					is.or(any.map((word) => is(byNames ? "search_text" : "barcode", "like", patternOf(word)))),
				),
			db.scan.selectFrom(searched).selectAll(),
		)
		.orderBy("last_at", "desc")
		.orderBy("barcode", "desc")
		.limit(limit + 1)
		.execute();
	const page = pageOf(rows, limit);
	if (page.next) return page;
	const end = await rowsAfter(db, clientId, after)
		.select(["last_at", "barcode"])
		.offset(mostSearched - 1)
		.limit(1)
		.executeTakeFirst();
	return { ...page, next: end && { lastAtMs: end.last_at, barcode: end.barcode } };
}

/** Each word with those of the catalogue that are meant if it is misspelt. */
async function withNearWords(db: Database, words: readonly string[]): Promise<string[][]> {
	const near = await nearWords(
		db,
		words.map((word) => wordsOf(word).join("")),
	);
	return words.map((word, place) => [word, ...(near[place] ?? []).map(inFinalForm)]);
}

function patternOf(word: string): string {
	return `%${word.replace(/[\\%_]/g, "")}%`;
}

function rowsAfter(db: Database, clientId: string, after: BoughtPlace | undefined) {
	return db.scan
		.selectFrom("bought_product")
		.where("client_id", "=", clientId)
		.$if(after !== undefined, (rows) =>
			rows.where(sql<SqlBool>`(last_at, barcode) < (${after?.lastAtMs}, ${after?.barcode})`),
		)
		.orderBy("last_at", "desc")
		.orderBy("barcode", "desc");
}

function pageOf(rows: readonly BoughtProductTable[], limit: number): BoughtPage {
	const products = rows.slice(0, limit).map(boughtProduct);
	return { products, next: rows.length > limit ? products.at(-1) : undefined };
}

function boughtProduct(row: BoughtProductTable): BoughtProduct {
	return {
		barcode: row.barcode,
		...heldOf(row),
		otherPictures: (row.scopes & PICTURES_READ) !== 0,
		firstAtMs: row.first_at,
		lastAtMs: row.last_at,
	};
}
