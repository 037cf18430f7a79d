import { expect, test } from "vitest";
import { DAY_MS } from "../../../platform/time/durations.ts";
import type { PriceChange, PriceList } from "../../prices/prices.ts";
import { impactOf, type Span } from "./impact.ts";

const ACTION = "products.get.info";
const FIRST = 100 * DAY_MS;
const SPAN = { startMs: FIRST, endMs: FIRST + 30 * DAY_MS };

/** A price that applies from the beginning, and its later changes. */
function listOf(units: number, ...changes: { effectiveAtMs: number; units: number }[]): PriceList {
	const all: PriceChange[] = changes.map((change) => ({ ...change, action: ACTION, announcedAtMs: 0 }));
	return {
		unitsOf: (_, atMs) => all.findLast(({ effectiveAtMs }) => effectiveAtMs <= atMs)?.units ?? units,
		upcoming: (atMs) => all.filter(({ effectiveAtMs }) => effectiveAtMs > atMs),
	};
}

/** One request a day by one client, at the price that was in effect when the day began. */
function daily(list: PriceList) {
	const read: Span[] = [];
	const reader = async (_: string, span: Span) => {
		read.push(span);
		let units = 0;
		for (let day = span.startMs; day < span.endMs; day += DAY_MS) units += list.unitsOf(ACTION, day);
		return [{ clientId: "one", units, requests: (span.endMs - span.startMs) / DAY_MS }];
	};
	return { read, reader };
}

const impact = (list: PriceList, reader: ReturnType<typeof daily>["reader"]) =>
	impactOf({ read: reader, list }, { action: ACTION, units: 20 }, SPAN);

test("quantities follow from the prices that were in force", async () => {
	const list = listOf(10, { effectiveAtMs: FIRST + 10 * DAY_MS, units: 5 });
	const { read, reader } = daily(list);
	const { clients, isEstimate } = await impact(list, reader);
	expect(read).toEqual([
		{ startMs: FIRST, endMs: FIRST + 10 * DAY_MS },
		{ startMs: FIRST + 10 * DAY_MS, endMs: SPAN.endMs },
	]);
	expect(clients).toEqual([{ clientId: "one", units: 200, wouldBeUnits: 600 }]);
	expect(isEstimate).toBe(false);
});

test("a price changed within a day counts from the next day, which makes the result an estimate", async () => {
	const list = listOf(10, { effectiveAtMs: FIRST + 10 * DAY_MS + 1, units: 5 });
	const { read, reader } = daily(list);
	expect((await impact(list, reader)).isEstimate).toBe(true);
	expect(read.map(({ endMs }) => endMs)).toEqual([FIRST + 11 * DAY_MS, SPAN.endMs]);
	const late = listOf(10, { effectiveAtMs: SPAN.endMs - 1, units: 5 });
	const once = daily(late);
	await impact(late, once.reader);
	expect(once.read.at(0)).toEqual(SPAN);
});

test("free usage is counted by requests, which makes the result an estimate", async () => {
	const list = listOf(0);
	const { clients, isEstimate } = await impact(list, daily(list).reader);
	expect([clients[0]?.wouldBeUnits, isEstimate]).toEqual([600, true]);
});

test("the largest difference comes first", async () => {
	const reader = async () => [
		{ clientId: "small", units: 10, requests: 1 },
		{ clientId: "large", units: 100, requests: 10 },
	];
	const { clients } = await impact(listOf(10), reader);
	expect(clients.map(({ clientId }) => clientId)).toEqual(["large", "small"]);
});
