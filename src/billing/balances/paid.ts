import { sql } from "kysely";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertRow, rowsForUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { CLIENT_OF_ROW } from "../ledger/ledger.ts";
import { post, writeLedger } from "../ledger/settle.ts";
import { balanceKeyOf } from "./balance.ts";
import { drawingClients } from "./clients-of-balance.ts";
import { grant } from "./grant.ts";
import { clearRaised, recordFalls } from "./low-balance.ts";

/** What a payment does to balances. */
interface Posted {
	readonly paymentId: string;
	/** Of the payer. */
	readonly accountId: string;
	readonly clientId: string;
	readonly units: number;
	/** Identifies the message that led to it in the ledger. */
	readonly requestId: string;
	readonly atMs: number;
}

/** Credits what was paid for, as a top-up that nobody has to decide. @returns the balance that got it. */
export async function topUpPaid(
	tx: Tx,
	paid: Posted & { readonly topUpId: string },
	traits: EngineTraits,
): Promise<string> {
	const { topUpId, paymentId, clientId, accountId, units, atMs } = paid;
	const note = "Paid by card.";
	await insertRow(tx, "top_up", {
		top_up_id: topUpId,
		client_id: clientId,
		account_id: accountId,
		units,
		note,
		state: "approved",
		requested_at: atMs,
		decided_at: atMs,
	});
	const detail = JSON.stringify([{ top_up: topUpId, payment: paymentId }]);
	const { refused } = await grant(tx, { ...paid, kind: "top_up", detail, note }, traits);
	if (refused) throw new Error(`${paymentId} is paid, but its credits are refused: ${refused}`);
	return balanceKeyOf({ read: tx }, clientId);
}

export interface Reversal extends Posted {
	/** The balance that was credited. */
	readonly balanceKey: string;
	readonly note: string;
	/** What was left of others' before the transaction. */
	readonly others?: OthersLeft | undefined;
}

/**
 * Takes back credits of a payment, or with negative `units` gives them back. A balance that only the payer's clients draw on may fall below zero; of one
 * shared with others, nothing is taken of what is left of what they paid or were granted. If no client of the payer draws on the balance any more, the one that the
 * client draws on now counts. @returns the units that were taken: the rest is owed.
 */
export async function postReversal(tx: Tx, reversal: Reversal, traits: EngineTraits): Promise<number> {
	const { accountId, clientId, paymentId, units, note, requestId, atMs } = reversal;
	// Charges lock memberships before balances.
	const own = await tx.selectFrom("client").select("client_id").where("owner_id", "=", accountId).execute();
	await rowsForUpdate(tx, traits, "balance_member", "client_id", [...own.map(idOf), clientId]);
	const key = await chainOf(tx, reversal);
	const [row] = await rowsForUpdate(tx, traits, "balance", "balance_key", [key]);
	if (!row) throw new Error(`there is no balance ${key}`);
	const balance = { ...row, changed: false };
	const taken = units > 0 ? Math.min(units, await takeable(tx, key, reversal, balance.units)) : units;
	if (taken === 0) return 0;
	if (taken < 0) await recordFalls(tx, balance, atMs);
	const detail = JSON.stringify([{ payment: paymentId }]);
	const posting = { clientId, kind: "reversal", units: -taken, detail, note, requestId, atMs } as const;
	await writeLedger(tx, traits, [balance], [post(balance, posting)]);
	if (taken < 0) await clearRaised(tx, balance, atMs);
	return taken;
}

const idOf = ({ client_id }: { readonly client_id: string }) => client_id;

async function chainOf(tx: Tx, { balanceKey, accountId, clientId }: Reversal): Promise<string> {
	const drawing = await drawingClients(tx, balanceKey);
	const isLeft = !drawing.some(({ owner_id }) => owner_id === accountId);
	return isLeft ? balanceKeyOf({ read: tx }, clientId) : balanceKey;
}

async function takeable(
	tx: Tx,
	balanceKey: string,
	{ accountId, others: known }: Reversal,
	units: number,
): Promise<number> {
	const others = (await drawingClients(tx, balanceKey)).filter(({ owner_id }) => owner_id !== accountId);
	if (others.length === 0) return Number.MAX_SAFE_INTEGER;
	const mine = await clientsOf(tx, accountId);
	const isKnown = known?.balanceKey === balanceKey && known.mine === mine;
	const before = isKnown ? known : { seq: 0, units: 0 };
	const { units: since } = await leftOfOthers(tx, balanceKey, accountId, before.seq);
	return Math.max(0, units - Math.max(0, before.units + since));
}

/** What is left on a shared balance of what others than an account paid or were granted. */
export interface OthersLeft {
	readonly balanceKey: string;
	/** The account's clients: which rows are others' depends on them. */
	readonly mine: string;
	/** Up to which row of the ledger. */
	readonly seq: number;
	readonly units: number;
}

/** Adds up the ledger before the transaction that needs the sum: that one adds the rows since, so charges never wait for all of a long ledger. */
export async function readOthersLeft(
	tx: Tx,
	{ balanceKey, accountId }: { readonly balanceKey: string; readonly accountId: string },
): Promise<OthersLeft | undefined> {
	const drawing = await drawingClients(tx, balanceKey);
	if (drawing.every(({ owner_id }) => owner_id === accountId)) return undefined;
	const mine = await clientsOf(tx, accountId);
	return { balanceKey, mine, ...(await leftOfOthers(tx, balanceKey, accountId, 0)) };
}

async function clientsOf(tx: Tx, accountId: string): Promise<string> {
	const rows = await tx.selectFrom("client").select("client_id").where("owner_id", "=", accountId).execute();
	return rows.map(idOf).sort().join();
}

async function leftOfOthers(tx: Tx, balanceKey: string, accountId: string, after: number) {
	const sum = await tx
		.selectFrom("ledger")
		.leftJoin("client", (join) => join.on(CLIENT_OF_ROW, "=", (row) => row.ref("client.client_id")))
		.select((row) => [
			row.fn.coalesce(row.fn.max("seq"), row.lit(after)).as("seq"),
			sql<number>`coalesce(sum(case when owner_id = ${accountId} then 0 else units end), 0)`.as("units"),
		])
		.where("balance_key", "=", balanceKey)
		.where("seq", ">", after)
		.executeTakeFirstOrThrow();
	return { seq: Number(sum.seq), units: Number(sum.units) };
}
