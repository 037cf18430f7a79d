import { creditsForJson } from "../../../api/credits.ts";
import {
	balanceKeyById,
	type ClientMove,
	type ClientMoveOutcome,
	moveClient,
} from "../../../billing/balances/move-client.ts";
import { type Actor, recordEvent } from "../../../pages/events.ts";
import { command } from "../../../platform/db/command.ts";
import type { EngineTraits } from "../../../platform/db/engine-traits.ts";
import type { Tx } from "../../../platform/db/tx.ts";
import { lockedOwnedClient } from "../../policy/owned.ts";

export interface OwnMove {
	readonly accountId: string;
	readonly clientId: string;
	/** The id of a balance, or `own`. */
	readonly to: string;
	readonly actor: Actor;
}

/** Makes one of the account's keys draw on a balance of its own, or on one that only keys of the account draw on. */
export const moveOwnKey = command<OwnMove, ClientMoveOutcome>(
	"portal.move_key",
	async (tx, { accountId, clientId, to, actor }, traits) => {
		const client = await lockedOwnedClient(tx, { accountId, clientId }, traits);
		if (!client) return { kind: "not_found" };
		if (client.revokedAtMs !== null) return { kind: "conflict", problem: "a revoked key cannot move" };
		if (to !== "own" && (await balanceKeyById(tx, to)) === undefined) return { kind: "not_found" };
		const { requestId, atMs } = actor;
		const refusal = refusalFor(accountId);
		const outcome = await moveClient(tx, { clientId, to, requestId, atMs, refusal }, traits);
		await recordMove(tx, actor, clientId, outcome);
		return outcome;
	},
);

/**
 * Makes a new key draw on the balance of its account, which begins with the account's own client. Where that is revoked, full, or shared with others by an
 * administrator, the key keeps a balance of its own.
 */
export async function joinAccount(
	tx: Tx,
	{ accountId, clientId, actor: { requestId, atMs } }: Omit<OwnMove, "to">,
	traits: EngineTraits,
): Promise<void> {
	const account = await tx
		.selectFrom("client")
		.innerJoin("balance_member", "balance_member.client_id", "client.client_id")
		.innerJoin("balance", "balance.balance_key", "balance_member.balance_key")
		.select("balance_id")
		.where("buyer_id", "=", accountId)
		.where("revoked_at", "is", null)
		.executeTakeFirst();
	if (!account) return;
	const refusal = refusalFor(accountId);
	await moveClient(tx, { clientId, to: account.balance_id, requestId, atMs, refusal }, traits);
}

/** SPEC E9: clients of different owners, or of none, share a balance only by an administrator's act. */
function refusalFor(accountId: string): NonNullable<ClientMove["refusal"]> {
	return (drawing) => {
		if (!drawing.some(({ owner_id }) => owner_id === accountId)) return { kind: "not_found" };
		if (drawing.every(({ owner_id }) => owner_id === accountId)) return undefined;
		return {
			kind: "conflict",
			problem: "only an administrator can let keys of several accounts share a balance",
		};
	};
}

/** Records that a client draws on another balance from now on, if it does. */
export async function recordMove(
	tx: Tx,
	actor: Actor,
	clientId: string,
	outcome: ClientMoveOutcome,
): Promise<void> {
	if (outcome.kind !== "done" || outcome.from === outcome.to) return;
	const { from, to, movedUnits } = outcome;
	const changes = { balance: [from, to], moved_credits: [null, creditsForJson(movedUnits)] };
	await recordEvent(tx, actor, "key.changed", clientId, changes);
}
