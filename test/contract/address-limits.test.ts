import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refresh, signIn, tokensOf } from "../support/credentials.ts";
import { addFakePicture } from "../support/fake-picture.ts";
import { sendRaw } from "../support/raw-http.ts";
import { type Answer, startService, type TestService } from "../support/service.ts";

/** Limits for callers that are not yet known as clients: by address, and on the authentication endpoints (SPEC D10 and SPEC D26). */

let packshot: TestService;
let addresses = 0;
/** An address that no other test has used. */
const nextAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;

beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_TRUSTED_PROXIES: "127.0.0.1", PACKSHOT_IP_REQUESTS_PER_MINUTE: "3" },
	});
});
afterAll(() => packshot.close());
// 30 seconds into a fresh minute.
beforeEach(() => packshot.clock.set(minuteEnd() * 1000 + 30_000));

const from = (address: string) => ({ "x-forwarded-for": address });
const get = (path: string, address: string, token?: string) =>
	packshot.call(path, { headers: from(address), token });
const number = ({ headers }: Answer, name: string) => Number(headers.get(`x-ratelimit-${name}`));
/** In seconds, as in `X-RateLimit-Reset`. */
const minuteEnd = () => (Math.floor(packshot.clock.now() / 60_000) + 1) * 60;

describe("requests without an active client", () => {
	test("share one bucket per address, which the headers show", async () => {
		const address = nextAddress();
		const answers = [
			await get("/pricing", address),
			await get("/balance", address),
			await get("/nothing", address),
			await get("/health", address),
		];
		expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 429]);
		expect(answers.map((answer) => number(answer, "remaining-minute"))).toEqual([2, 1, 0, 0]);
		for (const answer of answers) {
			expect(number(answer, "limit-minute")).toBe(3);
			expect(number(answer, "reset")).toBe(minuteEnd());
			expect(answer.headers.has("x-ratelimit-limit-day")).toBe(false);
		}
		const elsewhere = await get("/pricing", nextAddress());
		expect([elsewhere.status, number(elsewhere, "remaining-minute")]).toEqual([200, 2]);
	});

	test("429 rate_limited names the limit and the wait", async () => {
		const address = nextAddress();
		for (let time = 0; time < 3; time++) await get("/pricing", address);
		const refused = await get("/pricing", address);
		expect([refused.status, refused.body.error]).toEqual([429, "rate_limited"]);
		expect(refused.body.message).toMatch(/3 requests a minute.*wait 30 seconds/);
		expect(refused.headers.get("retry-after")).toBe("30");
		packshot.clock.advance(30_000);
		expect((await get("/pricing", address)).status).toBe(200);
	});

	test("include those of clients that are disabled or called from outside their allowlist", async () => {
		const client = await packshot.client({ allowlist: ["203.0.113.7"] });
		const { body } = await signIn(packshot, client, { headers: from("203.0.113.7") });
		const address = nextAddress();
		const answers = [
			await get("/balance", address, body.access_token),
			await get("/balance", address, body.access_token),
		];
		expect(answers.map(({ body }) => body.error)).toEqual(Array(2).fill("client_ip_not_allowed"));
		expect(answers.map((answer) => number(answer, "remaining-minute"))).toEqual([2, 1]);
		await packshot.updateClient(client, { expiresAtMs: 1 });
		packshot.clock.advance(5000);
		expect((await get("/balance", address, body.access_token)).body.error).toBe("client_disabled");
		expect((await get("/balance", address, body.access_token)).body.error).toBe("rate_limited");
	});

	test("include requests that fail before routing", async () => {
		const head = `GET /api/v1/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: ${nextAddress()}\r\n\r\n`;
		const answers = [];
		for (let time = 0; time < 4; time++) answers.push(await sendRaw(packshot.origin, head));
		expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429]);
		expect(answers[3]!.body.error).toBe("rate_limited");
		expect(answers[3]!.headers["retry-after"]).toBe("30");
	});

	test("include one-click unsubscribe requests from mail programs", async () => {
		const headers = from(nextAddress());
		const press = () => fetch(`${packshot.origin}/unsubscribe/x`, { method: "POST", headers });
		const answers = [await press(), await press(), await press(), await press()];
		expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429]);
		expect(await answers[3]!.json()).toMatchObject({ error: "rate_limited" });
		expect(answers[3]!.headers.get("retry-after")).toBe("30");
	});

	test("do not block clients at the same address", async () => {
		const address = nextAddress();
		const token = await (await packshot.client()).token();
		for (let time = 0; time < 4; time++) await get("/balance", address);
		expect((await get("/balance", address)).status).toBe(429);
		expect((await get("/balance", address, token)).status).toBe(200);
	});

	test("share a bucket that requests of active clients do not use up", async () => {
		const address = nextAddress();
		const token = await (await packshot.client()).token();
		for (let time = 0; time < 5; time++) await get("/products/x", address, token);
		expect(number(await get("/pricing", address), "remaining-minute")).toBe(2);
	});

	test("are counted per /64 in IPv6", async () => {
		for (const host of ["0:0:0:1", "1:2:3:4", "ffff:ffff:ffff:ffff"])
			await get("/pricing", `2001:db8:0:7:${host}`);
		expect((await get("/pricing", "2001:db8:0:7:9::")).status).toBe(429);
		expect((await get("/pricing", "2001:db8:0:8::1")).status).toBe(200);
	});

	test("count an IPv4-mapped address as the IPv4 address", async () => {
		const address = nextAddress();
		for (let time = 0; time < 3; time++) await get("/pricing", address);
		expect((await get("/pricing", `::ffff:${address}`)).status).toBe(429);
	});
});

describe("image URLs", () => {
	test("count when forged or expired; a valid one is exempt and always gets through", async () => {
		const address = nextAddress();
		const token = await (await packshot.client()).token();
		await addFakePicture(packshot, "4400");
		const redirect = await get("/products/4400/image?variant=front", address, token);
		const url = redirect.headers.get("location") ?? "";
		const forged = `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`;
		const fetchImage = (target: string) => packshot.call(target, { headers: from(address) });
		// The picture has no file, so a valid URL gets a 502 here.
		for (let time = 0; time < 5; time++) expect((await fetchImage(url)).status).toBe(502);
		const counted = [await fetchImage(forged), await fetchImage(forged), await fetchImage(forged)];
		expect(counted.map(({ status }) => status)).toEqual([404, 404, 404]);
		expect((await fetchImage(forged)).status).toBe(429);
		const exempt = await fetchImage(url);
		expect(exempt.status).toBe(502);
		expect(number(exempt, "limit-minute")).toBe(3);
		packshot.clock.advance(900_000);
		const expired = await fetchImage(url);
		expect([expired.status, number(expired, "remaining-minute")]).toEqual([410, 2]);
	});
});

describe("POST /auth/token", () => {
	test("allows 10 calls a minute per client_id, right or wrong, then 429 auth_rate_limit", async () => {
		const client = await packshot.client();
		const answers: Answer[] = [];
		for (let time = 0; time < 11; time++) {
			const apiKey = time % 2 ? "wrong" : client.apiKey;
			answers.push(await signIn(packshot, client, { apiKey, headers: from(nextAddress()) }));
		}
		expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(5).fill([200, 401]).flat());
		expect(answers.map((answer) => number(answer, "remaining-minute"))).toEqual([
			9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0,
		]);
		const refused = answers[10]!;
		expect([refused.status, refused.body.error]).toEqual([429, "auth_rate_limit"]);
		expect(refused.body.message).toMatch(/10 sign-ins a minute for one client_id.*wait 30 seconds/);
		expect(refused.headers.get("retry-after")).toBe("30");
		expect(number(refused, "limit-minute")).toBe(10);
		expect(number(refused, "reset")).toBe(minuteEnd());
		packshot.clock.advance(30_000);
		expect((await signIn(packshot, client)).status).toBe(200);
	});

	test("allows 100 calls a minute per address, whatever the body, then 429 ip_rate_limit", async () => {
		const headers = from(nextAddress());
		const client = await packshot.client();
		const answers: Answer[] = [];
		for (let time = 0; time < 99; time++)
			answers.push(await packshot.call("/auth/token", { json: {}, headers }));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
		expect(number(answers[0]!, "limit-minute")).toBe(100);
		expect(number(answers[98]!, "remaining-minute")).toBe(1);
		expect((await signIn(packshot, client, { headers })).status).toBe(200);
		const refused = await signIn(packshot, client, { headers });
		expect([refused.status, refused.body.error]).toEqual([429, "ip_rate_limit"]);
		expect(refused.body.message).toMatch(/100 sign-ins a minute from one address.*wait 30 seconds/);
		expect(refused.headers.get("retry-after")).toBe("30");
		const malformed = await packshot.call("/auth/token", { body: "{", headers });
		expect(malformed.body.error).toBe("ip_rate_limit");
		expect((await signIn(packshot, client, { headers: from(nextAddress()) })).status).toBe(200);
	});

	test("neither uses up the bucket of the address nor is blocked by it", async () => {
		const address = nextAddress();
		const client = await packshot.client();
		for (let time = 0; time < 4; time++) await get("/pricing", address);
		expect((await signIn(packshot, client, { headers: from(address) })).status).toBe(200);
		const other = nextAddress();
		for (let time = 0; time < 5; time++) await signIn(packshot, client, { headers: from(other) });
		expect(number(await get("/pricing", other), "remaining-minute")).toBe(2);
	});

	test("a call over the limit of the address does not count against the client", async () => {
		const headers = from(nextAddress());
		const client = await packshot.client();
		for (let time = 0; time < 100; time++) await packshot.call("/auth/token", { json: {}, headers });
		for (let time = 0; time < 3; time++) await signIn(packshot, client, { headers });
		expect(number(await signIn(packshot, client), "remaining-minute")).toBe(9);
	});
});

describe("POST /auth/refresh", () => {
	test("allows 60 calls a minute per client, then 429 refresh_rate_limit without consuming the token", async () => {
		const client = await packshot.client();
		let { refresh: token } = await tokensOf(packshot, client);
		for (let time = 0; time < 60; time++) {
			const answer = await refresh(packshot, token);
			expect([answer.status, number(answer, "remaining-minute")]).toEqual([200, 59 - time]);
			expect(number(answer, "limit-minute")).toBe(60);
			token = answer.body.refresh_token;
		}
		const refused = await refresh(packshot, token);
		expect([refused.status, refused.body.error]).toEqual([429, "refresh_rate_limit"]);
		expect(refused.body.message).toMatch(/60 refreshes a minute.*wait 30 seconds/);
		expect(refused.headers.get("retry-after")).toBe("30");
		packshot.clock.advance(30_000);
		expect((await refresh(packshot, token)).status).toBe(200);
	});

	test("with an unknown token counts against the address, though the headers show the refresh bucket", async () => {
		const headers = from(nextAddress());
		const answers: Answer[] = [];
		for (let time = 0; time < 4; time++) answers.push(await refresh(packshot, "nobody's", headers));
		expect(answers.map(({ body }) => body.error)).toEqual([
			"refresh_token_invalid",
			"refresh_token_invalid",
			"refresh_token_invalid",
			"rate_limited",
		]);
		expect(number(answers[0]!, "limit-minute")).toBe(60);
		expect(answers[3]!.headers.get("retry-after")).toBe("30");
	});

	test("has a limit separate from sign-in and from data requests", async () => {
		const client = await packshot.client({ requestsPerMinute: 2 });
		const { refresh: token, access } = await tokensOf(packshot, client);
		const renewed = await refresh(packshot, token);
		expect(number(renewed, "remaining-minute")).toBe(59);
		expect(number(await packshot.call("/balance", { token: access }), "remaining-minute")).toBe(1);
		expect(number(await signIn(packshot, client), "remaining-minute")).toBe(8);
	});
});
