import type { AnswerClaim } from "../../api/idempotency/claim.ts";
import { type CapChange, readCaps } from "../../billing/balances/caps.ts";
import { grant } from "../../billing/balances/grant.ts";
import { needsTwo, requestApproved } from "../../billing/pages/top-ups/changes.ts";
import { lockKeyProblem } from "../../catalogue/fields/locks.ts";
import { type Actor, recordEvent } from "../../pages/events.ts";
import { type OnceOutcome, once } from "../../pages/once.ts";
import { findAccount, lockedAccount } from "../../people/accounts/accounts.ts";
import { readPortalSettings } from "../../people/portal-settings.ts";
import { command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { replaceKey } from "../auth/new-key.ts";
import {
	assignOwner,
	changeSpending,
	disable,
	insertClient,
	type NewClient,
	writePolicy,
} from "../policy/changes.ts";
import { type Client, type ClientPolicy, isActive } from "../policy/client.ts";
import { activeClientCounts, lockedClient, lockedReached, type ReachedId } from "../policy/owned.ts";
import { policyProblem } from "../policy/policy-rules.ts";
import { hasForeignClients, joinAccount, moveTo } from "./balance-changes.ts";
import { recordClientChange } from "./client-facts.ts";

/** Actions on clients: of an account on its own, and of the operator on any, in the pages or on the command line. */

interface OnClient extends ReachedId {
	readonly actor: Actor;
}

export interface KeyCreation {
	readonly client: NewClient;
	/** The account that creates it, on whose balance it draws; undefined for the operator. */
	readonly accountId?: string | undefined;
	readonly actor: Actor;
}

export type KeyCreationOutcome =
	| { readonly kind: "created" }
	| { readonly kind: "limit_reached"; readonly limit: number };

/** Creates a client and its balance together, for an account unless it has its maximum of active ones. */
export const createKey = command<KeyCreation, KeyCreationOutcome>(
	"portal.create_key",
	async (tx, { client, accountId, actor }, traits) => {
		const limit = accountId === undefined ? undefined : await reachedLimit(tx, accountId, actor, traits);
		if (limit !== undefined) return { kind: "limit_reached", limit };
		await insertClient(tx, client, traits);
		if (accountId !== undefined) {
			await joinAccount(tx, { accountId, clientId: client.clientId, actor }, traits);
		}
		await recordEvent(tx, actor, "key.created", client.clientId, client.policy.name);
		return { kind: "created" };
	},
);

/** The most active keys that an account may have, if it has them. The account is locked, so concurrent requests cannot exceed it. */
async function reachedLimit(
	tx: Tx,
	accountId: string,
	{ atMs }: Actor,
	traits: EngineTraits,
): Promise<number | undefined> {
	const account = await lockedAccount(tx, accountId, traits);
	const limit = account?.keys_allowed ?? (await readPortalSettings(tx)).keysPerAccount;
	const counts = await activeClientCounts(tx, [accountId], atMs);
	return account && (counts.get(accountId) ?? 0) < limit ? undefined : limit;
}

export interface ClientChange extends OnClient {
	/** Omitted members are unchanged. */
	readonly policy?: Partial<ClientPolicy>;
	/** The owning account, null for none; unchanged if omitted. */
	readonly ownerId?: string | null | undefined;
	readonly caps?: CapChange;
	/** Balance below which the owner is notified, null for never; unchanged if omitted. */
	readonly lowBalanceUnits?: number | null | undefined;
	/** The balance to draw on, as an id or `own`, and how many units to take along; unchanged if omitted. */
	readonly balance?: { readonly to: string; readonly units?: number | undefined } | undefined;
}

export type ClientChangeOutcome =
	| { readonly kind: "done" | "not_found" | "owner_not_found" }
	/** What would be wrong with the resulting policy, as a sentence. */
	| { readonly kind: "invalid"; readonly problem: string }
	/** Why the client cannot draw on that balance, or have those caps; nothing is changed then. */
	| { readonly kind: "conflict"; readonly problem: string };

/** Changes parts of a client, based on its current state, and records the values before and after. */
export const changeClient = command<ClientChange, ClientChangeOutcome>(
	"portal.change_client",
	async (tx, change, traits) => {
		const { clientId, ownedBy, caps = {}, balance, actor } = change;
		const before = await lockedReached(tx, change, traits);
		if (!before) return { kind: "not_found" };
		const { policy = {}, ownerId = before.ownerId, lowBalanceUnits = before.lowBalanceUnits } = change;
		if (ownerId && ownerId !== before.ownerId && !(await findAccount(tx, ownerId))) {
			return { kind: "owner_not_found" };
		}
		if (before.isKeyless && ownerId !== before.ownerId) {
			return { kind: "invalid", problem: "An account buys with this client in the pages: its owner stays." };
		}
		const after: Client = { ...before, ...policy, ownerId, lowBalanceUnits };
		// An owner neither sees nor changes the rest of the policy.
		const problem = ownedBy === undefined ? policyProblem(after, lockKeyProblem) : undefined;
		if (problem !== undefined) return { kind: "invalid", problem };
		if (ownedBy !== undefined && setsCaps(caps) && (await hasForeignClients(tx, ownedBy, clientId))) {
			return { kind: "conflict", problem: SHARED_CAPS };
		}
		if (balance) {
			const moved = await moveTo(tx, { client: before, ownedBy, ...balance, actor }, traits);
			if (moved.kind !== "done") return moved;
		}
		const capsBefore = await readCaps(tx, clientId);
		const spending = { clientId, ...caps, lowBalanceUnits: change.lowBalanceUnits };
		await changeSpending(tx, spending, actor.atMs, traits);
		await writePolicy(tx, clientId, after);
		if (ownerId !== before.ownerId) await assignOwner(tx, clientId, ownerId);
		const capsAfter = await readCaps(tx, clientId);
		await recordClientChange(tx, actor, { ...before, ...capsBefore }, { ...after, ...capsAfter });
		return { kind: "done" };
	},
);

function setsCaps({ dailyCapUnits, monthlyCapUnits }: CapChange): boolean {
	return dailyCapUnits !== undefined || monthlyCapUnits !== undefined;
}

const SHARED_CAPS =
	"only an administrator changes caps while keys of other accounts draw on the same balance";

export type KeyOutcome = "done" | "not_found" | "key_not_active" | "client_has_no_key";

/** Sets a new secret, which invalidates the old one and every token obtained with it. The operator may do so for an expired client, but nobody for a revoked one. */
export const rotateKey = command<OnClient & { keyHash: string }, KeyOutcome>(
	"portal.rotate_key",
	async (tx, { keyHash, actor, ...reached }, traits) => {
		const client = await lockedReached(tx, reached, traits);
		if (!client) return "not_found";
		if (client.isKeyless) return "client_has_no_key";
		if (reached.ownedBy !== undefined && !isActive(client, actor.atMs)) return "key_not_active";
		const { clientId } = client;
		if (!(await replaceKey(tx, { clientId, keyHash, nowMs: actor.atMs }))) return "key_not_active";
		await recordEvent(tx, actor, "key.rotated", clientId);
		return "done";
	},
);

/** Revoking a revoked client changes nothing and records no event. Nobody but the operator revokes that with which an account buys. */
export const revokeKey = command<OnClient, KeyOutcome>(
	"portal.revoke_key",
	async (tx, { actor, ...reached }, traits) => {
		const client = await lockedReached(tx, reached, traits);
		if (!client) return "not_found";
		if (client.isKeyless && reached.ownedBy !== undefined) return "client_has_no_key";
		if (client.revokedAtMs !== null) return "done";
		await disable(tx, { clientId: client.clientId, nowMs: actor.atMs });
		await recordEvent(tx, actor, "key.revoked", client.clientId);
		return "done";
	},
);

type TryTokenOutcome = Exclude<KeyOutcome, "done"> | { readonly keyVersion: number };

/** Records that somebody obtained a token for a key of their account, if it is active. @returns the key version that the token carries. */
export const noteTryToken = command<OnClient & { ownedBy: string }, TryTokenOutcome>(
	"portal.note_try_token",
	async (tx, { actor, ...reached }, traits) => {
		const client = await lockedReached(tx, reached, traits);
		if (!client) return "not_found";
		if (client.isKeyless) return "client_has_no_key";
		if (!isActive(client, actor.atMs)) return "key_not_active";
		await recordEvent(tx, actor, "key.try_token", client.clientId);
		return { keyVersion: client.keyVersion };
	},
);

export interface Addition {
	readonly clientId: string;
	readonly actor: Actor;
	/** The amount to add; negative to deduct. */
	readonly units: number;
	readonly note: string | null;
	/** Id for the top-up, in case it has to wait for a second person. */
	readonly topUpId: string;
	/** The idempotency claim: the credits are added once, however often the request is sent. */
	readonly claim?: AnswerClaim | undefined;
}

export type AdditionOutcome =
	| { readonly kind: "done"; readonly balanceUnits: number }
	| { readonly kind: "balance_too_small" | "balance_too_large"; readonly balanceUnits: number }
	| { readonly kind: "not_found" | "key_not_active" | "waiting" };

/** Adds credits at once, or as a top-up waiting for a second person if the settings require two. The command line is exempt. */
export const giveCredits = command<Addition, OnceOutcome<AdditionOutcome>>(
	"portal.add_credits",
	async (tx, addition, traits) => {
		const { clientId, claim, actor } = addition;
		const client = await lockedClient(tx, clientId, traits);
		if (!client) return { kind: "not_found" };
		return once(tx, {
			claim,
			nowMs: actor.atMs,
			act: () => addCredits(tx, client, addition, traits),
			isDone: ({ kind }) => kind === "done" || kind === "waiting",
		});
	},
);

async function addCredits(
	tx: Tx,
	client: Client,
	{ clientId, units, note, topUpId, actor }: Addition,
	traits: EngineTraits,
): Promise<AdditionOutcome> {
	const { accountId, requestId, atMs } = actor;
	// As for top-ups. What is left can still be deducted.
	if (units > 0 && !isActive(client, atMs)) return { kind: "key_not_active" };
	if (accountId !== null && (await needsTwo(tx, units))) {
		await requestApproved(tx, { topUpId, clientId, accountId, units, note, actor });
		return { kind: "waiting" };
	}
	const { refused, balanceUnits } = await grant(tx, { clientId, units, note, requestId, atMs }, traits);
	if (refused) {
		return { kind: refused === "too_large" ? "balance_too_large" : "balance_too_small", balanceUnits };
	}
	await recordEvent(tx, actor, "credits.added", clientId, { units, note });
	return { kind: "done", balanceUnits };
}
