import type { ClientFault } from "../api/client-fault.ts";
import { CLIENT_OF_ROW } from "../billing/ledger/ledger.ts";
import { BlobMissing, type BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { findRow } from "../platform/db/rows.ts";
import { walk } from "../platform/db/walk.ts";
import { requestId, ULID_TIME_LENGTH } from "../platform/ids.ts";
import { DAY_MS } from "../platform/time/durations.ts";
import { checkLines, lineProblem } from "./bought/check-lines.ts";
import {
	CONTENT_PREFIX,
	contentExpiryMs,
	contentMadeMs,
	type OrderContent,
	readContent,
} from "./contents/order-content.ts";
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
	readonly lineFaults: readonly ClientFault[];
}

const PAGE = 200;

/** Checks every unexpired order: its content against its row and its lines, and its price against the ledger. */
export async function checkOrders(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	nowMs: number,
): Promise<OrderCheck> {
	const faults: OrderFault[] = [];
	const contents = new Set<string>();
	let orders = 0;
	// Lines before orders: lines recorded meanwhile are then missing from the counts, rather than in excess.
	const { counts, faults: lineFaults } = await checkLines(db, nowMs);
	const unexpired = db.scan.selectFrom("client_order").selectAll().where("expires_at", ">", nowMs);
	for await (const page of walk(unexpired, "order_id", PAGE)) {
		for (const order of page) {
			orders++;
			contents.add(order.content_blob);
			const content = await checkedContent(blobs, order);
			const problem =
				typeof content === "string"
					? content
					: ((await ledgerProblem(db, order)) ??
						(await lineProblem(db, order, content, counts.get(order.order_id) ?? 0)));
			if (problem) faults.push({ orderId: order.order_id, clientId: order.client_id, problem });
		}
	}
	for await (const gone of goneOrders({ db, blobs }, contents, nowMs)) faults.push(gone);
	return { orders, faults, lineFaults };
}

/**
 * Orders that were charged but have no row, although they cannot have expired: the content of each is stored until its day of expiry. Contents of refused
 * orders are left there too, but nothing was charged for them.
 */
async function* goneOrders(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	known: ReadonlySet<string>,
	nowMs: number,
): AsyncGenerator<OrderFault> {
	const told = new Set<string>();
	for await (const key of blobs.list(CONTENT_PREFIX)) {
		const [expiryMs, atMs] = [contentExpiryMs(key), contentMadeMs(key)];
		if (expiryMs === undefined || atMs === undefined) continue;
		if (known.has(key) || expiryMs + DAY_MS <= nowMs) continue;
		for (const { order_id: orderId, client_id: clientId } of await chargedWithoutRow(db, atMs)) {
			if (told.has(orderId)) continue;
			told.add(orderId);
			yield { orderId, clientId, problem: "it was charged, and has not expired, but is gone" };
		}
	}
}

/** Charges for orders, in one millisecond, whose orders do not exist. Ids of requests and of orders begin with the time. */
async function chargedWithoutRow(db: Database, atMs: number) {
	const firstId = requestId(atMs).slice(0, "req_".length + ULID_TIME_LENGTH);
	const charges = await db.scan
		.selectFrom("ledger")
		.select([CLIENT_OF_ROW.as("client_id"), "note as order_id"])
		.where("request_id", ">=", firstId)
		.where("request_id", "<", `${firstId}~`)
		.where("kind", "=", "charge")
		.where("note", "is not", null)
		.execute();
	const gone: { order_id: string; client_id: string }[] = [];
	for (const { client_id, order_id } of charges) {
		if (order_id !== null && !(await findRow(db.scan, "client_order", { order_id }, ["order_id"])))
			gone.push({ order_id, client_id });
	}
	return gone;
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
