import { LARGEST_BALANCE_UNITS } from "../../api/credits.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { countRows, findRow, rowsForUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { post, writeLedger } from "../ledger/settle.ts";
import { drawingClients, drawingOn, type OwnedClient } from "./clients-of-balance.ts";
import { clearRaised, moveMark, recordFalls } from "./low-balance.ts";
import { insertBalance, type OpenBalance } from "./open-balances.ts";

/** How many clients may draw on one balance; revoked ones do not count. */
const MOST_MEMBERS = 1000;

export interface ClientMove {
	readonly clientId: string;
	/** The id of the balance to draw on from now on, or `own` for one that nobody else draws on. */
	readonly to: string;
	/** Units to take along although others still draw on the balance that is left. */
	readonly units?: number | undefined;
	/** Why the client may not join those that draw on the balance, if so; decided once the balance is locked. */
	readonly refusal?: ((drawing: readonly OwnedClient[]) => ClientMoveOutcome | undefined) | undefined;
	/** Identifies a transfer in both ledgers, as a request id identifies a charge. */
	readonly requestId: string;
	readonly atMs: number;
}

export type ClientMoveOutcome =
	| { readonly kind: "done"; readonly from: string; readonly to: string; readonly movedUnits: number }
	| { readonly kind: "not_found" }
	| { readonly kind: "conflict"; readonly problem: string };

/**
 * Makes a client, whose row the caller has locked, draw on another balance. Credits that go along are two ledger rows with one id, one in each chain.
 * Whoever joins or leaves a balance holds the lock on it, so that its clients can be counted.
 */
export async function moveClient(tx: Tx, move: ClientMove, traits: EngineTraits): Promise<ClientMoveOutcome> {
	const { clientId, to, units = 0, atMs } = move;
	const [member] = await rowsForUpdate(tx, traits, "balance_member", "client_id", [clientId]);
	if (!member) return { kind: "not_found" };
	const asked = to === "own" ? clientId : await balanceKeyById(tx, to);
	if (asked === undefined) return conflict(`there is no balance ${to}`);
	const locked = await lockBalances(tx, traits, [member.balance_key, asked]);
	const refused = to === "own" ? undefined : move.refusal?.(await drawingClients(tx, asked));
	if (refused) return refused;
	const from = balanceIn(locked, member.balance_key);
	if ([...locked.values()].some((balance) => balance.units < 0))
		return conflict(
			"a balance that owes for a reversed payment cannot be joined or left until that is settled",
		);
	if (units > from.units) return conflict("the balance that is left does not hold that many credits");
	const rest = await countOthers(tx, from.balance_key, clientId);
	const target =
		to === "own"
			? await ownBalance(tx, traits, { clientId, from, rest, first: locked.get(clientId) })
			: balanceIn(locked, asked);
	if (target.balance_key === from.balance_key) {
		return { kind: "done", from: from.balance_id, to: from.balance_id, movedUnits: 0 };
	}
	if ((await countOthers(tx, target.balance_key, clientId)) >= MOST_MEMBERS) {
		return conflict(`no more than ${MOST_MEMBERS} clients can draw on one balance`);
	}
	const movedUnits = rest === 0 ? from.units : units;
	if (target.units + movedUnits > LARGEST_BALANCE_UNITS) {
		return conflict("the balance would exceed the largest amount that a balance can hold");
	}
	await moveMark(tx, { clientId, nowMs: atMs }, { from, to: target }, async () => {
		await transfer(tx, traits, { from, to: target, units: movedUnits }, move);
		const joined = tx.updateTable("balance_member").set({ balance_key: target.balance_key });
		await joined.where("client_id", "=", clientId).execute();
	});
	return { kind: "done", from: from.balance_id, to: target.balance_id, movedUnits };
}

function conflict(problem: string): ClientMoveOutcome {
	return { kind: "conflict", problem };
}

/** Key of a balance that is known by its public id. */
export async function balanceKeyById(tx: Tx, balanceId: string): Promise<string | undefined> {
	const row = await findRow(tx, "balance", { balance_id: balanceId }, ["balance_key"]);
	return row?.balance_key;
}

async function lockBalances(
	tx: Tx,
	traits: EngineTraits,
	keys: readonly string[],
): Promise<Map<string, OpenBalance>> {
	const rows = await rowsForUpdate(tx, traits, "balance", "balance_key", keys);
	return new Map(rows.map((row) => [row.balance_key, { ...row, changed: false }]));
}

function balanceIn(locked: ReadonlyMap<string, OpenBalance>, key: string): OpenBalance {
	const balance = locked.get(key);
	if (!balance) throw new Error(`there is no balance ${key}`);
	return balance;
}

/** The clients that draw on a balance besides one, without revoked ones. */
function countOthers(tx: Tx, balanceKey: string, clientId: string): Promise<number> {
	return countRows(drawingOn(tx, balanceKey).where("client.client_id", "<>", clientId));
}

interface Leaving {
	readonly clientId: string;
	readonly from: OpenBalance;
	/** How many others draw on the balance that is left. */
	readonly rest: number;
	/** The balance that the client began with. */
	readonly first: OpenBalance | undefined;
}

/** The client's first balance if nobody else draws on it; otherwise the one that it alone draws on, or a new one. */
async function ownBalance(
	tx: Tx,
	traits: EngineTraits,
	{ clientId, from, rest, first }: Leaving,
): Promise<OpenBalance> {
	if (first && (await countOthers(tx, first.balance_key, clientId)) === 0) return first;
	if (rest === 0) return from;
	const key = await insertBalance(tx);
	return balanceIn(await lockBalances(tx, traits, [key]), key);
}

/** Falls of the balance that receives credits are recorded before they are hidden. */
async function transfer(
	tx: Tx,
	traits: EngineTraits,
	{ from, to, units }: { readonly from: OpenBalance; readonly to: OpenBalance; readonly units: number },
	{ requestId, atMs }: ClientMove,
): Promise<void> {
	if (units === 0) return;
	await recordFalls(tx, to, atMs);
	const posted = (balance: OpenBalance, other: OpenBalance, change: number) =>
		post(balance, {
			kind: "transfer",
			units: change,
			detail: JSON.stringify([{ balance: other.balance_id }]),
			note: null,
			requestId,
			atMs,
		});
	const rows = [posted(from, to, -units), posted(to, from, units)];
	await writeLedger(tx, traits, [from, to], rows);
	await clearRaised(tx, to, atMs);
}
