import { creditsForJson } from "../../api/credits.ts";
import { balanceKeyOf } from "../../billing/balances/balance.ts";
import { drawingClients } from "../../billing/balances/clients-of-balance.ts";
import {
	balanceKeyById,
	type ClientMove,
	type ClientMoveOutcome,
	moveClient,
} from "../../billing/balances/move-client.ts";
import { type Actor, recordEvent } from "../../pages/events.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { Client } from "../policy/client.ts";

interface Move {
	/** Locked by the caller. */
	readonly client: Client;
	/** The account that moves its own client; undefined for the operator. */
	readonly ownedBy: string | undefined;
	/** The id of a balance, or `own`. */
	readonly to: string;
	readonly units?: number | undefined;
	readonly actor: Actor;
}

/** Makes a client draw on a balance of its own, or on another: for an account, on one that only its own clients draw on. */
export async function moveTo(
	tx: Tx,
	{ client, ownedBy, to, units, actor }: Move,
	traits: EngineTraits,
): Promise<ClientMoveOutcome> {
	const { clientId } = client;
	if (client.revokedAtMs !== null) return { kind: "conflict", problem: "a revoked client cannot move" };
	if (ownedBy !== undefined && to !== "own" && (await balanceKeyById(tx, to)) === undefined) {
		return { kind: "not_found" };
	}
	const { requestId, atMs } = actor;
	const refusal = ownedBy === undefined ? undefined : refusalFor(ownedBy);
	const outcome = await moveClient(tx, { clientId, to, units, requestId, atMs, refusal }, traits);
	await recordMove(tx, actor, clientId, outcome);
	return outcome;
}

/** Whether clients of other owners, or of none, draw on the same balance as a client. */
export async function hasForeignClients(tx: Tx, accountId: string, clientId: string): Promise<boolean> {
	const clients = await drawingClients(tx, await balanceKeyOf({ read: tx }, clientId));
	return clients.some(({ owner_id }) => owner_id !== accountId);
}

interface Joining {
	readonly accountId: string;
	readonly clientId: string;
	readonly actor: Actor;
}

/**
 * Makes a new key draw on the balance of its account, which begins with the account's own client. Where that is revoked, full, or shared with others by an
 * administrator, the key keeps a balance of its own.
 */
export async function joinAccount(
	tx: Tx,
	{ accountId, clientId, actor: { requestId, atMs } }: Joining,
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
async function recordMove(tx: Tx, actor: Actor, clientId: string, outcome: ClientMoveOutcome): Promise<void> {
	if (outcome.kind !== "done" || outcome.from === outcome.to) return;
	const { from, to, movedUnits } = outcome;
	const changes = { balance: [from, to], moved_credits: [null, creditsForJson(movedUnits)] };
	await recordEvent(tx, actor, "key.changed", clientId, changes);
}
