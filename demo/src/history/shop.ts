import { seeded, seedOf } from "../random.ts";
import { nightlyCheck, shopCall } from "./calls.ts";
import {
	before,
	costOf,
	type HistoryCall,
	type HistoryEvent,
	type KeyHistory,
	type PriceOf,
	UNITS_PER_CREDIT,
} from "./event.ts";
import { DAY_MS, HISTORY_DAYS, HOUR_MS, lastDays, MINUTE_MS, moments } from "./hours.ts";

/** Amount of each top-up, requested and approved whenever the shop's balance falls below `SHOP_REORDER_CREDITS`. */
const SHOP_TOP_UP_CREDITS = 200;
const SHOP_REORDER_CREDITS = 60;

/** A key that is topped up whenever it runs low, and one mistaken top-up. @param balanceUnits its final balance. */
export function shop(nowMs: number, balanceUnits: number, priceOf: PriceOf): KeyHistory {
	const random = seeded(seedOf("shop"));
	const calls = lastDays(nowMs, HISTORY_DAYS).flatMap((dayMs, place) => [
		nightlyCheck(random, dayMs + 2 * HOUR_MS),
		...moments(random, dayMs, 40 + place / 3).map((atMs) => shopCall(random, atMs)),
	]);
	const { events, endUnits } = toppedUp(before(calls, nowMs), priceOf);
	return {
		name: "Demo shop",
		lowBalanceCredits: 50,
		openingUnits: SHOP_REORDER_CREDITS * 2 * UNITS_PER_CREDIT + balanceUnits - endUnits,
		events: [...events, mistakenTopUp(nowMs)].sort((a, b) => a.atMs - b.atMs),
	};
}

/** Adds the top-ups that maintain the balance, which starts at twice the reorder mark. */
function toppedUp(calls: readonly HistoryCall[], priceOf: PriceOf) {
	let units = SHOP_REORDER_CREDITS * 2 * UNITS_PER_CREDIT;
	let orders = 4401;
	const events = calls.flatMap((call): HistoryEvent[] => {
		units -= costOf(call.lineItems, priceOf);
		if (units > SHOP_REORDER_CREDITS * UNITS_PER_CREDIT) return [call];
		units += SHOP_TOP_UP_CREDITS * UNITS_PER_CREDIT;
		const note = `Purchase order ${orders++}`;
		const decision = { atMs: call.atMs + 2 * MINUTE_MS, isApproved: true, note: null };
		const topUp = {
			kind: "top_up",
			atMs: call.atMs + MINUTE_MS,
			credits: SHOP_TOP_UP_CREDITS,
			note,
			decision,
		};
		return [call, topUp as HistoryEvent];
	});
	return { events, endUnits: units };
}

function mistakenTopUp(nowMs: number): HistoryEvent {
	const atMs = nowMs - 50 * DAY_MS;
	return {
		kind: "top_up",
		atMs,
		credits: 20000,
		note: null,
		decision: { atMs: atMs + HOUR_MS, isApproved: false, note: "Did you mean 200? Please ask again." },
	};
}
