import type { Variant } from "../../catalogue/scopes.ts";
import { METADATA_SCOPES, type MetadataScope, variantsOf } from "../../catalogue/scopes.ts";
import type { Database } from "../../platform/db/database.ts";
import type { OrderStore } from "../order-store.ts";
import type { BoughtProductTable } from "../tables.ts";
import { folded, PICTURES_READ } from "./bought-rows.ts";
import { noteOrders } from "./note-orders.ts";
import { noteNextReads } from "./note-reads.ts";

export interface BoughtParts {
	readonly db: Database;
	readonly orders: Pick<OrderStore, "content">;
}

/** Orders and steps of the ledger that a question waits for; the rest is noted in the background. */
const ORDERS_AT_ONCE = 20;
const STEPS_AT_ONCE = 3;

/** Notes what a client bought lately. @returns whether everything is noted now. */
export async function catchUp(parts: BoughtParts, clientId: string, nowMs: number): Promise<boolean> {
	let isMore = await noteOrders(parts, clientId, ORDERS_AT_ONCE, nowMs);
	for (let step = 0; step < STEPS_AT_ONCE; step++) {
		if (!(await noteNextReads(parts, clientId))) return !isMore;
	}
	isMore = true;
	return !isMore;
}

/** What living orders hold of a product. */
export interface Held {
	readonly scopes: readonly MetadataScope[];
	readonly variants: readonly Variant[];
}

/** What a client's orders that can still be fetched hold of some products, all orders together. */
export async function heldBy(
	db: Database,
	clientId: string,
	barcodes: readonly string[],
	nowMs: number,
): Promise<ReadonlyMap<string, Held>> {
	const masks = new Map<string, { scopes: number; variants: number }>();
	if (barcodes.length === 0) return new Map();
	const rows = await db.scan
		.selectFrom("order_line")
		.select(["barcode", "scopes", "variants"])
		.where("client_id", "=", clientId)
		.where("barcode", "in", barcodes)
		.where("expires_at", ">", nowMs)
		.execute();
	for (const { barcode, scopes, variants } of rows) {
		const before = masks.get(barcode) ?? { scopes: 0, variants: 0 };
		masks.set(barcode, { scopes: before.scopes | scopes, variants: before.variants | variants });
	}
	return new Map([...masks].map(([barcode, held]) => [barcode, heldOf(held)]));
}

function heldOf({ scopes, variants }: { readonly scopes: number; readonly variants: number }): Held {
	return { scopes: scopesIn(scopes), variants: variantsOf(variants) };
}

function scopesIn(mask: number): MetadataScope[] {
	return METADATA_SCOPES.filter((_, place) => (mask & (1 << place)) !== 0);
}

/** A product that was bought at some time. */
export interface BoughtProduct extends Held {
	readonly barcode: string;
	/** Pictures were read whose variants are not known. */
	readonly otherPictures: boolean;
	readonly firstAtMs: number;
	readonly lastAtMs: number;
}

/** A place in the list, after which older purchases follow. */
export interface BoughtPlace {
	readonly lastAtMs: number;
	readonly barcode: string;
}

/**
 * What a client ever bought, what was bought last first.
 * @param search words of barcode, name or brand, all of which have to be there.
 * @param byNames false for a client that may not know names or brands: the search is by barcode alone.
 */
export async function boughtProducts(
	db: Database,
	clientId: string,
	{
		search,
		byNames,
		after,
		limit,
	}: {
		readonly search: string;
		readonly byNames: boolean;
		readonly after: BoughtPlace | undefined;
		readonly limit: number;
	},
): Promise<BoughtProduct[]> {
	let query = db.scan.selectFrom("bought_product").selectAll().where("client_id", "=", clientId);
	for (const word of folded(search).split(/\s+/).filter(Boolean))
		query = query.where(byNames ? "search_text" : "barcode", "like", `%${word.replace(/[\\%_]/g, "")}%`);
	if (after)
		query = query.where((row) =>
			row.or([
				row("last_at", "<", after.lastAtMs),
				row.and([row("last_at", "=", after.lastAtMs), row("barcode", "<", after.barcode)]),
			]),
		);
	const rows = await query.orderBy("last_at", "desc").orderBy("barcode", "desc").limit(limit).execute();
	return rows.map(boughtProduct);
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
