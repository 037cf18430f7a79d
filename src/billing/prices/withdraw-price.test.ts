import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { announce, withdraw } from "../../../test/support/operator.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { readPriceList } from "./prices.ts";

const action = "products.head";

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	beforeAll(async () => {
		for (const [days, units] of [
			[40, 700],
			[60, 900],
		] as const) {
			const effectiveAtMs = days * DAY_MS;
			await announce(engine.db, { action, units, effectiveAtMs, nowMs: 0, immediately: false });
		}
	});

	const withdrawn = (days: number | null, nowDays = 0) =>
		withdraw(engine.db, {
			action,
			effectiveAtMs: days === null ? null : days * DAY_MS,
			nowMs: nowDays * DAY_MS,
		});

	test("asks which one is meant when several prices are announced", async () => {
		expect(await withdrawn(null)).toEqual({ kind: "several", effectiveAtMs: [40 * DAY_MS, 60 * DAY_MS] });
		expect((await readPriceList(engine.db)).upcoming(0)).toHaveLength(2);
	});

	test("a price already in force is not withdrawn, nor one announced for another time", async () => {
		expect(await withdrawn(40, 40)).toEqual({ kind: "none" });
		expect(await withdrawn(41)).toEqual({ kind: "none" });
		expect((await readPriceList(engine.db)).unitsOf(action, 40 * DAY_MS)).toBe(700);
	});

	test("a withdrawn price never takes effect, and only one of two concurrent withdrawals succeeds", async () => {
		const outcomes = await Promise.all([withdrawn(60), withdrawn(60)]);
		expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["none", "withdrawn"]);
		const list = await readPriceList(engine.db);
		expect(list.unitsOf(action, 61 * DAY_MS)).toBe(700);
		expect(await withdrawn(null)).toEqual({ kind: "withdrawn", units: 700, effectiveAtMs: 40 * DAY_MS });
		expect((await readPriceList(engine.db)).unitsOf(action, 61 * DAY_MS)).toBe(500);
	});
});
