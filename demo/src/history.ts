import type { KeyHistory, PriceOf } from "./history/event.ts";
import { shop } from "./history/shop.ts";
import { till } from "./history/till.ts";

/**
 * Ninety days of two keys of a shop, up to `nowMs`: calls, refusals, top-ups, a balance that is low. The same for the same day.
 * @param balanceUnits what the shop's first key has in the end.
 */
export function demoHistory(nowMs: number, balanceUnits: number, priceOf: PriceOf): readonly KeyHistory[] {
	return [shop(nowMs, balanceUnits, priceOf), till(nowMs, priceOf)];
}
