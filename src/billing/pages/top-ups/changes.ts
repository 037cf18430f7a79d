import type { AnswerClaim } from "../../../api/idempotency/claim.ts";
import { type Client, isActive } from "../../../clients/policy/client.ts";
import { lockedClient, lockedOwnedClient } from "../../../clients/policy/owned.ts";
import type { Role } from "../../../pages/contract.ts";
import { type Actor, recordEvent } from "../../../pages/events.ts";
import { type OnceOutcome, once } from "../../../pages/once.ts";
import { holdsOneOf } from "../../../pages/roles.ts";
import { findAccount } from "../../../people/accounts/accounts.ts";
import { readPortalSettings } from "../../../people/portal-settings.ts";
import { command } from "../../../platform/db/command.ts";
import type { EngineTraits } from "../../../platform/db/engine-traits.ts";
import { forUpdate, insertRow, updateRows } from "../../../platform/db/rows.ts";
import type { Tx } from "../../../platform/db/tx.ts";
import { grant } from "../../balances/grant.ts";
import type { TopUpTable } from "./tables.ts";

/** Roles whose approvals count (the same as those whom the routes admit). */
const APPROVERS: readonly Role[] = ["administrator", "accountant"];

/** More than anybody requests before the first is decided. */
const WAITING_AT_ONCE = 10;

export interface TopUpRequest {
	readonly topUpId: string;
	readonly clientId: string;
	readonly accountId: string;
	readonly units: number;
	readonly note: string | null;
	/** The idempotency claim: requested once, however often the request is sent. */
	readonly claim?: AnswerClaim | undefined;
	readonly actor: Actor;
}

export type TopUpRequestOutcome =
	| { readonly kind: "requested"; readonly topUpId: string }
	| { readonly kind: "not_found" | "key_not_active" | "top_up_limit_reached" };

export const requestTopUp = command<TopUpRequest, OnceOutcome<TopUpRequestOutcome>>(
	"portal.request_top_up",
	async (tx, input, traits) => {
		const { claim, actor } = input;
		const client = await lockedOwnedClient(tx, input, traits);
		if (!client) return { kind: "not_found" };
		return once(tx, {
			claim,
			nowMs: actor.atMs,
			act: () => addRequest(tx, client, input),
			isDone: ({ kind }) => kind === "requested",
		});
	},
);

async function addRequest(tx: Tx, client: Client, input: TopUpRequest): Promise<TopUpRequestOutcome> {
	if (!isActive(client, input.actor.atMs)) return { kind: "key_not_active" };
	const waiting = await tx
		.selectFrom("top_up")
		.select("top_up_id")
		.where("client_id", "=", input.clientId)
		.where("state", "=", "requested")
		.limit(WAITING_AT_ONCE)
		.execute();
	if (waiting.length === WAITING_AT_ONCE) return { kind: "top_up_limit_reached" };
	await insertTopUp(tx, input);
	return { kind: "requested", topUpId: input.topUpId };
}

async function insertTopUp(tx: Tx, input: TopUpRequest): Promise<void> {
	await insertRow(tx, "top_up", {
		top_up_id: input.topUpId,
		client_id: input.clientId,
		account_id: input.accountId,
		units: input.units,
		note: input.note,
		state: "requested",
		requested_at: input.actor.atMs,
	});
	await recordEvent(tx, input.actor, "top_up.requested", input.topUpId, null, input.clientId);
}

/** A top-up requested by somebody who thereby also approves it: it waits for a second person. */
export async function requestApproved(tx: Tx, input: TopUpRequest): Promise<void> {
	await insertTopUp(tx, input);
	await approveFirst(tx, { top_up_id: input.topUpId, client_id: input.clientId }, input.actor);
}

export interface TopUpDecision {
	readonly topUpId: string;
	readonly note: string | null;
	/** Number of the invoice that belongs to an approval. */
	readonly invoice?: string | undefined;
	readonly actor: Actor;
}

type TopUpOutcome = "done" | "not_found" | "top_up_decided";
type ApprovalOutcome =
	| TopUpOutcome
	/** Approved by the first of two people. */
	| "waiting"
	| "second_person_needed"
	| "key_not_active"
	| "balance_too_large";

export const withdrawTopUp = command<
	{ topUpId: string; clientId: string; accountId: string; actor: Actor },
	TopUpOutcome
>("portal.withdraw_top_up", async (tx, { topUpId, clientId, accountId, actor }, traits) => {
	const topUp = await lockedTopUp(tx, topUpId, traits);
	if (topUp?.client_id !== clientId) return "not_found";
	if (!(await lockedOwnedClient(tx, { accountId, clientId }, traits))) return "not_found";
	if (topUp.state !== "requested") return "top_up_decided";
	await close(tx, { topUpId, note: null, actor }, "withdrawn");
	await recordEvent(tx, actor, "top_up.withdrawn", topUpId, null, clientId);
	return "done";
});

/**
 * Approves a top-up: its state, the ledger row that names who decided, and the balance change together. The row is locked first, so of
 * two concurrent approvals the second finds it decided. Above the amount given in the settings the first approval is only recorded, and
 * the second must come from somebody else.
 */
export const approveTopUp = command<TopUpDecision, ApprovalOutcome>(
	"portal.approve_top_up",
	async (tx, input, traits) => {
		const topUp = await lockedTopUp(tx, input.topUpId, traits);
		if (!topUp) return "not_found";
		if (topUp.state !== "requested") return "top_up_decided";
		const client = await lockedClient(tx, topUp.client_id, traits);
		if (!client || !isActive(client, input.actor.atMs)) return "key_not_active";
		if (!(await needsTwo(tx, topUp.units))) return payOut(tx, topUp, input, traits);
		const first = await standingApproval(tx, topUp);
		if (first === undefined) return approveFirst(tx, topUp, input.actor, input.invoice);
		if (first === input.actor.accountId) return "second_person_needed";
		return payOut(tx, topUp, input, traits);
	},
);

export async function needsTwo(tx: Tx, units: number): Promise<boolean> {
	const { twoApprovalsAboveUnits } = await readPortalSettings(tx);
	return twoApprovalsAboveUnits !== null && units > twoApprovalsAboveUnits;
}

/** The first approver, provided that they may still approve. */
async function standingApproval(tx: Tx, topUp: TopUpTable): Promise<string | undefined> {
	if (topUp.first_approved_by === null) return undefined;
	const account = await findAccount(tx, topUp.first_approved_by);
	if (!account || account.disabled_at !== null) return undefined;
	return holdsOneOf(account, APPROVERS) ? account.account_id : undefined;
}

async function approveFirst(
	tx: Tx,
	topUp: Pick<TopUpTable, "top_up_id" | "client_id">,
	actor: Actor,
	invoice?: string,
): Promise<"waiting"> {
	await updateRows(
		tx,
		"top_up",
		{ top_up_id: topUp.top_up_id },
		{ first_approved_by: actor.accountId, first_approved_at: actor.atMs, ...(invoice ? { invoice } : {}) },
	);
	await recordEvent(tx, actor, "top_up.first_approved", topUp.top_up_id, null, topUp.client_id);
	return "waiting";
}

async function payOut(
	tx: Tx,
	topUp: TopUpTable,
	input: TopUpDecision,
	traits: EngineTraits,
): Promise<ApprovalOutcome> {
	const { client_id: clientId, top_up_id, units, first_approved_by } = topUp;
	const { accountId, requestId, atMs } = input.actor;
	const decision = {
		top_up: top_up_id,
		decided_by: accountId,
		...(first_approved_by ? { first_approved_by } : {}),
	};
	const grantOfIt = {
		clientId,
		units,
		note: input.note ?? topUp.note,
		requestId,
		atMs,
		kind: "top_up",
	} as const;
	const { refused } = await grant(tx, { ...grantOfIt, detail: JSON.stringify([decision]) }, traits);
	if (refused) return "balance_too_large";
	await close(tx, input, "approved");
	await recordEvent(tx, input.actor, "top_up.approved", top_up_id, null, clientId);
	return "done";
}

export const rejectTopUp = command<TopUpDecision, TopUpOutcome>(
	"portal.reject_top_up",
	async (tx, input, traits) => {
		const topUp = await lockedTopUp(tx, input.topUpId, traits);
		if (!topUp) return "not_found";
		if (topUp.state !== "requested") return "top_up_decided";
		await close(tx, input, "rejected");
		await recordEvent(tx, input.actor, "top_up.rejected", input.topUpId, null, topUp.client_id);
		return "done";
	},
);

function lockedTopUp(tx: Tx, topUpId: string, traits: EngineTraits): Promise<TopUpTable | undefined> {
	const query = tx.selectFrom("top_up").selectAll().where("top_up_id", "=", topUpId);
	return forUpdate(query, traits).executeTakeFirst();
}

async function close(tx: Tx, { topUpId, note, invoice, actor }: TopUpDecision, state: string): Promise<void> {
	await updateRows(
		tx,
		"top_up",
		{ top_up_id: topUpId },
		{
			state,
			decided_at: actor.atMs,
			decided_by: actor.accountId,
			decision_note: note,
			...(invoice ? { invoice } : {}),
		},
	);
}
