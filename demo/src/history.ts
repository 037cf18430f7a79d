import type { KeyHistory, PriceOf } from "./history/event.ts";
import { shop } from "./history/shop.ts";
import { till } from "./history/till.ts";

/**
 * Ninety days of a shop's two keys, up to `nowMs`: calls, refusals, top-ups, a low balance. The same for the same day.
 * @param balanceUnits final balance of the shop's first key.
 */
export function demoHistory(nowMs: number, balanceUnits: number, priceOf: PriceOf): readonly KeyHistory[] {
	return [shop(nowMs, balanceUnits, priceOf), till(nowMs, priceOf)];
}
