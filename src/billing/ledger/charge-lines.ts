import { creditsForJson } from "../../api/credits.ts";
import type { LedgerTable } from "../tables.ts";

/** One line of a charge: action, quantity and price, in credits. */
export interface ChargeLine {
	readonly action: string;
	readonly quantity: number;
	readonly price: number;
	readonly credits: number;
}

/** The lines of a charge, in credits; empty for any other ledger row. */
export function chargeLines({ kind, detail }: Pick<LedgerTable, "kind" | "detail">): ChargeLine[] {
	if (kind !== "charge") return [];
	const lines: { action: string; quantity: number; price_units: number }[] = JSON.parse(detail);
	return lines.map(({ action, quantity, price_units }) => ({
		action,
		quantity,
		price: creditsForJson(price_units),
		credits: creditsForJson(quantity * price_units),
	}));
}
