import { addProductSpending } from "../../billing/usage/product-spending.ts";
import { type Variant, variantBit } from "../../catalogue/fields/scopes.ts";
import { textOf } from "../../catalogue/stored/served-text.ts";
import { BlobMissing } from "../../platform/blobs/blob-store.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { forUpdate, insertion } from "../../platform/db/rows.ts";
import type { OrderContent } from "../contents/order-content.ts";
import type { OrderStore } from "../contents/order-store.ts";
import type { ClientOrderTable } from "../tables.ts";
import { addBought, maskOf, searchTextOf } from "./bought-rows.ts";

interface RecordedLine {
	readonly barcode: string;
	readonly scopes: number;
	readonly variants: number;
	readonly searchText: string;
	readonly units: number;
}

interface RecordedOrder {
	readonly order: Pick<ClientOrderTable, "order_id" | "client_id" | "created_at" | "expires_at">;
	readonly lines: readonly RecordedLine[];
	readonly nowMs: number;
}

export interface NotingParts {
	readonly db: Database;
	readonly orders: Pick<OrderStore, "content">;
}

const insertLines = insertion(
	"order_line",
	["client_id", "barcode", "order_id", "scopes", "variants", "expires_at"],
	"on conflict do nothing",
);

/** Adds the lines of an order to what its client holds and to what it ever bought, once. */
export const noteOrder = command<RecordedOrder, undefined>(
	"orders.note_order",
	async (tx, { order, lines, nowMs }, traits) => {
		const { order_id, client_id, created_at, expires_at } = order;
		const query = tx.selectFrom("client_order").select("noted_at").where("order_id", "=", order_id);
		const row = await forUpdate(query, traits).executeTakeFirst();
		if (!row || row.noted_at !== null) return undefined;
		// Always in the same order, so that two concurrent writes cannot deadlock.
		const sorted = lines.toSorted((one, other) => (one.barcode < other.barcode ? -1 : 1));
		await insertLines(
			tx,
			traits,
			sorted.map(({ barcode, scopes, variants }) => ({
				client_id,
				barcode,
				order_id,
				scopes,
				variants,
				expires_at,
			})),
		);
		await addBought(
			tx,
			traits,
			sorted.map(({ barcode, searchText: search_text, scopes, variants }) => ({
				client_id,
				barcode,
				search_text,
				scopes,
				variants,
				first_at: created_at,
				last_at: created_at,
			})),
		);
		await addProductSpending(
			tx,
			traits,
			sorted.map((line) => ({ clientId: client_id, atMs: created_at, charges: 1, ...line })),
			nowMs,
		);
		await tx.updateTable("client_order").set({ noted_at: nowMs }).where("order_id", "=", order_id).execute();
	},
);

/** Records a client's unrecorded orders, oldest first: not with the order, to keep its transaction small. @returns whether there may be more. */
export async function noteOrders(
	{ db, orders }: NotingParts,
	clientId: string,
	limit: number,
	nowMs: number,
): Promise<boolean> {
	const rows = await db.read
		.selectFrom("client_order")
		.selectAll()
		.where("client_id", "=", clientId)
		.where("noted_at", "is", null)
		.orderBy("order_id")
		.limit(limit)
		.execute();
	for (const order of rows) {
		const lines = await linesOf(orders, order);
		await db.write(noteOrder, { order, lines, nowMs });
	}
	return rows.length === limit;
}

const ORDERS_AT_ONCE = 20;

/** Records every unrecorded order, so that all that was bought is known. */
export async function noteAllOrders(parts: NotingParts, nowMs: number): Promise<void> {
	while (await noteNextOrders(parts, nowMs));
}

/** Records orders of a client with unrecorded ones. @returns false if there are none. */
export async function noteNextOrders(parts: NotingParts, nowMs: number): Promise<boolean> {
	const order = await parts.db.read
		.selectFrom("client_order")
		.select("client_id")
		.where("noted_at", "is", null)
		.limit(1)
		.executeTakeFirst();
	if (!order) return false;
	await noteOrders(parts, order.client_id, ORDERS_AT_ONCE, nowMs);
	return true;
}

/** A missing content must not keep other orders from being recorded: `packshot doctor` reports it. */
async function linesOf(
	orders: Pick<OrderStore, "content">,
	order: ClientOrderTable,
): Promise<readonly RecordedLine[]> {
	try {
		return recordedLines(await orders.content(order));
	} catch (fault) {
		if (fault instanceof BlobMissing) return [];
		throw fault;
	}
}

/** The lines of an order in the form in which they are recorded. */
export function recordedLines(content: OrderContent): RecordedLine[] {
	return content.lines.flatMap(({ barcode, scopes, variants, units }, place) => {
		if (scopes.length + variants.length === 0) return [];
		const product = content.bought(place)?.product;
		const searchText = searchTextOf(barcode, product && textOf(product.text, "info"));
		return [{ barcode, scopes: maskOf(scopes), variants: bitsOf(variants), searchText, units }];
	});
}

function bitsOf(variants: readonly Variant[]): number {
	return variants.reduce((bits, variant) => bits | variantBit(variant), 0);
}
