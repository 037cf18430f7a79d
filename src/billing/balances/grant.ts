import { LARGEST_BALANCE_UNITS } from "../../api/credits.ts";
import { command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { forUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { LEDGER_START } from "../ledger/ledger.ts";
import { emptyAccount, post, writeLedger } from "../ledger/settle.ts";
import { clearIfRaised, recordFall } from "./low-balance.ts";

/** Credits that an administrator adds to a client's balance, or deducts if negative. */
export interface Grant {
	readonly clientId: string;
	readonly units: number;
	readonly note: string | null;
	/** Identifies the grant in the ledger, as a request id identifies a charge. */
	readonly requestId: string;
	readonly atMs: number;
	/** An approved top-up; `grant` by default. */
	readonly kind?: "top_up";
	/** For a top-up: its id and who decided, as JSON. */
	readonly detail?: string;
}

export type GrantOutcome = { readonly balanceUnits: number; readonly refused?: "below_zero" | "too_large" };

export const grantCredits = command<Grant, GrantOutcome>("billing.grant", grant);

/** The same inside a larger transaction. A balance never falls below zero or exceeds the largest printable amount. */
export async function grant(tx: Tx, input: Grant, traits: EngineTraits): Promise<GrantOutcome> {
	if (traits.locksRows) await openBalance(tx, input.clientId);
	const row = await forUpdate(
		tx.selectFrom("balance").selectAll().where("client_id", "=", input.clientId),
		traits,
	).executeTakeFirst();
	const account = { ...(row ?? emptyAccount(input.clientId)), changed: false };
	const after = account.units + input.units;
	if (after < 0) return { balanceUnits: account.units, refused: "below_zero" };
	if (after > LARGEST_BALANCE_UNITS) return { balanceUnits: account.units, refused: "too_large" };
	if (input.units > 0) await recordFall(tx, input.clientId, account.units, input.atMs);
	const ledgerRow = post(account, { kind: "grant", detail: "[]", ...input });
	await writeLedger(tx, traits, new Map([[input.clientId, account]]), [ledgerRow]);
	if (input.units > 0) await clearIfRaised(tx, input.clientId, account.units);
	return { balanceUnits: account.units };
}

/**
 * Inserts a zero balance unless there is one, so that there is a row to lock before a grant: of two concurrent grants, the second sees the result of
 * the first.
 */
export async function openBalance(tx: Tx, clientId: string): Promise<void> {
	await tx
		.insertInto("balance")
		.values({ client_id: clientId, units: 0, ledger_seq: 0, ledger_hash: LEDGER_START })
		.onConflict((on) => on.column("client_id").doNothing())
		.execute();
}
