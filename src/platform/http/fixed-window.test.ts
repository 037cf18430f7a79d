import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../time/durations.ts";
import { createFixedWindow, secondsUntil } from "./fixed-window.ts";

const NOON = Date.UTC(2027, 4, 15, 12);

test("admits as many as the limit and refuses the next", () => {
	const window = createFixedWindow(MINUTE_MS);
	const admissions = [1, 2, 3].map(() => window.count("a", 2, NOON + 1));
	expect(admissions.map(({ admitted }) => admitted)).toEqual([true, true, false]);
	expect(admissions.map(({ remaining }) => remaining)).toEqual([1, 0, 0]);
	expect(admissions[0]).toMatchObject({ limit: 2, resetAtMs: NOON + MINUTE_MS });
});

test("is reset on the UTC minute and the UTC day", () => {
	for (const length of [MINUTE_MS, DAY_MS]) {
		const window = createFixedWindow(length);
		const end = NOON - (NOON % length) + length;
		expect(window.count("a", 1, end - 1).admitted).toBe(true);
		expect(window.count("a", 1, end - 1).admitted).toBe(false);
		expect(window.count("a", 1, end).admitted).toBe(true);
	}
});

test("counts each key separately", () => {
	const window = createFixedWindow(MINUTE_MS);
	window.count("a", 1, NOON);
	expect(window.count("b", 1, NOON).admitted).toBe(true);
});

test("peeking does not count", () => {
	const window = createFixedWindow(MINUTE_MS);
	for (let time = 0; time < 3; time++) expect(window.peek("a", 1, NOON)).toMatchObject({ remaining: 1 });
	window.count("a", 1, NOON);
	expect(window.peek("a", 1, NOON)).toMatchObject({ remaining: 0, admitted: true });
});

test("remembers a bounded number of keys, the most recent ones", () => {
	const window = createFixedWindow(MINUTE_MS, 10);
	for (let key = 0; key < 1000; key++) window.count(`key ${key}`, 5, NOON);
	expect(window.peek("key 0", 5, NOON).remaining).toBe(5);
	expect(window.peek("key 999", 5, NOON).remaining).toBe(4);
});

test("never admits more in a window than the limit, whenever the requests come", () => {
	const times = fc.array(fc.integer({ min: 0, max: 5 * MINUTE_MS }), { maxLength: 200 });
	fc.assert(
		fc.property(times, fc.integer({ min: 1, max: 20 }), (offsets, limit) => {
			const window = createFixedWindow(MINUTE_MS, 10);
			const admitted = new Map<number, number>();
			for (const offset of offsets.sort((a, b) => a - b)) {
				const minute = Math.floor(offset / MINUTE_MS);
				if (window.count("a", limit, NOON + offset).admitted) {
					admitted.set(minute, (admitted.get(minute) ?? 0) + 1);
				}
			}
			for (const count of admitted.values()) expect(count).toBeLessThanOrEqual(limit);
		}),
	);
});

test("a wait is given in whole seconds, and never as zero", () => {
	expect([secondsUntil(30_000, 0), secondsUntil(29_001, 0), secondsUntil(1, 0), secondsUntil(0, 0)]).toEqual([
		30, 30, 1, 1,
	]);
});
