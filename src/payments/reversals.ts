import { shareOf } from "./amounts.ts";

/** What is known of a refund or dispute: its latest state. */
export interface ReversalState {
	readonly amount: number;
	/** `undone`: the refund failed, or the dispute was won or was none that moves money. */
	readonly state: "taken" | "undone";
	readonly kind: "refund" | "dispute";
	/** Seconds: when Stripe said so. */
	readonly saidAt: number;
	/** Whether nothing comes after it. */
	readonly isFinal: boolean;
}

export type Reversals = Readonly<Record<string, ReversalState>>;

/** Merges in what a message says. Messages come repeated and in any order: the latest one counts, and of one second the final one. */
export function mergeReversal(known: Reversals, id: string, said: ReversalState): Reversals {
	const before = Object.hasOwn(known, id) ? known[id] : undefined;
	if (before && rankOf(before) >= rankOf(said)) return known;
	return { ...known, [id]: said };
}

const rankOf = ({ saidAt, isFinal }: ReversalState) => saidAt * 2 + (isFinal ? 1 : 0);

/** The units of a payment that refunds and disputes take back. */
export function reversedUnits(
	payment: { readonly units: number; readonly paid_amount: number | null },
	reversals: Reversals,
): number {
	const taken = Object.values(reversals).filter(({ state }) => state === "taken");
	const amount = taken.reduce((sum, each) => sum + each.amount, 0);
	return amount === 0 ? 0 : shareOf(payment.units, amount, payment.paid_amount ?? 0);
}

/** The words of the ledger. */
export function reversalNote(kind: ReversalState["kind"], isGivenBack: boolean): string {
	if (isGivenBack) return kind === "dispute" ? "A disputed payment stands." : "A refund failed.";
	return kind === "dispute" ? "A payment is disputed." : "A payment was refunded.";
}
