import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../src/platform/time/durations.ts";
import { testClock } from "../support/clock.ts";
import { type Answer, startService, type TestClient, type TestService } from "../support/service.ts";

/** The two windows of a client (SPEC 8, SPEC D25 and SPEC D27). */

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());

let day = Date.UTC(2027, 5, 1);
/** Every test gets its own day and starts at noon, 30 seconds into a minute. */
beforeEach(() => {
	day += DAY_MS;
	packshot.clock.set(day + DAY_MS / 2 + 30_000);
});

async function ask(client: TestClient, times: number, path = "/balance"): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (let time = 0; time < times; time++) answers.push(await packshot.call(path, { client }));
	return answers;
}
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const number = ({ headers }: Answer, name: string) => Number(headers.get(`x-ratelimit-${name}`));

describe("a client of the standard tier", () => {
	test("has 60 requests a minute and 10,000 a day", async () => {
		const client = await packshot.client();
		const [first, second] = await ask(client, 2);
		expect(number(first!, "limit-minute")).toBe(60);
		expect(number(first!, "limit-day")).toBe(10_000);
		expect([number(first!, "remaining-minute"), number(second!, "remaining-minute")]).toEqual([59, 58]);
		expect([number(first!, "remaining-day"), number(second!, "remaining-day")]).toEqual([9999, 9998]);
	});

	test("429 rate_limited for the 61st request in a minute, with the limit and the wait in the message", async () => {
		const client = await packshot.client();
		const answers = await ask(client, 61);
		expect(new Set(statuses(answers.slice(0, 60)))).toEqual(new Set([200]));
		const refused = answers[60]!;
		expect([refused.status, refused.body.error]).toEqual([429, "rate_limited"]);
		expect(refused.body.message).toMatch(/60 requests a minute.*wait 30 seconds/);
		expect(refused.headers.get("retry-after")).toBe("30");
		expect(refused.headers.get("x-credits-debited")).toBe("0");
		expect(refused.headers.get("x-credits-remaining")).toBe("100");
	});

	test("can make requests again when the UTC minute turns, and not a moment earlier", async () => {
		const client = await packshot.client({ requestsPerMinute: 1 });
		await ask(client, 1);
		packshot.clock.advance(29_999);
		const [refused] = await ask(client, 1);
		expect([refused!.status, refused!.headers.get("retry-after")]).toEqual([429, "1"]);
		packshot.clock.advance(1);
		expect(statuses(await ask(client, 2))).toEqual([200, 429]);
	});

	test("gets exactly as many parallel requests answered as its limit allows", async () => {
		const client = await packshot.client({ requestsPerMinute: 20 });
		await client.token();
		const answers = await Promise.all(
			Array.from({ length: 50 }, () => packshot.call("/balance", { client })),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
	});
});

describe("the day window", () => {
	test("429 names the daily limit and the wait until UTC midnight", async () => {
		const client = await packshot.client({ requestsPerDay: 2 });
		packshot.clock.set(day + DAY_MS - 90_000);
		const [, , refused] = await ask(client, 3);
		expect([refused!.status, refused!.body.error]).toEqual([429, "rate_limited"]);
		expect(refused!.body.message).toMatch(/2 requests a day.*wait 90 seconds/);
		expect(refused!.headers.get("retry-after")).toBe("90");
	});

	test("resets at UTC midnight", async () => {
		const client = await packshot.client({ requestsPerDay: 1 });
		packshot.clock.set(day + DAY_MS - 1);
		expect(statuses(await ask(client, 2))).toEqual([200, 429]);
		packshot.clock.set(day + DAY_MS);
		expect(statuses(await ask(client, 2))).toEqual([200, 429]);
	});

	test("counts requests refused by the minute window", async () => {
		const client = await packshot.client({ requestsPerMinute: 1, requestsPerDay: 3 });
		const answers = await ask(client, 3);
		expect(statuses(answers)).toEqual([200, 429, 429]);
		expect(answers.map((answer) => number(answer, "remaining-day"))).toEqual([2, 1, 0]);
		packshot.clock.advance(MINUTE_MS);
		const [spent] = await ask(client, 1);
		expect(spent!.body.message).toMatch(/3 requests a day/);
	});

	test("remaining never falls below 0", async () => {
		const client = await packshot.client({ requestsPerMinute: 1, requestsPerDay: 1 });
		const answers = await ask(client, 4);
		expect(answers.map((answer) => number(answer, "remaining-minute"))).toEqual([0, 0, 0, 0]);
		expect(answers.map((answer) => number(answer, "remaining-day"))).toEqual([0, 0, 0, 0]);
	});
});

describe("X-RateLimit-Reset", () => {
	const minuteEnd = () => (Math.floor(packshot.clock.now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS) / 1000;
	const dayEnd = () => (day + DAY_MS) / 1000;

	test("is the end of the minute while that bucket is the tighter one", async () => {
		const [answer] = await ask(await packshot.client(), 1);
		expect(number(answer!, "reset")).toBe(minuteEnd());
	});

	test("is the end of the day when fewer requests are left for the day", async () => {
		const [answer] = await ask(await packshot.client({ requestsPerDay: 10 }), 1);
		expect(number(answer!, "reset")).toBe(dayEnd());
	});

	test("is when a refused client may ask again", async () => {
		const [, byMinute] = await ask(await packshot.client({ requestsPerMinute: 1 }), 2);
		expect(number(byMinute!, "reset")).toBe(minuteEnd());
		const [, byDay] = await ask(await packshot.client({ requestsPerMinute: 1, requestsPerDay: 1 }), 2);
		expect(number(byDay!, "reset")).toBe(dayEnd());
	});
});

describe("requests counted against a client's limit", () => {
	test("include every one of a known client: 2xx, 4xx, HEAD and free ones", async () => {
		const client = await packshot.client({ requestsPerMinute: 100 }, "0");
		await packshot.product({ barcode: "4300", info: { brand: "Kedem" } });
		const calls: [path: string, method: string, status: number][] = [
			["/balance", "GET", 200],
			["/products/x", "GET", 400],
			["/products/4300", "GET", 402],
			["/products/4301", "GET", 404],
			["/products/4301", "HEAD", 404],
			["/products/4300?include=", "GET", 400],
		];
		for (const [index, [path, method, status]] of calls.entries()) {
			const answer = await packshot.call(path, { client, method });
			expect([path, answer.status, number(answer, "remaining-minute")]).toEqual([path, status, 99 - index]);
		}
		const revoked = await packshot.call("/auth/revoke", { client, method: "POST" });
		expect(number(revoked, "remaining-minute")).toBe(93);
	});

	test("exclude sign-in, refresh, unknown paths, public endpoints and bad tokens", async () => {
		const client = await packshot.client();
		const token = await client.token();
		await ask(client, 1);
		const { body } = await packshot.call("/auth/token", {
			json: { client_id: client.clientId, api_key: client.apiKey },
		});
		await packshot.call("/auth/refresh", { json: { refresh_token: body.refresh_token } });
		for (const path of ["/nothing", "/pricing", "/health"]) await packshot.call(path, { token });
		await packshot.call("/balance", { token: `${token}x` });
		const [next] = await ask(client, 1);
		expect(number(next!, "remaining-minute")).toBe(58);
	});

	test("are shared by all tokens of a client and separate from other clients", async () => {
		const client = await packshot.client({ requestsPerMinute: 2 });
		const other = await packshot.client({ requestsPerMinute: 2 });
		await ask(client, 1);
		const { body } = await packshot.call("/auth/token", {
			json: { client_id: client.clientId, api_key: client.apiKey },
		});
		expect((await packshot.call("/balance", { token: body.access_token })).status).toBe(200);
		expect(statuses(await ask(client, 1))).toEqual([429]);
		expect(statuses(await ask(other, 1))).toEqual([200]);
	});

	test("are limited before the input, the scope filter and the lookup are checked", async () => {
		const client = await packshot.client({ requestsPerMinute: 1, barcodePrefixes: ["9"] });
		await ask(client, 1);
		for (const path of ["/products/x", "/products/4300", "/products/9999"]) {
			expect(statuses(await ask(client, 1, path))).toEqual([429]);
		}
	});

	test("do not stop a client over its limit from signing in and refreshing", async () => {
		const client = await packshot.client({ requestsPerMinute: 1, requestsPerDay: 1 });
		await ask(client, 2);
		const { status, body } = await packshot.call("/auth/token", {
			json: { client_id: client.clientId, api_key: client.apiKey },
		});
		expect(status).toBe(200);
		const refreshed = await packshot.call("/auth/refresh", { json: { refresh_token: body.refresh_token } });
		expect(refreshed.status).toBe(200);
	});
});

describe("a limit set for one client", () => {
	test("is what the headers show and what binds", async () => {
		const client = await packshot.client({
			tier: "enterprise",
			requestsPerMinute: 70,
			requestsPerDay: 5_000_000,
		});
		const answers = await ask(client, 71);
		expect(number(answers[0]!, "limit-minute")).toBe(70);
		expect(number(answers[0]!, "limit-day")).toBe(5_000_000);
		expect(statuses(answers)).toEqual([...Array(70).fill(200), 429]);
	});

	test("takes effect within 5 seconds of a change", async () => {
		const client = await packshot.client({ requestsPerMinute: 1 });
		expect(statuses(await ask(client, 2))).toEqual([200, 429]);
		await packshot.updateClient(client, { requestsPerMinute: 4 });
		packshot.clock.advance(5000);
		expect(statuses(await ask(client, 3))).toEqual([200, 200, 429]);
	});
});

test("rate limit counters survive a restart to the exact request", async () => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-test-"));
	const clock = testClock();
	const before = await startService({ folder, clock });
	const client = await before.client({ requestsPerMinute: 50 });
	const token = await client.token();
	await Promise.all(
		Array.from({ length: 30 }, (_, place) =>
			before.call(place % 2 ? "/balance" : "/products/4999", { token }),
		),
	);
	await before.close();

	const after = await startService({ folder, clock });
	const sameMinute = await after.call("/balance", { token });
	expect(number(sameMinute, "remaining-minute")).toBe(19);
	expect(number(sameMinute, "remaining-day")).toBe(9969);
	clock.advance(MINUTE_MS);
	const nextMinute = await after.call("/balance", { token });
	expect(number(nextMinute, "remaining-minute")).toBe(49);
	expect(number(nextMinute, "remaining-day")).toBe(9968);
	clock.advance(DAY_MS);
	const { body } = await after.call("/auth/token", {
		json: { client_id: client.clientId, api_key: client.apiKey },
	});
	const nextDay = await after.call("/balance", { token: body.access_token });
	expect(number(nextDay, "remaining-day")).toBe(9999);
	await after.close();
	rmSync(folder, { recursive: true });
});
