import type { Action } from "./actions.ts";

/** One line of a charge: an action, its quantity and the unit price. */
export interface ChargeLine {
	readonly action: Action;
	readonly quantity: number;
	readonly priceUnits: number;
}

/** The charge for a request: the sum in units, and its lines as the JSON text stored in the ledger. */
export interface Charge {
	readonly units: number;
	readonly detail: string;
}

export const NO_CHARGE: Charge = chargeOf([]);

/** Builds the JSON by hand: action names need no escaping, and this runs for every billed request. */
export function chargeOf(lines: readonly ChargeLine[]): Charge {
	let units = 0;
	const texts = lines.map(({ action, quantity, priceUnits }) => {
		units += quantity * priceUnits;
		return `{"action":"${action}","quantity":${quantity},"price_units":${priceUnits}}`;
	});
	return { units, detail: `[${texts.join(",")}]` };
}

export function linesOf({ detail }: Pick<Charge, "detail">): readonly ChargeLine[] {
	const lines: { action: Action; quantity: number; price_units: number }[] = JSON.parse(detail);
	return lines.map(({ action, quantity, price_units }) => ({ action, quantity, priceUnits: price_units }));
}
