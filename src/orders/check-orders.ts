import { BlobMissing, type BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { DAY_MS } from "../platform/http/fixed-window.ts";
import { readContent } from "./order-content.ts";
import type { ClientOrderTable } from "./tables.ts";

/** What is wrong with an order. */
export interface OrderFault {
	readonly orderId: string;
	readonly clientId: string;
	readonly problem: string;
}

export interface OrderCheck {
	readonly orders: number;
	readonly faults: readonly OrderFault[];
}

const PAGE = 200;

/** Checks every order that can be fetched: its content against its row, and its price against the ledger. */
export async function checkOrders(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	nowMs: number,
): Promise<OrderCheck> {
	const faults: OrderFault[] = [];
	let orders = 0;
	for await (const order of livingOrders(db, nowMs)) {
		orders++;
		const problem = (await contentProblem(blobs, order)) ?? (await ledgerProblem(db, order));
		if (problem) faults.push({ orderId: order.order_id, clientId: order.client_id, problem });
	}
	return { orders, faults };
}

async function* livingOrders(db: Database, nowMs: number): AsyncGenerator<ClientOrderTable> {
	let after = "";
	for (;;) {
		const page = await db.scan
			.selectFrom("client_order")
			.selectAll()
			.where("order_id", ">", after)
			.where("expires_at", ">", nowMs)
			.orderBy("order_id")
			.limit(PAGE)
			.execute();
		yield* page;
		const last = page.at(-1);
		if (!last || page.length < PAGE) return;
		after = last.order_id;
	}
}

async function contentProblem(blobs: BlobStore, order: ClientOrderTable): Promise<string | undefined> {
	let bytes: Uint8Array;
	try {
		bytes = await blobs.get(order.content_blob);
	} catch (fault) {
		if (fault instanceof BlobMissing) return `${order.content_blob} is missing`;
		throw fault;
	}
	try {
		const { lines } = await readContent(bytes);
		const units = lines.reduce((sum, line) => sum + line.units, 0);
		return units === order.units && lines.length === order.lines
			? undefined
			: "its content is that of another order";
	} catch (fault) {
		return `${order.content_blob} is damaged: ${(fault as Error).message}`;
	}
}

async function ledgerProblem(db: Database, order: ClientOrderTable): Promise<string | undefined> {
	if (order.units === 0) return undefined;
	// The day's rows are numbered without gaps: the others are not read.
	const day = await db.scan
		.selectFrom("ledger_day")
		.select(["first_seq", "last_seq"])
		.where("client_id", "=", order.client_id)
		.where("day", "=", order.created_at - (order.created_at % DAY_MS))
		.executeTakeFirst();
	const row = await db.scan
		.selectFrom("ledger")
		.select("units")
		.where("client_id", "=", order.client_id)
		.where("seq", ">=", day?.first_seq ?? 0)
		.where("seq", "<=", day?.last_seq ?? 0)
		.where("note", "=", order.order_id)
		.executeTakeFirst();
	return row?.units === -order.units ? undefined : "the ledger has no charge for it";
}
