import { LARGEST_BALANCE_UNITS } from "../../api/credits.ts";
import { command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { post, writeLedger } from "../ledger/settle.ts";
import { clearRaised, recordFalls } from "./low-balance.ts";
import { openBalances, openFirstBalance } from "./open-balances.ts";

/** Credits that an administrator adds to the balance of a client, or deducts if negative. */
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

/** The same inside a larger transaction. It lets no balance fall below zero or exceed the largest printable amount. */
export async function grant(tx: Tx, input: Grant, traits: EngineTraits): Promise<GrantOutcome> {
	await openFirstBalance(tx, input.clientId);
	const balance = (await openBalances(tx, traits, [input.clientId])).get(input.clientId)?.balance;
	if (!balance) throw new Error(`${input.clientId} draws on no balance`);
	const after = balance.units + input.units;
	if (input.units < 0 && after < 0) return { balanceUnits: balance.units, refused: "below_zero" };
	if (after > LARGEST_BALANCE_UNITS) return { balanceUnits: balance.units, refused: "too_large" };
	if (input.units > 0) await recordFalls(tx, balance, input.atMs);
	const ledgerRow = post(balance, { kind: "grant", detail: "[]", ...input });
	await writeLedger(tx, traits, [balance], [ledgerRow]);
	if (input.units > 0) await clearRaised(tx, balance, input.atMs);
	return { balanceUnits: balance.units };
}
