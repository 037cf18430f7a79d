import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../../test/support/engines.ts";
import { settle } from "../../billing/ledger/settle.ts";
import { NO_CHARGE } from "../../billing/prices/charge.ts";
import { countRequests } from "../../catalogue/reading/counted-requests.ts";
import type { Database } from "../../platform/db/database.ts";
import { requestId } from "../../platform/ids.ts";
import { DAY_MS, MINUTE_MS } from "../../platform/time/durations.ts";
import { clientId } from "../client-id.ts";
import { createMemoryWindows, type LimitedClient, windowState } from "./request-windows.ts";
import { createDatabaseWindows } from "./shared-windows.ts";

const NOON = Date.UTC(2027, 4, 15, 12);
const settings = { perMinute: 3, perDay: 5 };

const inDatabase = (db: Database, limits: typeof settings) =>
	createDatabaseWindows(db, limits, countRequests);
const places = [
	{ place: "in memory", windowsOf: createMemoryWindows },
	{ place: "in the database", windowsOf: inDatabase },
];
// Counting in memory is only correct if one process has the database to itself.
const rooms = engines.flatMap((engine) =>
	places
		.filter((_, place) => place > 0 || engine.name === "SQLite")
		.map((place) => ({ ...engine, ...place })),
);

describe.each(rooms)("$name, counted $place", ({ open, windowsOf }) => {
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	const newClient = (limits: Partial<LimitedClient> = {}) => ({
		clientId: clientId(),
		requestsPerMinute: null,
		requestsPerDay: null,
		...limits,
	});
	const windows = () => windowsOf(engine.db, settings);

	test("a client without its own limits gets those from the settings", async () => {
		const state = await windows().admit(newClient(), NOON);
		expect(state).toMatchObject({ minute: { limit: 3, remaining: 2 }, day: { limit: 5, remaining: 4 } });
		const own = await windows().admit(newClient({ requestsPerMinute: 9, requestsPerDay: 99 }), NOON);
		expect(own).toMatchObject({ minute: { limit: 9, remaining: 8 }, day: { limit: 99, remaining: 98 } });
	});

	test("counts all of a client's first requests when they arrive concurrently", async () => {
		const [client, seen] = [newClient(), windows()];
		const states = await Promise.all([1, 2, 3, 4].map(() => seen.admit(client, NOON)));
		expect(states.filter((state) => state.refusal)).toHaveLength(1);
		expect(states[3]?.day.remaining).toBe(1);
	});

	test("requests refused by the minute limit count towards the day limit, which eventually refuses too", async () => {
		const [client, seen] = [newClient(), windows()];
		for (let time = 0; time < 5; time++) await seen.admit(client, NOON);
		const next = await seen.admit(client, NOON + MINUTE_MS);
		expect(next.refusal?.message).toMatch(/5 requests a day/);
		expect(next.minute.remaining).toBe(2);
	});

	test("uncounting a request only affects the windows it was counted in", async () => {
		const [client, seen] = [newClient(), windows()];
		await seen.admit(client, NOON);
		await seen.admit(client, NOON);
		expect(await seen.uncount(client, NOON)).toMatchObject({
			minute: { remaining: 2 },
			day: { remaining: 4 },
		});
		await seen.admit(client, NOON + MINUTE_MS);
		expect(await seen.uncount(client, NOON)).toMatchObject({
			minute: { remaining: 2 },
			day: { remaining: 4 },
		});
	});

	test("a request overtaken at the turn of the minute does not reset the newer window", async () => {
		const [client, seen] = [newClient({ requestsPerDay: 100 }), windows()];
		for (let time = 0; time < 3; time++) await seen.admit(client, NOON + MINUTE_MS);
		expect((await seen.admit(client, NOON + MINUTE_MS - 1)).refusal).toBeDefined();
		expect((await seen.admit(client, NOON + MINUTE_MS)).refusal).toBeDefined();
	});

	test("a clock that was set back by hours does not lock a client out", async () => {
		const [client, seen] = [newClient({ requestsPerDay: 100 }), windows()];
		for (let time = 0; time < 4; time++) await seen.admit(client, NOON);
		expect((await seen.admit(client, NOON - 10 * MINUTE_MS)).refusal).toBeUndefined();
		for (let time = 0; time < 9; time++) await seen.admit(client, NOON - 3 * DAY_MS);
		expect((await seen.admit(client, NOON - 3 * DAY_MS)).day.remaining).toBe(90);
	});

	test("saves the current counts, so the last request to finish does not drop earlier ones", async () => {
		const [client, seen] = [newClient({ requestsPerMinute: 10, requestsPerDay: 10 }), windows()];
		await seen.admit(client, NOON);
		await seen.admit(client, NOON);
		const savedBy = (counts: ReturnType<typeof seen.counts>) =>
			engine.db.write(settle, {
				clientId: client.clientId,
				requestId: requestId(NOON),
				atMs: NOON,
				method: "GET",
				route: "/balance",
				status: 200,
				address: "192.0.2.1",
				charge: NO_CHARGE,
				...(counts ? { windows: counts } : {}),
			});
		await savedBy(seen.counts(client));
		const afterRestart = await windows().admit(client, NOON);
		expect(afterRestart).toMatchObject({ minute: { remaining: 7 }, day: { remaining: 7 } });
		expect(await windows().admit(client, NOON + DAY_MS)).toMatchObject({ day: { remaining: 9 } });
	});
});

describe("the state of the windows", () => {
	const counters = (minute_count: number, day_count: number) => ({
		minute: NOON,
		minute_count,
		day: NOON - (NOON % DAY_MS),
		day_count,
	});

	test("the reset time is that of the tighter window; if both are equally full, of the one that resets last", () => {
		const reset = (minute_count: number, day_count: number) =>
			windowState(counters(minute_count, day_count), { minute: 10, day: 20 }, NOON).resetAtMs;
		expect(reset(1, 1)).toBe(NOON + MINUTE_MS);
		expect(reset(1, 15)).toBe(NOON + DAY_MS / 2);
		expect(reset(1, 11)).toBe(NOON + DAY_MS / 2);
	});

	test("refuses exactly when a count exceeds its limit, with a wait until that window ends", () => {
		const small = fc.nat({ max: 20 });
		fc.assert(
			fc.property(small, small, small, small, (minute_count, day_count, minute, day) => {
				const { refusal } = windowState(counters(minute_count, day_count), { minute, day }, NOON + 1000);
				expect(refusal !== undefined).toBe(minute_count > minute || day_count > day);
				if (refusal) expect(refusal.retryAfterSeconds).toBe(day_count > day ? 43_199 : 59);
			}),
		);
	});
});
