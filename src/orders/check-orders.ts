import { BlobMissing, type BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { DAY_MS } from "../platform/time/durations.ts";
import type { BoughtFault } from "./bought/bought-lacks.ts";
import { checkLines, lineProblem } from "./bought/check-lines.ts";
import { type OrderContent, readContent } from "./contents/order-content.ts";
import type { ClientOrderTable } from "./tables.ts";

/** An inconsistency in an order. */
export interface OrderFault {
	readonly orderId: string;
	readonly clientId: string;
	readonly problem: string;
}

export interface OrderCheck {
	readonly orders: number;
	readonly faults: readonly OrderFault[];
	/** Inconsistencies in what the orders' clients hold through them. */
	readonly lineFaults: readonly BoughtFault[];
}

const PAGE = 200;

/** Checks every unexpired order: its content against its row and its lines, and its price against the ledger. */
export async function checkOrders(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	nowMs: number,
): Promise<OrderCheck> {
	const faults: OrderFault[] = [];
	let orders = 0;
	// Lines before orders: lines recorded meanwhile are then missing from the counts, rather than in excess.
	const { counts, faults: lineFaults } = await checkLines(db, nowMs);
	for await (const order of livingOrders(db, nowMs)) {
		orders++;
		const content = await checkedContent(blobs, order);
		const problem =
			typeof content === "string"
				? content
				: ((await ledgerProblem(db, order)) ??
					(await lineProblem(db, order, content, counts.get(order.order_id) ?? 0)));
		if (problem) faults.push({ orderId: order.order_id, clientId: order.client_id, problem });
	}
	return { orders, faults, lineFaults };
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

/** What an order bought, or what is wrong with its content. */
async function checkedContent(blobs: BlobStore, order: ClientOrderTable): Promise<OrderContent | string> {
	let bytes: Uint8Array;
	try {
		bytes = await blobs.get(order.content_blob);
	} catch (fault) {
		if (fault instanceof BlobMissing) return `${order.content_blob} is missing`;
		throw fault;
	}
	try {
		const content = await readContent(bytes);
		const units = content.lines.reduce((sum, line) => sum + line.units, 0);
		return units === order.units && content.lines.length === order.lines
			? content
			: "its content is that of another order";
	} catch (fault) {
		return `${order.content_blob} is damaged: ${(fault as Error).message}`;
	}
}

async function ledgerProblem(db: Database, order: ClientOrderTable): Promise<string | undefined> {
	if (order.units === 0) return undefined;
	// Each day's rows are numbered without gaps, so the others need not be read.
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
