import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClientPolicy } from "../../src/clients/policy/client.ts";
import { revokeClient } from "../../src/clients/policy/store.ts";
import { withoutFrame } from "../../src/pictures/rights/packet-frame.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { MINUTE_MS } from "../../src/platform/time/durations.ts";
import { expectError } from "../support/answers.ts";
import { START_MS } from "../support/clock.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";
import { from, outcome, signedUrl, TRUST_LOCAL_PROXY, traceOf } from "../support/signed-urls.ts";

let packshot: TestService;
let barcode: string;
beforeAll(async () => {
	const settings = { ...TRUST_LOCAL_PROXY, PACKSHOT_IP_REQUESTS_PER_MINUTE: "100000" };
	packshot = await startService({ settings });
	barcode = newBarcode();
	await Promise.all([packshot.picture(barcode, "front"), packshot.picture(barcode, "back_clean")]);
});
afterAll(() => packshot.close());

async function issued(policy: Partial<ClientPolicy> = {}, options: Parameters<typeof signedUrl>[3] = {}) {
	const client = await packshot.client(policy);
	return { client, url: await signedUrl(packshot, client, barcode, options) };
}
const fetchImage = (url: string, address?: string) => packshot.call(url, address ? from(address) : {});
const head = (url: string) => packshot.call(url, { method: "HEAD" });

async function disable(clientId: string): Promise<void> {
	await packshot.installation.db.write(revokeClient, { clientId, nowMs: packshot.clock.now() });
	packshot.clock.advance(5000);
}

describe("GET /image/{token}", () => {
	test.each([
		["front", "image/jpeg", [0xff, 0xd8, 0xff]],
		["back_clean", "image/png", [0x89, 0x50, 0x4e]],
	] as const)("200 with the bytes of %s as %s", async (variant, type, magic) => {
		const { client, url } = await issued({}, { variant });
		const { status, headers, bytes } = await fetchImage(url);
		expect([status, headers.get("content-type"), [...bytes.subarray(0, 3)]]).toEqual([200, type, magic]);
		expect(headers.get("content-length")).toBe(String(bytes.length));
		expect(headers.get("cache-control")).toBe("private, no-store");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("x-watermarked")).toBe("1");
		expect(headers.get("x-request-id")).toMatch(/^req_/);
		expect(headers.get("x-credits-debited")).toBe("0");
		expect(headers.has("x-credits-remaining")).toBe(false);
		expect(await packshot.balance(client)).toBe(997_500);
	});

	test("serves a URL from a product response in the same way, once", async () => {
		const client = await packshot.client();
		const { body } = await packshot.call(`/products/${barcode}?include=images&variants=front`, { client });
		expect([
			outcome(await fetchImage(body.images.front)),
			outcome(await fetchImage(body.images.front)),
		]).toEqual(["200", "410 signed_url_consumed"]);
	});

	test("records every delivery: client, image, time, address and URL", async () => {
		const { client, url } = await issued({}, { address: "192.0.2.9" });
		await fetchImage(url, "192.0.2.9");
		const image = await packshot.installation.db.read
			.selectFrom("image")
			.select("image_id")
			.where("barcode", "=", barcode)
			.where("variant", "=", "front")
			.executeTakeFirst();
		expect((await traceOf(packshot, url)).delivered).toEqual([
			{
				id: expect.any(Number),
				client_id: client.clientId,
				image_id: image?.image_id,
				watermarked: 1,
				mark_format: 2,
				at: packshot.clock.now(),
				address: "192.0.2.9",
				url_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
				size_px: null,
			},
		]);
	});

	test("ignores Range and conditional headers", async () => {
		const { url } = await issued();
		const headers = { range: "bytes=0-9", "if-modified-since": new Date(START_MS * 2).toUTCString() };
		const answer = await packshot.call(url, { headers });
		expect([answer.status, answer.headers.has("content-range")]).toEqual([200, false]);
		expect(answer.bytes.length).toBeGreaterThan(1000);
	});
});

describe("single use", () => {
	test("the second fetch is 410 signed_url_consumed", async () => {
		const { url } = await issued();
		expect((await fetchImage(url)).status).toBe(200);
		expectError(await fetchImage(url), "signed_url_consumed");
	});

	test("of 100 concurrent fetches, one gets the picture and 99 get 410", async () => {
		const { url } = await issued();
		const answers = await Promise.all(Array.from({ length: 100 }, () => fetchImage(url)));
		const outcomes = answers.map(outcome);
		expect(outcomes.filter((each) => each === "200")).toHaveLength(1);
		expect(outcomes.filter((each) => each === "410 signed_url_consumed")).toHaveLength(99);
		expect(await traceOf(packshot, url)).toMatchObject({ used: 1, delivered: [{ watermarked: 1 }] });
	});

	test("holds when the clock jumps back", async () => {
		const { url } = await issued();
		await fetchImage(url);
		packshot.clock.advance(-10 * MINUTE_MS);
		expect(outcome(await fetchImage(url))).toBe("410 signed_url_consumed");
		packshot.clock.advance(10 * MINUTE_MS);
	});

	test("HEAD, which does not consume the URL, counts against the address; GET does not", async () => {
		const { url } = await issued();
		const answers = [await head(url), await head(url), await fetchImage(url)];
		const [first = 0, second, third] = answers.map(({ headers }) =>
			Number(headers.get("x-ratelimit-remaining-minute")),
		);
		expect([second, third]).toEqual([first - 1, first - 1]);
	});

	test("HEAD returns the headers of GET and does not consume the URL", async () => {
		const { url } = await issued();
		const shown = [await head(url), await head(url)];
		const given = await fetchImage(url);
		for (const { status, bytes, headers } of shown) {
			expect([status, bytes.length]).toEqual([200, 0]);
			for (const name of ["content-type", "content-length", "cache-control", "x-watermarked"]) {
				expect([name, headers.get(name)]).toEqual([name, given.headers.get(name)]);
			}
		}
		expect(given.status).toBe(200);
		expect((await head(url)).status).toBe(410);
		expect((await traceOf(packshot, url)).delivered).toHaveLength(1);
	});

	test("is relaxed for an enterprise client that was given multi-use URLs", async () => {
		const { url } = await issued({ tier: "enterprise", multiUseUrls: true });
		const answers = await Promise.all([fetchImage(url), fetchImage(url), fetchImage(url)]);
		expect(answers.map(outcome)).toEqual(["200", "200", "200"]);
		expect(await traceOf(packshot, url)).toMatchObject({ used: 0, delivered: [{}, {}, {}] });
		packshot.clock.advance(15 * MINUTE_MS);
		expect(outcome(await fetchImage(url))).toBe("410 signed_url_expired");
	});

	test("is not relaxed for the standard tier, whatever its record says", async () => {
		const { url } = await issued({ tier: "standard", multiUseUrls: true });
		expect([outcome(await fetchImage(url)), outcome(await fetchImage(url))]).toEqual([
			"200",
			"410 signed_url_consumed",
		]);
	});
});

describe("address binding", () => {
	test("403 from any other address, and the URL stays usable from its own", async () => {
		const { url } = await issued({}, { address: "192.0.2.1" });
		for (const address of ["192.0.2.2", "2001:db8::1", "127.0.0.1"]) {
			expectError(await fetchImage(url, address), "signed_url_ip_mismatch");
		}
		expectError(await fetchImage(url), "signed_url_ip_mismatch");
		expect(outcome(await fetchImage(url, "::ffff:192.0.2.1"))).toBe("200");
	});

	test("compares the whole IPv6 address, in any notation", async () => {
		const { url } = await issued({}, { address: "2001:db8:0:0::1" });
		expect(outcome(await fetchImage(url, "2001:db8::2"))).toBe("403 signed_url_ip_mismatch");
		expect(outcome(await fetchImage(url, "2001:DB8::0001"))).toBe("200");
	});

	test("applies to multi-use URLs as well", async () => {
		const { url } = await issued({ tier: "enterprise", multiUseUrls: true }, { address: "192.0.2.1" });
		expect(outcome(await fetchImage(url, "192.0.2.2"))).toBe("403 signed_url_ip_mismatch");
	});
});

describe("expiry", () => {
	test("15 minutes to the millisecond, then 410 signed_url_expired", async () => {
		const [lasting, late] = [await issued(), await issued()];
		packshot.clock.advance(15 * MINUTE_MS - 1);
		expect(outcome(await fetchImage(lasting.url))).toBe("200");
		packshot.clock.advance(1);
		expectError(await fetchImage(late.url), "signed_url_expired");
		expect((await head(late.url)).status).toBe(410);
	});

	test("follows the URL lifetime set for the client", async () => {
		const { url } = await issued({ urlTtlSeconds: 60 });
		packshot.clock.advance(MINUTE_MS);
		expect(outcome(await fetchImage(url))).toBe("410 signed_url_expired");
	});
});

describe("which fault is reported first", () => {
	test("a wrong address before expiry, expiry before consumption", async () => {
		const { url } = await issued({}, { address: "192.0.2.1" });
		await fetchImage(url, "192.0.2.1");
		packshot.clock.advance(15 * MINUTE_MS);
		expect(outcome(await fetchImage(url, "192.0.2.2"))).toBe("403 signed_url_ip_mismatch");
		expect(outcome(await fetchImage(url, "192.0.2.1"))).toBe("410 signed_url_expired");
	});

	test("consumption before a disabled client, a disabled client before a missing picture", async () => {
		const own = newBarcode();
		await packshot.picture(own, "front");
		const client = await packshot.client();
		const [used, unused] = [await signedUrl(packshot, client, own), await signedUrl(packshot, client, own)];
		await fetchImage(used);
		await disable(client.clientId);
		await removePicture(own);
		expect(outcome(await fetchImage(used))).toBe("410 signed_url_consumed");
		expect(outcome(await fetchImage(unused))).toBe("403 client_disabled");
	});
});

describe("when things change before the URL is used", () => {
	test("403 client_disabled for a revoked or expired client, and nothing is delivered", async () => {
		const revoked = await issued();
		await disable(revoked.client.clientId);
		const expired = await issued({ expiresAtMs: packshot.clock.now() + MINUTE_MS });
		packshot.clock.advance(MINUTE_MS);
		for (const { url } of [revoked, expired]) {
			expectError(await fetchImage(url), "client_disabled");
			expect(await traceOf(packshot, url)).toEqual({ used: 0, delivered: [] });
		}
	});

	test("404 variant_not_available when the picture was removed", async () => {
		const own = newBarcode();
		await packshot.picture(own, "front");
		const url = await signedUrl(packshot, await packshot.client(), own);
		await removePicture(own);
		expectError(await fetchImage(url), "variant_not_available");
		expect((await traceOf(packshot, url)).used).toBe(0);
	});

	test("the current picture is delivered when it was replaced", async () => {
		const own = newBarcode();
		const before = await packshot.picture(own, "front", { seed: 1 });
		const url = await signedUrl(packshot, await packshot.client(), own);
		const after = await packshot.picture(own, "front", { seed: 2 });
		expect(after.outcome).toBe("updated");
		const { bytes } = await fetchImage(url);
		expect(withoutFrame(bytes).length).toBe(after.prepared.watermarkedSizeBytes);
		expect(withoutFrame(bytes).length).not.toBe(before.prepared.watermarkedSizeBytes);
	});
});

async function removePicture(of: string): Promise<void> {
	const order = { barcode: of, variant: "front" as const, uploadOffsetMinutes: 0 };
	expect(await packshot.installation.db.write(remove, order)).toBe("removed");
}

describe("a token that was not issued", () => {
	test.each(["forged", "a.b", ".", "..", "%00", "a".repeat(1999), "%2e%2e%2fpricing", "🍎", "null", "[]"])(
		"404 for %s",
		async (token) => {
			expectError(await packshot.call(`/image/${encodeURI(token).replaceAll("%25", "%")}`), "not_found");
		},
	);

	test("404 for any alteration or truncation of an issued token, which itself stays usable", async () => {
		const { url } = await issued();
		const start = url.lastIndexOf("/") + 1;
		const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."];
		const place = fc.integer({ min: start, max: url.length - 1 });
		const alterations = fc.oneof(
			fc
				.tuple(place, fc.constantFrom(...alphabet))
				.map(([at, to]) => url.slice(0, at) + to + url.slice(at + 1)),
			place.map((at) => url.slice(0, Math.max(at, start + 1))),
			place.map((at) => url.slice(0, at) + url.slice(at + 1)),
			fc.constantFrom(...alphabet).map((extra) => url + extra),
		);
		await fc.assert(
			fc.asyncProperty(alterations, async (altered) => {
				fc.pre(altered !== url);
				expectError(await fetchImage(altered), "not_found");
			}),
			{ numRuns: 80 },
		);
		expect(outcome(await fetchImage(url))).toBe("200");
	});
});
