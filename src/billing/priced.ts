import type { Action } from "./actions.ts";
import { type Charge, chargeOf } from "./charge.ts";
import type { PriceList } from "./prices.ts";

/** One thing that a request did, to be priced. */
export interface Deed {
	readonly action: Action;
	readonly quantity: number;
}

/**
 * Prices deeds at the list that holds at a moment. The same list of deeds gives the same charge for as long as its prices last: most
 * requests do what others did, and a charge that many share crosses to another thread once.
 */
export function pricing(prices: () => Promise<PriceList>) {
	let known = { list: undefined as PriceList | undefined, fromMs: 0, untilMs: 0, charges: charges() };

	return async (deeds: readonly Deed[], atMs: number): Promise<Charge> => {
		const list = await prices();
		if (known.list !== list || atMs < known.fromMs || atMs >= known.untilMs) {
			known = { list, fromMs: atMs, untilMs: nextChange(list, atMs), charges: charges() };
		}
		let charge = known.charges.get(deeds);
		if (!charge) {
			charge = chargeOf(deeds.map((deed) => ({ ...deed, priceUnits: list.unitsOf(deed.action, atMs) })));
			known.charges.set(deeds, charge);
		}
		return charge;
	};
}

const charges = () => new WeakMap<readonly Deed[], Charge>();

function nextChange(list: PriceList, atMs: number): number {
	return list.upcoming(atMs)[0]?.effectiveAtMs ?? Number.POSITIVE_INFINITY;
}
