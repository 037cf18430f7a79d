import type { AnswerClaim } from "../../../api/idempotency/claim.ts";
import { type CapChange, readCaps } from "../../../billing/balances/caps.ts";
import { grant } from "../../../billing/balances/grant.ts";
import { moveClient } from "../../../billing/balances/move-client.ts";
import { needsTwo, requestApproved } from "../../../billing/pages/top-ups/changes.ts";
import { lockKeyProblem } from "../../../catalogue/fields/locks.ts";
import { type Actor, recordEvent } from "../../../pages/events.ts";
import { type OnceOutcome, once } from "../../../pages/once.ts";
import { findAccount } from "../../../people/accounts/accounts.ts";
import { command } from "../../../platform/db/command.ts";
import type { EngineTraits } from "../../../platform/db/engine-traits.ts";
import type { Tx } from "../../../platform/db/tx.ts";
import { replaceKey } from "../../auth/new-key.ts";
import {
	assignOwner,
	changeByOwner,
	disable,
	insertClient,
	type NewClient,
	writePolicy,
} from "../../policy/changes.ts";
import { type Client, type ClientPolicy, isActive } from "../../policy/client.ts";
import { lockedClient } from "../../policy/owned.ts";
import { policyProblem } from "../../policy/policy-rules.ts";
import { recordMove } from "../keys/balance-changes.ts";
import { recordClientChange } from "./client-facts.ts";

/** An action by an administrator on any client, on the pages or from the command line. */

interface OnClient {
	readonly clientId: string;
	readonly actor: Actor;
}

/** Creates a client and its balance together. */
export const createAnyClient = command<{ client: NewClient; actor: Actor }, undefined>(
	"portal.create_client",
	async (tx, { client, actor }, traits) => {
		await insertClient(tx, client, traits);
		await recordEvent(tx, actor, "key.created", client.clientId, client.policy.name);
	},
);

export interface ClientChange extends OnClient {
	/** Omitted members are unchanged. */
	readonly policy: Partial<ClientPolicy>;
	/** The owning account, null for none; unchanged if omitted. */
	readonly ownerId?: string | null | undefined;
	readonly caps?: CapChange;
	/** The balance to draw on, as an id or `own`, and how many units to take along; unchanged if omitted. */
	readonly balance?: { readonly to: string; readonly units: number | undefined } | undefined;
}

export type ClientChangeOutcome =
	| { readonly kind: "done" | "not_found" | "owner_not_found" }
	/** What would be wrong with the resulting policy, as a sentence. */
	| { readonly kind: "invalid"; readonly problem: string }
	/** Why the client cannot draw on that balance; nothing is changed then. */
	| { readonly kind: "conflict"; readonly problem: string };

/** Changes parts of a policy, based on its current state, its caps and its balance, and records the values before and after. */
export const changeClient = command<ClientChange, ClientChangeOutcome>(
	"portal.change_client",
	async (tx, { clientId, policy, ownerId, caps = {}, balance, actor }, traits) => {
		const before = await lockedClient(tx, clientId, traits);
		if (!before) return { kind: "not_found" };
		if (ownerId && !(await findAccount(tx, ownerId))) return { kind: "owner_not_found" };
		if (before.isKeyless && ownerId !== undefined && ownerId !== before.ownerId) {
			return { kind: "invalid", problem: "An account buys with this client in the pages: its owner stays." };
		}
		const after: Client = { ...before, ...policy, ownerId: ownerId === undefined ? before.ownerId : ownerId };
		const problem = policyProblem(after, lockKeyProblem);
		if (problem !== undefined) return { kind: "invalid", problem };
		if (balance) {
			if (before.revokedAtMs !== null) return { kind: "conflict", problem: "a revoked client cannot move" };
			const { requestId, atMs } = actor;
			const moved = await moveClient(tx, { clientId, ...balance, requestId, atMs }, traits);
			if (moved.kind !== "done") return moved;
			await recordMove(tx, actor, clientId, moved);
		}
		const capsBefore = await readCaps(tx, clientId);
		await changeByOwner(tx, { clientId, ...caps }, actor.atMs, traits);
		await writePolicy(tx, clientId, after);
		if (after.ownerId !== before.ownerId) await assignOwner(tx, clientId, after.ownerId);
		const capsAfter = await readCaps(tx, clientId);
		await recordClientChange(tx, actor, { ...before, ...capsBefore }, { ...after, ...capsAfter });
		return { kind: "done" };
	},
);

export type KeyOutcome = "done" | "not_found" | "key_not_active" | "client_has_no_key";

/** Sets a new secret, which invalidates the old one and every token obtained with it. Allowed for an expired client, but not for a revoked one. */
export const rotateAnyKey = command<OnClient & { keyHash: string }, KeyOutcome>(
	"portal.rotate_any_key",
	async (tx, { clientId, keyHash, actor }, traits) => {
		const client = await lockedClient(tx, clientId, traits);
		if (!client) return "not_found";
		if (client.isKeyless) return "client_has_no_key";
		if (!(await replaceKey(tx, { clientId, keyHash, nowMs: actor.atMs }))) return "key_not_active";
		await recordEvent(tx, actor, "key.rotated", clientId);
		return "done";
	},
);

/** Revoking a revoked client changes nothing and records no event. */
export const revokeAnyKey = command<OnClient, KeyOutcome>(
	"portal.revoke_any_key",
	async (tx, { clientId, actor }, traits) => {
		const client = await lockedClient(tx, clientId, traits);
		if (!client) return "not_found";
		if (client.revokedAtMs !== null) return "done";
		await disable(tx, { clientId, nowMs: actor.atMs });
		await recordEvent(tx, actor, "key.revoked", clientId);
		return "done";
	},
);

export interface Addition extends OnClient {
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
			...{ claim, nowMs: actor.atMs },
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
