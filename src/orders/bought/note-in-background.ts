import { type ExpressionBuilder, sql } from "kysely";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { RegularWork } from "../../platform/retention.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { createOrderStore } from "../contents/order-store.ts";
import { catchUp, catchUpReads } from "./bought.ts";
import { clientToNote, type NotingParts } from "./note-orders.ts";

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
 * Records some unrecorded purchases, so that the pages need not wait for it and orders are recorded before they expire: products that
 * anybody ordered are never merged away. Reads are recorded for the pages alone. @returns whether there may be more.
 */
async function noteSomeBought(parts: NotingParts, nowMs: number): Promise<boolean> {
	const clientId = await clientToNote(parts.db);
	if (clientId !== undefined) {
		await catchUp(parts, clientId, nowMs);
		return true;
	}
	const balanceKey = await behind(parts.db);
	if (balanceKey === undefined) return false;
	await catchUpReads(parts, balanceKey, nowMs);
	return true;
}

/** A balance with reads that are not recorded; one on which a single client without an owner drew is left out. */
async function behind(db: Database): Promise<string | undefined> {
	const row = await db.scan
		.selectFrom("balance")
		.leftJoin("client", "client.client_id", "balance.balance_key")
		.leftJoin("bought_through", "bought_through.balance_key", "balance.balance_key")
		.select("balance.balance_key")
		.whereRef("balance.ledger_seq", ">", (row) => row.fn.coalesce("bought_through.ledger_seq", row.lit(0)))
		.where((row) => row.or([row("client.owner_id", "is not", null), row.exists(chargedToOthers(row))]))
		.limit(1)
		.executeTakeFirst();
	return row?.balance_key;
}

/** Uses an index that contains nothing else. */
function chargedToOthers(row: ExpressionBuilder<Tables, "balance">) {
	return row
		.selectFrom("ledger")
		.select("ledger.seq")
		.whereRef("ledger.balance_key", "=", "balance.balance_key")
		.where(sql<boolean>`kind = 'charge' and ledger.client_id <> ledger.balance_key`);
}
