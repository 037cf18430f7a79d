import { recordReachedSilently } from "../../billing/balances/cap-alerts.ts";
import { type CapChange, writeCaps } from "../../billing/balances/caps.ts";
import { type Grant, grant } from "../../billing/balances/grant.ts";
import { moveMark } from "../../billing/balances/low-balance.ts";
import { openBalances, openFirstBalance } from "../../billing/balances/open-balances.ts";
import { takeOverOwing } from "../../billing/balances/owing.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { type ClientPolicy, policyColumns } from "./client.ts";

/** Changes to clients, inside a transaction that may do more. */

export interface NewClient {
	readonly clientId: string;
	readonly policy: ClientPolicy;
	readonly keyHash: string;
	readonly markSeed: Uint8Array;
	/** The owning account; null for none. */
	readonly ownerId?: string | null;
	/** The account whose viewing of pictures in administration it represents. */
	readonly viewerId?: string;
	/** The account for whose purchases in the pages it is made. */
	readonly buyerId?: string;
	/** The first entry of its ledger. */
	readonly grant: Grant;
}

/** Creates the client and its balance together. */
export async function insertClient(tx: Tx, input: NewClient, traits: EngineTraits): Promise<void> {
	await insertRow(tx, "client", {
		client_id: input.clientId,
		...policyColumns(input.policy),
		key_hash: input.keyHash,
		key_version: 1,
		revoked_at: null,
		mark_seed: input.markSeed,
		created_at: input.grant.atMs,
		owner_id: input.ownerId ?? null,
		viewer_id: input.viewerId ?? null,
		buyer_id: input.buyerId ?? null,
	});
	await openFirstBalance(tx, input.clientId);
	if (input.grant.units > 0) await grant(tx, input.grant, traits);
}

/** Sets a new key; the old one and all access tokens issued for it become invalid. @returns false when the client is revoked or unknown. */
export async function setKeyHash(
	tx: Tx,
	{ clientId, keyHash }: { readonly clientId: string; readonly keyHash: string },
): Promise<boolean> {
	const { numUpdatedRows } = await tx
		.updateTable("client")
		.set((set) => ({ key_hash: keyHash, key_version: set("key_version", "+", 1) }))
		.where("client_id", "=", clientId)
		.where("revoked_at", "is", null)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** Disables the client permanently. Revoking again changes nothing. @returns false when it does not exist. */
export async function disable(
	tx: Tx,
	{ clientId, nowMs }: { clientId: string; nowMs: number },
): Promise<boolean> {
	const revoked = await updateRows(
		tx,
		"client",
		{ client_id: clientId },
		{ revoked_at: (row) => row.fn.coalesce("revoked_at", row.val(nowMs)) },
	);
	return revoked === 1;
}

/** Replaces the whole policy. @returns false when there is no such client. */
export async function writePolicy(tx: Tx, clientId: string, policy: ClientPolicy): Promise<boolean> {
	const numUpdatedRows = await updateRows(tx, "client", { client_id: clientId }, policyColumns(policy));
	return numUpdatedRows === 1;
}

/** Assigns a client to an account, or to none. */
export async function assignOwner(tx: Tx, clientId: string, ownerId: string | null): Promise<void> {
	await tx.updateTable("client").set({ owner_id: ownerId }).where("client_id", "=", clientId).execute();
	await takeOverOwing(tx, clientId);
}

/** What a client may spend, and below which balance its owner is notified. Omitted members are unchanged. */
export interface SpendingChange extends CapChange {
	readonly clientId: string;
	readonly lowBalanceUnits?: number | null | undefined;
}

/** Requires that the client is locked. Moving the mark re-evaluates whether the balance is low. */
export async function changeSpending(
	tx: Tx,
	change: SpendingChange,
	nowMs: number,
	traits: EngineTraits,
): Promise<void> {
	const { clientId, lowBalanceUnits } = change;
	const member = (await openBalances(tx, traits, [clientId])).get(clientId);
	if (!member) return;
	await writeCaps(tx, clientId, change);
	if (change.dailyCapUnits !== undefined || change.monthlyCapUnits !== undefined) {
		await recordReachedSilently(tx, { clientId, nowMs }, traits);
	}
	if (lowBalanceUnits === undefined) return;
	await moveMark(tx, { clientId, nowMs }, { from: member.balance }, async () => {
		await updateRows(tx, "client", { client_id: clientId }, { low_balance_units: lowBalanceUnits });
	});
}
