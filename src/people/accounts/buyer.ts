import { insertClient } from "../../clients/policy/changes.ts";
import { draftKeylessClient } from "../../clients/policy/service.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { findRow, forUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";

/** SPEC D44: an account buys in the pages with a client of its own, whose key nobody has. */
export async function insertBuyer(
	tx: Tx,
	{ accountId, email, atMs }: { readonly accountId: string; readonly email: string; readonly atMs: number },
	traits: EngineTraits,
): Promise<void> {
	const actsFor = { ownerId: accountId, buyerId: accountId };
	await insertClient(tx, draftKeylessClient(email, actsFor, atMs), traits);
}

/** Gives an account that an earlier version created the client with which it buys. Servers that start together give it one. */
export const giveBuyer = command<{ accountId: string; atMs: number }, undefined>(
	"portal.give_buyer",
	async (tx, { accountId, atMs }, traits) => {
		const query = tx.selectFrom("account").select("email").where("account_id", "=", accountId);
		const account = await forUpdate(query, traits).executeTakeFirst();
		const known = await findRow(tx, "client", { buyer_id: accountId }, ["client_id"]);
		if (account && !known) await insertBuyer(tx, { accountId, email: account.email, atMs }, traits);
	},
);

/** The accounts of earlier versions, which have no such client. */
export async function giveMissingBuyers(db: Database, nowMs: number, signal?: AbortSignal): Promise<void> {
	const missing = await db.scan
		.selectFrom("account")
		.leftJoin("client", "client.buyer_id", "account.account_id")
		.select("account.account_id")
		.where("client.client_id", "is", null)
		.execute();
	for (const { account_id } of missing) {
		if (signal?.aborted) return;
		await db.write(giveBuyer, { accountId: account_id, atMs: nowMs });
	}
}
