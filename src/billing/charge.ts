import type { Action } from "./actions.ts";

/** One line of a charge: an action, how often, and the price of one. */
export interface ChargeLine {
	readonly action: Action;
	readonly quantity: number;
	readonly priceUnits: number;
}

export function totalUnits(lines: readonly ChargeLine[]): number {
	return lines.reduce((sum, line) => sum + line.quantity * line.priceUnits, 0);
}
