import { CLIENT_OF_ROW } from "../billing/ledger/ledger.ts";
import { BlobMissing, type BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { walk } from "../platform/db/walk.ts";
import { checkLines, lineProblem } from "./bought/check-lines.ts";
import type { PurchaseFault } from "./bought/purchase-fault.ts";
import { type OrderContent, readContent } from "./contents/order-content.ts";
import type { ClientOrderTable } from "./tables.ts";

export interface OrderFault {
	readonly orderId: string;
	readonly clientId: string;
	readonly problem: string;
}

export interface OrderCheck {
	readonly orders: number;
	readonly faults: readonly OrderFault[];
	/** Inconsistencies in what the orders' clients hold through them. */
	readonly lineFaults: readonly PurchaseFault[];
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
	const unexpired = db.scan.selectFrom("client_order").selectAll().where("expires_at", ">", nowMs);
	for await (const page of walk(unexpired, "order_id", PAGE)) {
		for (const order of page) {
			orders++;
			const content = await checkedContent(blobs, order);
			const problem =
				typeof content === "string"
					? content
					: ((await ledgerProblem(db, order)) ??
						(await lineProblem(db, order, content, counts.get(order.order_id) ?? 0)));
			if (problem) faults.push({ orderId: order.order_id, clientId: order.client_id, problem });
		}
	}
	return { orders, faults, lineFaults };
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
	const row = await db.scan
		.selectFrom("ledger")
		.select("units")
		.where("request_id", "=", order.request_id)
		.where(CLIENT_OF_ROW, "=", order.client_id)
		.where("note", "=", order.order_id)
		.executeTakeFirst();
	return row?.units === -order.units ? undefined : "the ledger has no charge for it";
}
