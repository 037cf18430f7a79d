import { creditsForJson } from "../../api/credits.ts";
import { linesOf } from "../prices/charge.ts";
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
	return linesOf({ detail }).map(({ action, quantity, priceUnits }) => ({
		action,
		quantity,
		price: creditsForJson(priceUnits),
		credits: creditsForJson(quantity * priceUnits),
	}));
}
