import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { revokeClient } from "../../src/clients/policy/store.ts";
import { DAY_MS, HOUR_MS } from "../../src/platform/time/durations.ts";
import { expectError } from "../support/answers.ts";
import { START_MS } from "../support/clock.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { type Answer, startService, type TestClient, type TestService } from "../support/service.ts";

let packshot: TestService;
const barcode = newBarcode();
beforeAll(async () => {
	packshot = await startService();
	await packshot.product(everyScope(barcode));
});
afterAll(() => packshot.close());

/** Signs in anew for each request, as these tests run longer than tokens live. */
async function ask(client: TestClient, path: string, method = "GET"): Promise<Answer> {
	const json = { client_id: client.clientId, api_key: client.apiKey };
	const { body } = await packshot.call("/auth/token", { json });
	return packshot.call(path, { token: body.access_token, method });
}

/** Waits until this many requests have been counted. */
async function requestsCounted(client: TestClient, count: number): Promise<void> {
	const rows = packshot.installation.db.scan
		.selectFrom("usage_hour")
		.select((is) => is.fn.sum<number>("requests").as("requests"))
		.where("client_id", "=", client.clientId)
		.where("action", "=", "");
	await vi.waitFor(
		async () => expect(Number((await rows.executeTakeFirst())?.requests)).toBe(count),
		PATIENCE_MS,
	);
}

describe("GET /account", () => {
	test("200 with label, tier, balance, usage and limits, free of charge", async () => {
		const client = await packshot.client({ name: "Corner shop", requestsPerDay: 500 }, "12.5");
		const answer = await packshot.call("/account", { client });
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			client_id: client.clientId,
			client_name: "Corner shop",
			tier: "standard",
			balance_id: (await packshot.call("/balance", { client })).body.balance_id,
			credit_balance: 12.5,
			spending_caps: { day: { limit: null, spent: 0 }, month: { limit: null, spent: 0 } },
			usage: {
				requests_today: 0,
				requests_this_month: 0,
				credits_spent_today: 0,
				credits_spent_this_month: 0,
			},
			rate_limits: {
				requests_per_minute: 60,
				requests_per_day: 500,
				remaining_this_minute: 59,
				remaining_today: 499,
			},
			meta: {
				request_id: answer.headers.get("x-request-id"),
				credits_debited: 0,
				credits_remaining: 12.5,
				response_generated: new Date(START_MS).toISOString(),
			},
		});
		expect(answer.headers.get("x-credits-debited")).toBe("0");
		expect(await packshot.balance(client)).toBe(125_000);
		expect(await packshot.ledger(client)).toHaveLength(1);
	});

	test("counts requests and credits by UTC day and month, refused requests included", async () => {
		packshot.clock.set(Date.UTC(2027, 5, 9, 23, 59));
		const client = await packshot.client({}, "10");
		await ask(client, `/products/${barcode}?include=info`);
		await requestsCounted(client, 1);
		packshot.clock.set(Date.UTC(2027, 5, 10));
		await ask(client, `/products/${barcode}`, "HEAD");
		await ask(client, "/products/12x");
		await requestsCounted(client, 3);
		const shown = async () => (await ask(client, "/account")).body.usage;
		expect(await shown()).toEqual({
			requests_today: 2,
			requests_this_month: 3,
			credits_spent_today: 0.05,
			credits_spent_this_month: 0.15,
		});
		await requestsCounted(client, 4);
		packshot.clock.set(Date.UTC(2027, 6, 1));
		expect(await shown()).toEqual({
			requests_today: 0,
			requests_this_month: 0,
			credits_spent_today: 0,
			credits_spent_this_month: 0,
		});
	});

	test("counts every earlier request in the next response, free and refused ones included", async () => {
		const client = await packshot.client({ requestsPerMinute: 1000 });
		for (let asked = 0; asked < 30; asked += 3) {
			await packshot.call("/balance", { client });
			await packshot.call("/products/12x", { client });
			const { body } = await packshot.call("/account", { client });
			expect(body.usage.requests_today).toBe(asked + 2);
		}
	});

	test("takes today and this month at one instant: under concurrent requests on the 1st they agree", async () => {
		packshot.clock.set(Date.UTC(2027, 7, 1, 12));
		const client = await packshot.client({ requestsPerMinute: 100_000 });
		await client.token();
		const calls = Array.from({ length: 300 }, (_, place) =>
			packshot.call(place % 3 === 0 ? "/account" : "/balance", { client }),
		);
		for (const { body } of await Promise.all(calls)) {
			if (body.usage) expect(body.usage.requests_this_month).toBe(body.usage.requests_today);
		}
	});

	test("shows the same limits as the headers", async () => {
		const client = await packshot.client({ tier: "enterprise", requestsPerMinute: 7, requestsPerDay: 70 });
		await ask(client, "/balance");
		const { body, headers } = await ask(client, "/account");
		expect(body.tier).toBe("enterprise");
		expect(body.rate_limits).toEqual({
			requests_per_minute: 7,
			requests_per_day: 70,
			remaining_this_minute: 5,
			remaining_today: 68,
		});
		expect(headers.get("x-ratelimit-remaining-minute")).toBe("5");
		expect(headers.get("x-ratelimit-remaining-day")).toBe("68");
	});
});

describe("GET /usage", () => {
	const at = Date.UTC(2028, 2, 2, 10, 30);
	let client: TestClient;
	/** 0.05 credits on 28 February and two calls in different hours of 2 March, with a leap day between. */
	beforeAll(async () => {
		packshot.clock.set(at - 3 * DAY_MS);
		client = await packshot.client({}, "10");
		await ask(client, `/products/${barcode}`, "HEAD");
		packshot.clock.set(at - HOUR_MS);
		await ask(client, `/products/${barcode}?include=info,nutrition`);
		packshot.clock.set(at);
		await ask(client, `/products/${barcode}?include=info`);
		await requestsCounted(client, 3);
	});

	/** The answer, without the free requests that asking for it adds. */
	async function usage(query: string): Promise<Answer["body"]> {
		packshot.clock.advance(60_000);
		const answer = await ask(client, `/usage?${query}`);
		expect(answer.status).toBe(200);
		expect(answer.headers.get("x-credits-debited")).toBe("0");
		return answer.body;
	}

	const info = { "products.get.info": { requests: 1, credits: 0.1 } };
	const february = {
		requests: 1,
		credits_spent: 0.05,
		by_action: { "products.head": { requests: 1, credits: 0.05 } },
	};
	const nothing = { requests: 0, credits_spent: 0, by_action: {} };

	test("by day: lists every UTC day of the range, empty ones included, with totals", async () => {
		const body = await usage("from=2028-02-27&to=2028-03-01&granularity=day");
		expect(body).toEqual({
			client_id: client.clientId,
			granularity: "day",
			from: "2028-02-27",
			to: "2028-03-01",
			series: [
				{ period: "2028-02-27", ...nothing },
				{ period: "2028-02-28", ...february },
				{ period: "2028-02-29", ...nothing },
				{ period: "2028-03-01", ...nothing },
			],
			totals: { requests: 1, credits_spent: 0.05 },
			meta: expect.objectContaining({ credits_debited: 0, credits_remaining: 9.7 }),
		});
	});

	test("by hour: lists the 24 hours of a day, broken down by action", async () => {
		const { series } = await usage("from=2028-03-02&to=2028-03-02&granularity=hour");
		expect(series).toHaveLength(24);
		expect(series[8]).toEqual({ period: "2028-03-02T08:00:00Z", ...nothing });
		expect(series[9]).toEqual({
			period: "2028-03-02T09:00:00Z",
			requests: 1,
			credits_spent: 0.15,
			by_action: { ...info, "products.get.nutrition": { requests: 1, credits: 0.05 } },
		});
		expect(series[10]).toMatchObject({ credits_spent: 0.1, by_action: info });
	});

	test("by month", async () => {
		const { series, totals } = await usage("from=2027-12-01&to=2028-03-31&granularity=month");
		expect(series.map(({ period }: { period: string }) => period)).toEqual([
			"2027-12",
			"2028-01",
			"2028-02",
			"2028-03",
		]);
		expect(series[2]).toEqual({ period: "2028-02", ...february });
		expect(series[3]).toMatchObject({
			credits_spent: 0.25,
			by_action: { "products.get.info": { requests: 2, credits: 0.2 } },
		});
		expect(totals.credits_spent).toBe(0.3);
	});

	test("free requests count as requests but appear under no action", async () => {
		const other = await packshot.client();
		await ask(other, "/balance");
		await requestsCounted(other, 1);
		const { body } = await ask(other, "/usage?granularity=month&from=2028-03-01");
		expect(body.series).toEqual([{ period: "2028-03", requests: 1, credits_spent: 0, by_action: {} }]);
	});

	test.each([
		["day", "", "2028-02-01", "2028-03-02", 31],
		["month", "granularity=month", "2027-03-01", "2028-03-02", 13],
	])("by %s without from and to: runs up to today", async (granularity, query, from, to, periods) => {
		const body = await usage(query);
		expect(body).toMatchObject({ granularity, from, to });
		expect(body.series).toHaveLength(periods);
		expect(body.totals.credits_spent).toBe(0.3);
	});

	test("by hour without from and to: runs from 48 hours ago to the current hour", async () => {
		const body = await usage("granularity=hour");
		expect(body).toMatchObject({
			granularity: "hour",
			from: "2028-02-29T10:00:00Z",
			to: "2028-03-02T10:00:00Z",
		});
		expect(body.series[0].period).toBe("2028-02-29T10:00:00Z");
		expect(body.series).toHaveLength(49);
		expect(body.series[48]).toMatchObject({ period: "2028-03-02T10:00:00Z", credits_spent: 0.1 });
	});

	test("by hour with from alone: runs up to the current hour", async () => {
		const body = await usage("granularity=hour&from=2028-03-02");
		expect(body).toMatchObject({ from: "2028-03-02", to: "2028-03-02T10:00:00Z" });
		expect(body.series).toHaveLength(11);
	});

	test("by hour with only a past day as to: runs from 48 hours before its last hour to that hour", async () => {
		const { from, to, series } = await usage("granularity=hour&to=2028-02-28");
		expect([from, to]).toEqual(["2028-02-26T23:00:00Z", "2028-02-28"]);
		expect(series).toHaveLength(49);
		expect(series[0].period).toBe("2028-02-26T23:00:00Z");
		expect(series[48].period).toBe("2028-02-28T23:00:00Z");
	});

	test.each([
		"",
		"granularity=day&from=2028-02-15",
		"granularity=hour",
		"granularity=hour&from=2028-03-01",
		"granularity=hour&to=2028-02-28",
		"granularity=hour&from=2028-03-01T05:00:00Z&to=2028-03-02T09:00:00Z",
		"granularity=month",
		"granularity=month&from=2027-12-15&to=2028-02-28",
		"granularity=month&to=1970-06-01",
	])("the range echoed for %j gives the same result when sent back", async (query) => {
		const first = await usage(query);
		const { from, to, granularity } = first;
		const again = await usage(String(new URLSearchParams({ from, to, granularity })));
		const periods = (body: Answer["body"]) => body.series.map(({ period }: { period: string }) => period);
		expect([again.from, again.to, periods(again)]).toEqual([from, to, periods(first)]);
		expect(again.totals.credits_spent).toBe(first.totals.credits_spent);
	});

	test("a month only partly in the range counts only what falls within the range", async () => {
		const { series } = await usage("granularity=month&from=2028-02-29&to=2028-03-01");
		expect(series).toMatchObject([
			{ period: "2028-02", credits_spent: 0 },
			{ period: "2028-03", credits_spent: 0 },
		]);
	});

	test("1,000 periods are allowed, one more is 400", async () => {
		// 2 March 2028 is the last of 1,000 days that begin on 7 June 2025.
		const body = await usage("from=2025-06-07&to=2028-03-02");
		expect(body.series).toHaveLength(1000);
		expectError(await ask(client, "/usage?from=2025-06-06&to=2028-03-02"), "bad_request");
		expectError(await ask(client, "/usage?from=2028-01-01&to=2028-02-11&granularity=hour"), "bad_request");
	});

	test.each([
		"from=2028-02-30",
		"to=2028-13-01",
		"from=yesterday",
		"to=",
		"from=2028-03-01T00:00:00Z",
		"from=1969-12-31&granularity=month",
		"from=1900-01-01&to=1900-02-01",
		"from=0001-01-01&to=0001-01-02",
		"to=1969-12-31",
		"granularity=hour&from=2028-03-01T00:30:00Z",
		"granularity=hour&from=2028-03-01T24:00:00Z",
		"granularity=hour&to=2028-02-30T10:00:00Z",
		"from=2028-03-02&to=2028-03-01",
		"granularity=week",
		"granularity=",
		"from=2028-03-01&from=2028-03-02",
	])("400 for %s", async (query) => {
		packshot.clock.advance(60_000);
		expectError(await ask(client, `/usage?${query}`), "bad_request");
	});

	test("reveals nothing about other clients", async () => {
		const { body } = await ask(await packshot.client(), "/usage?granularity=month&from=2027-01-01");
		expect(body.totals).toEqual({ requests: 0, credits_spent: 0 });
	});
});

describe.each(["/account", "/usage"])("%s", (path) => {
	test("401 without a token", async () => {
		expectError(await packshot.call(path), "unauthenticated");
	});

	test("403 client_disabled for a revoked client", async () => {
		const client = await packshot.client();
		await client.token();
		const { clientId } = client;
		await packshot.installation.db.write(revokeClient, { clientId, nowMs: packshot.clock.now() });
		packshot.clock.advance(5000);
		expectError(await packshot.call(path, { client }), "client_disabled");
	});

	test("counts against the quota like any other request", async () => {
		const client = await packshot.client({ requestsPerMinute: 1 });
		expect((await packshot.call(path, { client })).status).toBe(200);
		expectError(await packshot.call(path, { client }), "rate_limited");
	});
});
