import { expect, test } from "vitest";
import { DAY_MS } from "../../platform/http/fixed-window.ts";
import { createSummedUsage, type ReadUsed, type Span } from "./summed-usage.ts";

const NOON = 100 * DAY_MS + DAY_MS / 2;
const ACTION = "products.get.info";
const THREE_DAYS = { startMs: 98 * DAY_MS, endMs: 101 * DAY_MS };
const LONG_MS = 60_000;

/** One request of one client in each hour, and what was read. */
function hourly() {
	const read: Span[] = [];
	const reader: ReadUsed = async (_, span) => {
		read.push(span);
		const hours = Math.max(0, span.endMs - span.startMs) / 3_600_000;
		return hours === 0 ? [] : [{ clientId: "one", units: 10 * hours, requests: hours }];
	};
	return { read, reader };
}

test("days that ended are read once, the running one each time", async () => {
	const { read, reader } = hourly();
	const summed = createSummedUsage(reader, LONG_MS);
	const { spans, isComplete } = await summed(ACTION, [THREE_DAYS], NOON);
	expect(isComplete).toBe(true);
	expect(spans[0]?.used.get("one")).toEqual({ units: 720, requests: 72 });
	read.length = 0;
	expect((await summed(ACTION, [THREE_DAYS], NOON)).spans[0]?.used.get("one")?.requests).toBe(72);
	expect(read).toEqual([{ startMs: 100 * DAY_MS, endMs: 101 * DAY_MS }]);
});

test("a day whose last requests may not be recorded yet is read each time", async () => {
	const { read, reader } = hourly();
	const summed = createSummedUsage(reader, LONG_MS);
	const midnight = 100 * DAY_MS;
	await summed(ACTION, [THREE_DAYS], midnight);
	read.length = 0;
	await summed(ACTION, [THREE_DAYS], midnight);
	expect(read).toEqual([{ startMs: 99 * DAY_MS, endMs: 101 * DAY_MS }]);
});

test("spans are added up each for itself, also when they divide a day", async () => {
	const { reader } = hourly();
	const cut = 99 * DAY_MS + 3_600_000;
	const spans = [
		{ startMs: THREE_DAYS.startMs, endMs: cut },
		{ startMs: cut, endMs: THREE_DAYS.endMs },
	];
	const found = await createSummedUsage(reader, LONG_MS)(ACTION, spans, NOON);
	expect(found.spans.map(({ used }) => used.get("one")?.requests)).toEqual([25, 47]);
});

test("what takes long comes later", async () => {
	const { reader } = hourly();
	let finish = () => {};
	const slow = new Promise<void>((resolve) => {
		finish = resolve;
	});
	const summed = createSummedUsage(async (action, span) => {
		if (span.startMs === 98 * DAY_MS) await slow;
		return reader(action, span);
	}, 1);
	expect((await summed(ACTION, [THREE_DAYS], NOON)).isComplete).toBe(false);
	finish();
	const requests = async () => (await summed(ACTION, [THREE_DAYS], NOON)).spans[0]?.used.get("one")?.requests;
	await expect.poll(requests).toBe(72);
	expect((await summed(ACTION, [THREE_DAYS], NOON)).isComplete).toBe(true);
});

test("a fault reaches whoever waits, and the days are read again", async () => {
	const { reader } = hourly();
	let isBroken = true;
	const summed = createSummedUsage(async (action, span) => {
		if (isBroken && span.startMs === 98 * DAY_MS) throw new Error("disk");
		return reader(action, span);
	}, LONG_MS);
	await expect(summed(ACTION, [THREE_DAYS], NOON)).rejects.toThrow("disk");
	isBroken = false;
	expect((await summed(ACTION, [THREE_DAYS], NOON)).isComplete).toBe(true);
});
