import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import type { RegularWork } from "../../platform/retention.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { createOrderStore } from "../contents/order-store.ts";
import { catchUp } from "./bought.ts";
import type { NotingParts } from "./note-orders.ts";

const EVERY_MS = 60_000;

/** Records orders, and what clients with an owner have read, in the background of a server. */
export function boughtWork(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	clock: Clock,
): RegularWork[] {
	const parts = { db, orders: createOrderStore(db, blobs) };
	return [{ everyMs: EVERY_MS, step: () => noteSomeBought(parts, clock.now()) }];
}

/**
 * Records some unrecorded purchases of one client, so that the pages need not wait for it and orders are recorded before they expire: products that
 * anybody ordered are never merged away. Reads are recorded for the pages alone. @returns whether there may be more.
 */
async function noteSomeBought(parts: NotingParts, nowMs: number): Promise<boolean> {
	const clientId = await behind(parts.db);
	if (clientId === undefined) return false;
	await catchUp(parts, clientId, nowMs);
	return true;
}

async function behind(db: Database): Promise<string | undefined> {
	const order = await db.read
		.selectFrom("client_order")
		.select("client_id")
		.where("noted_at", "is", null)
		.limit(1)
		.executeTakeFirst();
	if (order) return order.client_id;
	const ledger = await db.scan
		.selectFrom("client")
		.innerJoin("balance", "balance.client_id", "client.client_id")
		.leftJoin("bought_through", "bought_through.client_id", "client.client_id")
		.select("client.client_id")
		.where("client.owner_id", "is not", null)
		.whereRef("balance.ledger_seq", ">", (row) => row.fn.coalesce("bought_through.ledger_seq", row.lit(0)))
		.limit(1)
		.executeTakeFirst();
	return ledger?.client_id;
}
