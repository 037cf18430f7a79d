import { beforeAll, describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { defaultPolicy, issueClient } from "../../clients/policy/service.ts";
import { requestId } from "../../platform/ids.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time/durations.ts";
import { settle } from "../ledger/settle.ts";
import { chargeOf } from "../prices/charge.ts";
import { addUpDays } from "./add-up-days.ts";
import { checkDays } from "./check-days.ts";
import { createDayHistory } from "./day-history.ts";
import { countClientsInUse } from "./day-totals.ts";
import { readUsedByClients } from "./used-by-clients.ts";

const DAY = Date.UTC(2027, 4, 10);
const PRICE_UNITS = 90;
const hashKeys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	let clientIds: string[];
	beforeAll(async () => {
		const issuing = { db: engine.db, clock: { now: () => DAY - 10 * DAY_MS }, hashKeys };
		clientIds = [];
		for (const name of ["One", "Other"])
			clientIds.push((await issueClient(issuing, { ...defaultPolicy, name }, 1_000_000)).clientId);
	});

	/** A read that is paid for or, with an error, refused. */
	const call = (clientId: string, atMs: number, error?: "not_found" | "rate_limited") =>
		engine.db.write(settle, {
			clientId,
			requestId: requestId(atMs),
			atMs,
			method: "GET",
			route: "/products/:barcode",
			status: error === undefined ? 200 : 404,
			address: "192.0.2.1",
			...(error ? { error } : {}),
			charge: chargeOf(
				error === undefined ? [{ action: "products.get.info", quantity: 1, priceUnits: PRICE_UNITS }] : [],
			),
		});
	const lastDays = async (nowMs: number) => {
		const { days, isComplete } = await createDayHistory(engine.db)(nowMs);
		const known = new Map(days.map(({ dayMs, totals }) => [dayMs, totals]));
		return { at: (dayMs: number) => known.get(dayMs), isComplete };
	};

	test("a day has the same totals while it runs, after it has ended and once it is summed up", async () => {
		const [one = "", other = ""] = clientIds;
		for (const hour of [0, 7, 7, 23]) await call(one, DAY + hour * HOUR_MS);
		await call(other, DAY + 23 * HOUR_MS + 59 * 60_000);
		await call(other, DAY + HOUR_MS, "not_found");
		const totals = { requests: 6, units: 5 * PRICE_UNITS, refusals: [{ error: "not_found", requests: 1 }] };
		const open = createDayHistory(engine.db);
		expect((await open(DAY + DAY_MS - 1)).days.at(-1)).toEqual({ dayMs: DAY, totals });
		expect((await open(DAY + DAY_MS)).days.at(-2)).toEqual({ dayMs: DAY, totals });
		expect(await countClientsInUse(engine.db, DAY)).toBe(2);
		expect(await countClientsInUse(engine.db, DAY + DAY_MS)).toBe(0);

		const clock = testClock(DAY + DAY_MS + 5 * 60_000);
		await addUpDays(engine.db, clock);
		expect((await lastDays(clock.now())).isComplete).toBe(true);
		clock.advance(5 * 60_000);
		await addUpDays(engine.db, clock);
		expect(await checkDays(engine.db)).toEqual({ days: 30, faults: [] });
		await engine.execute("delete from usage_hour");
		const { at, isComplete } = await lastDays(clock.now());
		expect([at(DAY), isComplete]).toEqual([totals, true]);
		const used = await readUsedByClients(engine.db, "products.get.info", {
			startMs: DAY,
			endMs: DAY + DAY_MS,
		});
		expect(used.sort((a, b) => b.units - a.units)).toEqual([
			{ clientId: one, units: 4 * PRICE_UNITS, requests: 4 },
			{ clientId: other, units: PRICE_UNITS, requests: 1 },
		]);
		expect((await checkDays(engine.db)).faults).toEqual([
			"2027-05-10: hours add up to 0 requests and 0 units, but the day says 6 and 450",
			...[
				{ clientId: one, all: "4 and 360", facts: "4 and 360" },
				{ clientId: other, all: "2 and 90", facts: "1 and 90" },
			]
				.sort((a, b) => (a.clientId < b.clientId ? -1 : 1))
				.flatMap(({ clientId, all, facts }) => [
					`${clientId}: 2027-05-10: hours add up to 0 requests and 0 units, but the day says ${all}`,
					`${clientId}: 2027-05-10, products.get.info: hours add up to 0 requests and 0 units, but the day says ${facts}`,
				]),
		]);
	});

	test("earlier days are missing until they are summed up, and the history is marked incomplete", async () => {
		const { at, isComplete } = await lastDays(DAY + 5 * DAY_MS);
		expect([at(DAY + 2 * DAY_MS), isComplete]).toEqual([undefined, false]);
		expect(at(DAY + 4 * DAY_MS)).toEqual({ requests: 0, units: 0, refusals: [] });
	});

	test("a day summed up by a clock that was ahead is summed up again", async () => {
		const [one = ""] = clientIds;
		const day = DAY + 40 * DAY_MS;
		await call(one, day + HOUR_MS);
		const clock = testClock(day + 3 * DAY_MS);
		await addUpDays(engine.db, clock);
		clock.set(day + 2 * HOUR_MS);
		await addUpDays(engine.db, clock);
		await call(one, day + 2 * HOUR_MS);
		expect((await lastDays(clock.now())).at(day)).toMatchObject({ requests: 2 });
		clock.advance(DAY_MS);
		await addUpDays(engine.db, clock);
		expect((await lastDays(clock.now())).at(day)).toMatchObject({ requests: 2, units: 2 * PRICE_UNITS });
		expect((await checkDays(engine.db)).faults).toEqual([]);
	});

	test("days older than the history are deleted, and a day that does not add up is reported", async () => {
		const clock = testClock(DAY + 41 * DAY_MS + HOUR_MS);
		await addUpDays(engine.db, clock);
		const days = await engine.db.read
			.selectFrom("usage_sum")
			.select("start")
			.distinct()
			.where("client_id", "in", clientIds)
			.where("grouped_by", "=", "action")
			.execute();
		expect(days.map(({ start }) => Number(start))).toEqual([DAY + 40 * DAY_MS]);
		await engine.execute(
			"update usage_sum set requests = requests + 1 where grouped_by = 'action' and name = '' and client_id <> ''",
		);
		expect((await checkDays(engine.db)).faults).toEqual([
			`${clientIds[0]}: 2027-06-19: hours add up to 2 requests and 180 units, but the day says 3 and 180`,
		]);
	});

	test("charges in a day that was already summed up, by a clock that was set back, count in it", async () => {
		const [one = "", other = ""] = clientIds;
		const day = DAY + 80 * DAY_MS;
		await call(one, day + HOUR_MS);
		await call(one, day + DAY_MS + HOUR_MS);
		const clock = testClock(day + DAY_MS + HOUR_MS);
		await addUpDays(engine.db, clock);
		clock.set(day + 23 * HOUR_MS);
		await call(one, clock.now());
		await call(other, clock.now(), "rate_limited");
		expect((await checkDays(engine.db)).faults).toEqual([]);
		clock.set(day + DAY_MS + 2 * HOUR_MS);
		expect((await lastDays(clock.now())).at(day)).toMatchObject({ requests: 3 });
		await addUpDays(engine.db, clock);
		expect((await checkDays(engine.db)).faults).toEqual([]);
		expect((await lastDays(clock.now())).at(day)).toEqual({
			requests: 3,
			units: 2 * PRICE_UNITS,
			refusals: [{ error: "rate_limited", requests: 1 }],
		});
		const { startMs, endMs } = { startMs: day, endMs: day + DAY_MS };
		expect(await readUsedByClients(engine.db, "products.get.info", { startMs, endMs })).toEqual([
			{ clientId: one, units: 2 * PRICE_UNITS, requests: 2 },
		]);
	});

	test("a stored day that charges were added to afterwards, as earlier versions left it, is summed up again by the next process", async () => {
		const [one = ""] = clientIds;
		const day = DAY + 120 * DAY_MS;
		await call(one, day + HOUR_MS);
		const clock = testClock(day + DAY_MS + HOUR_MS);
		await addUpDays(engine.db, clock);
		await engine.execute(
			`update usage_hour set requests = requests + 1, units = units + ${PRICE_UNITS} where hour = ${day + HOUR_MS}`,
		);
		expect((await checkDays(engine.db)).faults).toHaveLength(3);
		await addUpDays(engine.db, clock);
		expect((await checkDays(engine.db)).faults).toEqual([]);
		expect((await lastDays(clock.now())).at(day)).toMatchObject({ requests: 2, units: 2 * PRICE_UNITS });
	});

	test("a day that lost its hours is left as it was, and the others are still summed up", async () => {
		const [one = ""] = clientIds;
		const day = DAY + 160 * DAY_MS;
		await call(one, day + HOUR_MS);
		const clock = testClock(day + DAY_MS + HOUR_MS);
		await addUpDays(engine.db, clock);
		await engine.execute(`delete from usage_hour where hour = ${day + HOUR_MS}`);
		await addUpDays(engine.db, clock);
		expect((await lastDays(clock.now())).isComplete).toBe(true);
		expect((await checkDays(engine.db)).faults).toHaveLength(3);
	});
});
