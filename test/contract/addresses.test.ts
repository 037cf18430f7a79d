import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signIn, tokensOf } from "../support/credentials.ts";
import { startService, type TestService } from "../support/service.ts";

/** Where a request comes from, and whether that address is allowed (SPEC 5 rule 6, SPEC D15). Tests reach the service through a trusted proxy. */

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8, 2001:db8:ff::/48" },
	});
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const from = (...hops: string[]) => ({ "x-forwarded-for": hops.join(", ") });

describe("the allowlist", () => {
	test.each([
		["203.0.113.7", "203.0.113.7"],
		["203.0.113.0/24", "203.0.113.255"],
		["203.0.113.9/24", "203.0.113.1"],
		["0.0.0.0/0", "198.51.100.1"],
		["2001:db8::1", "2001:DB8:0:0:0:0:0:1"],
		["2001:db8:1::/48", "2001:db8:1:ffff::1"],
		["203.0.113.7", "::ffff:203.0.113.7"],
		["203.0.113.7", "::ffff:cb00:7107"],
		["::ffff:203.0.113.0/120", "203.0.113.200"],
		["::/0", "2001:db8::1"],
	])("%s lets %s in", async (allowed, address) => {
		const client = await packshot.client({ allowlist: ["192.0.2.1", allowed] });
		const signedIn = await signIn(packshot, client, { headers: from(address) });
		expect(signedIn.status).toBe(200);
		const token = signedIn.body.access_token;
		expect((await packshot.call("/balance", { token, headers: from(address) })).status).toBe(200);
	});

	test.each([
		["203.0.113.7", "203.0.113.8"],
		["203.0.113.0/25", "203.0.113.128"],
		["2001:db8:1::/48", "2001:db8:2::1"],
		["0.0.0.0/0", "2001:db8::1"],
		["::/0", "203.0.113.7"],
		["::ffff:203.0.113.0/120", "203.0.114.1"],
		["203.0.113.7", "2001:db8::cb00:7107"],
	])("%s keeps %s out with 403 client_ip_not_allowed", async (allowed, address) => {
		const client = await packshot.client();
		const token = await client.token();
		await packshot.updateClient(client, { allowlist: [allowed] });
		packshot.clock.advance(5000);
		for (const path of ["/balance", "/products/nonsense", "/products/4011"]) {
			const { status, body } = await packshot.call(path, { token, headers: from(address) });
			expect([status, body.error]).toEqual([403, "client_ip_not_allowed"]);
		}
		const revoking = await packshot.call("/auth/revoke", { method: "POST", token, headers: from(address) });
		expect(revoking.status).toBe(403);
	});

	test("admits every address when it is empty", async () => {
		const client = await packshot.client({ allowlist: [] });
		const token = await client.token();
		expect((await packshot.call("/balance", { token, headers: from("198.51.100.9") })).status).toBe(200);
	});

	test("takes effect within 5 seconds of a change, and hides balance and daily limit from other addresses", async () => {
		const client = await packshot.client({}, "0");
		const token = await client.token();
		await packshot.updateClient(client, { allowlist: ["203.0.113.7"] });
		packshot.clock.advance(5000);
		const refused = await packshot.call("/balance", { token, headers: from("198.51.100.9") });
		expect(refused.headers.has("x-credits-remaining")).toBe(false);
		expect(refused.headers.has("x-ratelimit-limit-day")).toBe(false);
		expect((await packshot.call("/balance", { token, headers: from("203.0.113.7") })).status).toBe(200);
	});

	test("is checked after the state of the client", async () => {
		const client = await packshot.client();
		const token = await client.token();
		await packshot.updateClient(client, { allowlist: ["203.0.113.7"], expiresAtMs: 1 });
		packshot.clock.advance(5000);
		const { body } = await packshot.call("/balance", { token, headers: from("198.51.100.9") });
		expect(body.error).toBe("client_disabled");
	});

	test("is checked before the rate limits: refused requests do not use them up", async () => {
		const client = await packshot.client({ requestsPerMinute: 1, allowlist: ["203.0.113.7"] });
		const { body } = await signIn(packshot, client, { headers: from("203.0.113.7") });
		const token = body.access_token;
		for (let time = 0; time < 3; time++) {
			expect((await packshot.call("/balance", { token, headers: from("198.51.100.9") })).status).toBe(403);
		}
		expect((await packshot.call("/balance", { token, headers: from("203.0.113.7") })).status).toBe(200);
		expect((await packshot.call("/balance", { token, headers: from("203.0.113.7") })).status).toBe(429);
		expect((await packshot.call("/balance", { token, headers: from("198.51.100.9") })).status).toBe(403);
	});
});

describe("the client address behind proxies", () => {
	/** The status for a client that only allows 203.0.113.7. */
	async function statusFor(headers: Record<string, string>): Promise<number> {
		const client = await packshot.client();
		const token = await client.token();
		await packshot.updateClient(client, { allowlist: ["203.0.113.7"] });
		packshot.clock.advance(5000);
		return (await packshot.call("/balance", { token, headers })).status;
	}

	test.each([
		["the only entry", ["203.0.113.7"], 200],
		["the right-most entry that is not a proxy", ["203.0.113.7", "10.1.2.3"], 200],
		["not an entry that the caller put to its left", ["203.0.113.7", "198.51.100.9"], 403],
		[
			"not an entry that the caller put to its left, behind more proxies",
			["203.0.113.7", "198.51.100.9", "10.1.2.3"],
			403,
		],
		["the entry before a proxy with an IPv6 address", ["203.0.113.7", "2001:db8:ff::1"], 200],
		["the entry before a proxy with an IPv4-mapped address", ["203.0.113.7", "::ffff:10.9.9.9"], 200],
		["not an entry beyond one that is not an address", ["203.0.113.7", "unknown"], 403],
		["not a number that a lenient parser takes for an address", ["203.0.113.7", "3405803783"], 403],
		["a proxy's when every entry is a proxy", ["10.1.1.1", "10.2.2.2"], 403],
	])("is %s", async (_what, hops, status) => {
		expect(await statusFor(from(...hops))).toBe(status);
	});

	test("is the proxy's own when it forwards nothing", async () => {
		expect(await statusFor({})).toBe(403);
	});

	test("is not taken from other headers", async () => {
		for (const name of ["x-real-ip", "forwarded", "x-client-ip", "cf-connecting-ip", "true-client-ip"]) {
			expect(await statusFor({ [name]: "203.0.113.7" })).toBe(403);
		}
	});
});

describe("without trusted proxies", () => {
	let direct: TestService;
	beforeAll(async () => {
		direct = await startService();
	});
	afterAll(() => direct.close());

	test("X-Forwarded-For is ignored", async () => {
		const local = await direct.client({ allowlist: ["127.0.0.1"] });
		const { access } = await tokensOf(direct, local);
		const lying = await direct.call("/balance", { token: access, headers: from("203.0.113.7") });
		expect(lying.status).toBe(200);
		const remote = await direct.client();
		const token = await remote.token();
		await direct.updateClient(remote, { allowlist: ["203.0.113.7"] });
		direct.clock.advance(5000);
		expect((await direct.call("/balance", { token, headers: from("203.0.113.7") })).status).toBe(403);
	});

	test("changing X-Forwarded-For does not get round the sign-in limit of an address", async () => {
		direct.clock.advance(60_000);
		const statuses: number[] = [];
		for (let time = 0; time < 101; time++) {
			const headers = from(`198.51.100.${time}`);
			statuses.push((await direct.call("/auth/token", { json: {}, headers })).status);
		}
		expect(statuses.slice(98)).toEqual([400, 400, 429]);
	});
});
