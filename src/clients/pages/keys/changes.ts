import { balanceKeyOf } from "../../../billing/balances/balance.ts";
import { readCaps } from "../../../billing/balances/caps.ts";
import { drawingClients } from "../../../billing/balances/clients-of-balance.ts";
import { type Actor, recordEvent } from "../../../pages/events.ts";
import { lockedAccount } from "../../../people/accounts/accounts.ts";
import { readPortalSettings } from "../../../people/portal-settings.ts";
import { command } from "../../../platform/db/command.ts";
import type { Tx } from "../../../platform/db/tx.ts";
import { replaceKey } from "../../auth/new-key.ts";
import {
	changeByOwner,
	disable,
	insertClient,
	type NewClient,
	type OwnerChange,
} from "../../policy/changes.ts";
import { isActive } from "../../policy/client.ts";
import { activeClientCounts, lockedOwnedClient } from "../../policy/owned.ts";
import { recordClientChange } from "../clients/client-facts.ts";
import { joinAccount } from "./balance-changes.ts";

export interface KeyCreation {
	readonly accountId: string;
	readonly client: NewClient;
	readonly actor: Actor;
}

export type KeyCreationOutcome =
	| { readonly kind: "created" }
	| { readonly kind: "limit_reached"; readonly limit: number };

/** Creates a key unless the account has its maximum of active ones. The account is locked, so concurrent requests cannot exceed it. */
export const createKey = command<KeyCreation, KeyCreationOutcome>(
	"portal.create_key",
	async (tx, { accountId, client, actor }, traits) => {
		const account = await lockedAccount(tx, accountId, traits);
		const limit = account?.keys_allowed ?? (await readPortalSettings(tx)).keysPerAccount;
		const counts = await activeClientCounts(tx, [accountId], actor.atMs);
		if (!account || (counts.get(accountId) ?? 0) >= limit) return { kind: "limit_reached", limit };
		await insertClient(tx, client, traits);
		await joinAccount(tx, { accountId, clientId: client.clientId, actor }, traits);
		await recordEvent(tx, actor, "key.created", client.clientId, client.policy.name);
		return { kind: "created" };
	},
);

interface OwnKey {
	readonly accountId: string;
	readonly clientId: string;
	readonly actor: Actor;
}

export type KeyOutcome = "done" | "not_found" | "key_not_active" | "balance_conflict";

/** Sets a new secret for one of the account's keys. */
export const rotateOwnKey = command<OwnKey & { keyHash: string }, KeyOutcome>(
	"portal.rotate_key",
	async (tx, input, traits) => {
		const client = await lockedOwnedClient(tx, input, traits);
		if (!client || client.isKeyless) return "not_found";
		if (!isActive(client, input.actor.atMs)) return "key_not_active";
		await replaceKey(tx, { clientId: input.clientId, keyHash: input.keyHash, nowMs: input.actor.atMs });
		await recordEvent(tx, input.actor, "key.rotated", input.clientId);
		return "done";
	},
);

/** Revoking a revoked key changes nothing and records no event. */
export const revokeOwnKey = command<OwnKey, KeyOutcome>("portal.revoke_key", async (tx, input, traits) => {
	const client = await lockedOwnedClient(tx, input, traits);
	if (!client || client.isKeyless) return "not_found";
	if (client.revokedAtMs !== null) return "done";
	await disable(tx, { clientId: input.clientId, nowMs: input.actor.atMs });
	await recordEvent(tx, input.actor, "key.revoked", input.clientId);
	return "done";
});

export const changeOwnKey = command<OwnKey & { change: OwnerChange }, KeyOutcome>(
	"portal.change_key",
	async (tx, input, traits) => {
		const client = await lockedOwnedClient(tx, input, traits);
		if (!client) return "not_found";
		const { dailyCapUnits, monthlyCapUnits } = input.change;
		const setsCaps = dailyCapUnits !== undefined || monthlyCapUnits !== undefined;
		if (setsCaps && (await sharesWithOthers(tx, input))) return "balance_conflict";
		const caps = await readCaps(tx, input.clientId);
		await changeByOwner(tx, input.change, input.actor.atMs, traits);
		const changed = Object.fromEntries(
			Object.entries(input.change).filter(([, value]) => value !== undefined),
		);
		await recordClientChange(tx, input.actor, { ...client, ...caps }, { ...client, ...caps, ...changed });
		return "done";
	},
);

/** Whether clients of other owners, or of none, draw on the same balance. */
async function sharesWithOthers(tx: Tx, { accountId, clientId }: OwnKey): Promise<boolean> {
	const clients = await drawingClients(tx, await balanceKeyOf({ read: tx }, clientId));
	return clients.some(({ owner_id }) => owner_id !== accountId);
}

/** Records that the owner obtained a token for a key, if the key is theirs and active. @returns the key version that the token carries. */
export const noteTryToken = command<OwnKey, "not_found" | "key_not_active" | { keyVersion: number }>(
	"portal.note_try_token",
	async (tx, input, traits) => {
		const client = await lockedOwnedClient(tx, input, traits);
		if (!client || client.isKeyless) return "not_found";
		if (!isActive(client, input.actor.atMs)) return "key_not_active";
		await recordEvent(tx, input.actor, "key.try_token", input.clientId);
		return { keyVersion: client.keyVersion };
	},
);
