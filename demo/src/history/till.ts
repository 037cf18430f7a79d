import { type Random, seeded, seedOf } from "../random.ts";
import { tillCall } from "./calls.ts";
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

/** The till ran out of credits this many days ago, and its balance is low again today. */
const TILL_EMPTY_DAYS_AGO = 35;

/** A key that ran out of credits once: calls were refused until a top-up arrived. It is low again, with the next top-up pending. */
export function till(nowMs: number, priceOf: PriceOf): KeyHistory {
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
