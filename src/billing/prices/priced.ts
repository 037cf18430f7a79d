import type { Action } from "./actions.ts";
import { type Charge, chargeOf } from "./charge.ts";
import type { PriceList } from "./prices.ts";

export interface LineItem {
	readonly action: Action;
	readonly quantity: number;
}

/**
 * Prices line items by the list in force at a given time. While prices stay the same, the same list of line items yields the same charge object: most
 * requests repeat what others did, and a shared charge is sent to another thread only once.
 */
export function createPricing(prices: () => Promise<PriceList>) {
	let known = { list: undefined as PriceList | undefined, fromMs: 0, untilMs: 0, charges: charges() };

	return async (lineItems: readonly LineItem[], atMs: number): Promise<Charge> => {
		const list = await prices();
		if (known.list !== list || atMs < known.fromMs || atMs >= known.untilMs) {
			known = { list, fromMs: atMs, untilMs: nextChange(list, atMs), charges: charges() };
		}
		let charge = known.charges.get(lineItems);
		if (!charge) {
			charge = chargeOf(
				lineItems.map((lineItem) => ({ ...lineItem, priceUnits: list.unitsOf(lineItem.action, atMs) })),
			);
			known.charges.set(lineItems, charge);
		}
		return charge;
	};
}

const charges = () => new WeakMap<readonly LineItem[], Charge>();

function nextChange(list: PriceList, atMs: number): number {
	return list.upcoming(atMs)[0]?.effectiveAtMs ?? Number.POSITIVE_INFINITY;
}
