import type { Follower } from "../../billing/ledger/follower.ts";
import { followed } from "../../billing/ledger/ledger-sum.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { createOrderStore } from "../contents/order-store.ts";
import { noteNextOrders } from "./note-orders.ts";
import { readsSum } from "./note-reads.ts";

/**
 * Records orders, so that the pages need not wait for it and before they expire: products that anybody ordered are never merged away; and what was read.
 */
export function boughtFollowers(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	clock: Clock,
): Follower[] {
	const parts = { db, orders: createOrderStore(db, blobs) };
	return [{ name: "orders", step: () => noteNextOrders(parts, clock.now()) }, followed(db, readsSum, clock)];
}
