import { nightlyCheck, shopCall, tillCall } from "./history/calls.ts";
import {
	costOf,
	type HistoryCall,
	type HistoryEvent,
	type KeyHistory,
	type PriceOf,
	UNITS_PER_CREDIT,
} from "./history/event.ts";
import { DAY_MS, HOUR_MS, lastDays, MINUTE_MS, moments } from "./history/hours.ts";
import { type Random, seeded, seedOf } from "./random.ts";

export const HISTORY_DAYS = 90;

/** Approved whenever the shop's balance falls below `SHOP_REORDER_CREDITS`. */
const SHOP_TOP_UP_CREDITS = 200;
const SHOP_REORDER_CREDITS = 60;
/** The till ran out of credits on this day, and again soon: its balance is low today. */
const TILL_EMPTY_DAYS_AGO = 35;

/**
 * Ninety days of two keys of a shop, up to `nowMs`: calls, refusals, top-ups, a balance that is low. The same for the same day.
 * @param balanceUnits what the shop's first key has in the end.
 */
export function demoHistory(nowMs: number, balanceUnits: number, priceOf: PriceOf): readonly KeyHistory[] {
	return [shop(nowMs, balanceUnits, priceOf), till(nowMs, priceOf)];
}

function shop(nowMs: number, balanceUnits: number, priceOf: PriceOf): KeyHistory {
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

/** Adds the top-ups that keep the balance up, from twice the mark at which the next is requested. */
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
		credits: 20_000,
		note: null,
		decision: { atMs: atMs + HOUR_MS, isApproved: false, note: "Did you mean 200? Please ask again." },
	};
}

/** A key that was used up once: calls were refused until a top-up came. It is low again, and the next top-up waits. */
function till(nowMs: number, priceOf: PriceOf): KeyHistory {
	const random = seeded(seedOf("till"));
	const calls = before(tillCalls(random, nowMs), nowMs);
	const emptyMs = nowMs - TILL_EMPTY_DAYS_AGO * DAY_MS;
	const paidMs =
		calls.filter(({ atMs, lineItems }) => atMs > emptyMs && lineItems.length > 0)[4]?.atMs ?? nowMs;
	const sum = (chosen: (atMs: number) => boolean) =>
		calls
			.filter(({ atMs }) => chosen(atMs))
			.reduce((units, call) => units + costOf(call.lineItems, priceOf), 0);
	const spentSince = sum((atMs) => atMs > paidMs);
	const credits = 5 * Math.ceil((spentSince / UNITS_PER_CREDIT + 2) / 5);
	const topUp: HistoryEvent = {
		kind: "top_up",
		atMs: paidMs - 5 * MINUTE_MS,
		credits,
		note: "להזמנה 4417",
		decision: { atMs: paidMs, isApproved: true, note: null },
	};
	const waiting: HistoryEvent = {
		kind: "top_up",
		atMs: nowMs - 20 * HOUR_MS,
		credits: 50,
		note: "להזמנה 4431",
		decision: null,
	};
	return {
		name: "קופה ראשית",
		lowBalanceCredits: 10,
		openingUnits: sum((atMs) => atMs <= emptyMs),
		events: [...calls, topUp, waiting].sort((a, b) => a.atMs - b.atMs),
	};
}

function tillCalls(random: Random, nowMs: number): HistoryCall[] {
	return lastDays(nowMs, HISTORY_DAYS).flatMap((dayMs) =>
		moments(random, dayMs, 12).map((atMs) => tillCall(random, atMs)),
	);
}

function before(calls: readonly HistoryCall[], nowMs: number): HistoryCall[] {
	return calls.filter(({ atMs }) => atMs < nowMs);
}
