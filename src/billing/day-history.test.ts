import { describe, expect, test } from "vitest";
import { DAY_MS } from "../platform/http/fixed-window.ts";
import { createDayHistory } from "./day-history.ts";
import type { DayTotals } from "./day-totals.ts";

const NOON = 100 * DAY_MS + DAY_MS / 2;
const LAST_THREE = { days: 3, patienceMs: 10_000 };

const totalsOf = (requests: number): DayTotals => ({ requests, units: 0, clients: 1, refusals: [] });

/** A store whose totals are the number of the day, and what was asked of it. */
function countedDays() {
	const asked: number[] = [];
	const readDay = async (dayMs: number) => {
		asked.push(dayMs / DAY_MS);
		return totalsOf(dayMs / DAY_MS);
	};
	return { asked, readDay };
}

describe("the last days", () => {
	test("end with today, and days that ended are read once", async () => {
		const { asked, readDay } = countedDays();
		const history = createDayHistory(readDay, LAST_THREE);
		const { days, isComplete } = await history(NOON);
		expect(days.map(({ totals }) => totals.requests)).toEqual([98, 99, 100]);
		expect(isComplete).toBe(true);
		await history(NOON + 1000);
		expect(asked.toSorted((a, b) => a - b)).toEqual([98, 99, 100, 100]);
	});

	test("begin a day later the day after; the day before is read anew until all of it is recorded", async () => {
		const { asked, readDay } = countedDays();
		const history = createDayHistory(readDay, LAST_THREE);
		await history(NOON);
		asked.length = 0;
		const midnight = 101 * DAY_MS;
		expect((await history(midnight)).days.map(({ dayMs }) => dayMs / DAY_MS)).toEqual([99, 100, 101]);
		await history(midnight + 20 * 60_000);
		await history(midnight + 21 * 60_000);
		expect(asked.toSorted((a, b) => a - b)).toEqual([100, 100, 101, 101, 101]);
	});

	test("are answered without those that take long, which come later", async () => {
		let finish: (totals: DayTotals) => void = () => undefined;
		const slow = new Promise<DayTotals>((resolve) => {
			finish = resolve;
		});
		const readDay = async (dayMs: number) => (dayMs === 98 * DAY_MS ? slow : totalsOf(1));
		const history = createDayHistory(readDay, { days: 3, patienceMs: 1 });
		const early = await history(NOON);
		expect(early.isComplete).toBe(false);
		expect(early.days.at(-1)?.dayMs).toBe(100 * DAY_MS);
		finish(totalsOf(7));
		await expect.poll(async () => (await history(NOON)).days[0]?.totals.requests).toBe(7);
	});

	test("that could not be read are a fault, and are read again", async () => {
		const { readDay } = countedDays();
		let isBroken = true;
		const history = createDayHistory(async (dayMs) => {
			if (isBroken && dayMs === 99 * DAY_MS) throw new Error("no store");
			return readDay(dayMs);
		}, LAST_THREE);
		await expect(history(NOON)).rejects.toThrow("no store");
		isBroken = false;
		expect((await history(NOON)).isComplete).toBe(true);
	});
});
