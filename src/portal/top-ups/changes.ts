import { grant } from "../../billing/grant.ts";
import { isActive } from "../../clients/client.ts";
import { lockedClient } from "../../clients/owned.ts";
import { command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { forUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { type Actor, recordEvent } from "../events.ts";
import type { TopUpTable } from "../tables.ts";

/** More than a person requests before the first is decided. */
const WAITING_AT_ONCE = 10;

export interface TopUpRequest {
	readonly topUpId: string;
	readonly clientId: string;
	readonly accountId: string;
	readonly units: number;
	readonly note: string | null;
	readonly actor: Actor;
}

export type TopUpRequestOutcome = "requested" | "not_found" | "not_active" | "limit_reached";

export const requestTopUp = command<TopUpRequest, TopUpRequestOutcome>(
	"portal.request_top_up",
	async (tx, input, traits) => {
		const client = await lockedClient(tx, input.clientId, traits);
		if (client?.ownerId !== input.accountId) return "not_found";
		if (!isActive(client, input.actor.atMs)) return "not_active";
		const waiting = await tx
			.selectFrom("top_up")
			.select("top_up_id")
			.where("client_id", "=", input.clientId)
			.where("state", "=", "requested")
			.limit(WAITING_AT_ONCE)
			.execute();
		if (waiting.length === WAITING_AT_ONCE) return "limit_reached";
		await tx
			.insertInto("top_up")
			.values({
				top_up_id: input.topUpId,
				client_id: input.clientId,
				account_id: input.accountId,
				units: input.units,
				note: input.note,
				state: "requested",
				requested_at: input.actor.atMs,
			})
			.execute();
		await recordEvent(tx, input.actor, "top_up.requested", input.topUpId, input.clientId);
		return "requested";
	},
);

export interface TopUpDecision {
	readonly topUpId: string;
	readonly note: string | null;
	readonly actor: Actor;
}

export type TopUpOutcome =
	| { readonly kind: "done"; readonly clientId: string }
	| { readonly kind: "not_found" | "decided" | "not_active" | "too_large" };

/** Withdraws a pending top-up of one of the account's keys. */
export const withdrawTopUp = command<
	{ topUpId: string; clientId: string; accountId: string; actor: Actor },
	TopUpOutcome
>("portal.withdraw_top_up", async (tx, { topUpId, clientId, accountId, actor }, traits) => {
	const topUp = await lockedTopUp(tx, topUpId, traits);
	if (topUp?.client_id !== clientId) return { kind: "not_found" };
	const client = await lockedClient(tx, clientId, traits);
	if (client?.ownerId !== accountId) return { kind: "not_found" };
	if (topUp.state !== "requested") return { kind: "decided" };
	await close(tx, { topUpId, note: null, actor }, "withdrawn");
	await recordEvent(tx, actor, "top_up.withdrawn", topUpId, clientId);
	return { kind: "done", clientId };
});

/**
 * Approves a top-up: its state, the ledger row that names who decided, and the balance change together. The row is locked first, so of
 * two concurrent approvals the second finds it decided.
 */
export const approveTopUp = command<TopUpDecision, TopUpOutcome>(
	"portal.approve_top_up",
	async (tx, input, traits) => {
		const topUp = await lockedTopUp(tx, input.topUpId, traits);
		if (!topUp) return { kind: "not_found" };
		if (topUp.state !== "requested") return { kind: "decided" };
		const clientId = topUp.client_id;
		const client = await lockedClient(tx, clientId, traits);
		if (!client || !isActive(client, input.actor.atMs)) return { kind: "not_active" };
		const { refused } = await grant(
			tx,
			{
				clientId,
				units: topUp.units,
				note: input.note ?? topUp.note,
				requestId: input.actor.requestId,
				atMs: input.actor.atMs,
				kind: "top_up",
				detail: JSON.stringify([{ top_up: topUp.top_up_id, decided_by: input.actor.accountId }]),
			},
			traits,
		);
		if (refused) return { kind: "too_large" };
		await close(tx, input, "approved");
		await recordEvent(tx, input.actor, "top_up.approved", input.topUpId, clientId);
		return { kind: "done", clientId };
	},
);

export const rejectTopUp = command<TopUpDecision, TopUpOutcome>(
	"portal.reject_top_up",
	async (tx, input, traits) => {
		const topUp = await lockedTopUp(tx, input.topUpId, traits);
		if (!topUp) return { kind: "not_found" };
		if (topUp.state !== "requested") return { kind: "decided" };
		await close(tx, input, "rejected");
		await recordEvent(tx, input.actor, "top_up.rejected", input.topUpId, topUp.client_id);
		return { kind: "done", clientId: topUp.client_id };
	},
);

function lockedTopUp(tx: Tx, topUpId: string, traits: EngineTraits): Promise<TopUpTable | undefined> {
	const query = tx.selectFrom("top_up").selectAll().where("top_up_id", "=", topUpId);
	return forUpdate(query, traits).executeTakeFirst();
}

async function close(tx: Tx, { topUpId, note, actor }: TopUpDecision, state: string): Promise<void> {
	await tx
		.updateTable("top_up")
		.set({ state, decided_at: actor.atMs, decided_by: actor.accountId, decision_note: note })
		.where("top_up_id", "=", topUpId)
		.execute();
}
