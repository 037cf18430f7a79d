import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { grantCredits } from "../../src/billing/balances/grant.ts";
import { applyMetadata } from "../../src/catalogue/writing/apply-metadata.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { expectError } from "../support/answers.ts";
import { badBarcodeBodies, badBarcodes, badKeys } from "../support/bad-input.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

const KEY = "order-2027-05-15-000000017";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product(
		{ barcode: "4011", catalog_meta: { department: "Produce" } },
		{ barcode: "00124011" },
		{ barcode: "72900001", info: { brand: "Elite" } },
	);
	await packshot.picture("72900001", "front");
	await packshot.picture("72900001", "front_clean");
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(60_000));

function check(client: TestClient, barcodes: unknown, key?: string) {
	const headers = key === undefined ? {} : { headers: { "Idempotency-Key": key } };
	return packshot.call("/products/bulk-check", { client, json: { barcodes }, ...headers });
}

describe("POST /products/bulk-check", () => {
	test("200 lists which barcodes exist, with their variants, at 0.01 credits each", async () => {
		const client = await packshot.client({}, "1");
		const answer = await check(client, ["72900001", "4011", "4012"]);
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
		expect(Object.keys(answer.body)).toEqual(["results", "meta"]);
		expect(answer.body.results).toEqual({
			"72900001": { exists: true, variants: ["front", "front_clean"] },
			"4011": { exists: true, variants: [] },
			"4012": { exists: false, variants: [] },
		});
		expect(answer.body.meta).toMatchObject({ credits_debited: 0.03, credits_remaining: 0.97 });
		expect(answer.headers.get("x-credits-debited")).toBe("0.03");
		expect(await packshot.balance(client)).toBe(9_700);
		expect((await packshot.ledger(client)).at(-1)).toMatchObject({ kind: "charge", units: -300 });
	});

	test("a repeated barcode is listed once and billed once", async () => {
		const client = await packshot.client({}, "1");
		const answer = await check(client, ["4011", "4012", "4011", "4011", "4012"]);
		expect(Object.keys(answer.body.results)).toEqual(["4011", "4012"]);
		expect(answer.body.meta.credits_debited).toBe(0.02);
	});

	test("leading zeros are significant and echoed", async () => {
		const { body } = await check(await packshot.client(), ["00124011", "124011", "0124011"]);
		const existing = Object.entries<{ exists: boolean }>(body.results).filter(([, { exists }]) => exists);
		expect(existing.map(([barcode]) => barcode)).toEqual(["00124011"]);
		expect(Object.keys(body.results)).toContain("0124011");
	});

	test("500 barcodes cost 5 credits", async () => {
		const client = await packshot.client({}, "5");
		const barcodes = Array.from({ length: 500 }, (_, i) => String(4000 + i));
		const answer = await check(client, barcodes);
		expect(answer.status).toBe(200);
		expect(Object.keys(answer.body.results)).toHaveLength(500);
		expect(answer.body.results["4011"].exists).toBe(true);
		expect(answer.body.meta).toMatchObject({ credits_debited: 5, credits_remaining: 0 });
	});

	test("products outside the scope filter are reported as not existing, and billed", async () => {
		const barcodes = ["4011", "00124011", "72900001"];
		const existing = async (policy: Parameters<TestService["client"]>[0]) => {
			const { body } = await check(await packshot.client(policy), barcodes);
			expect(body.meta.credits_debited).toBe(0.03);
			expect(body.results["4012"]).toBeUndefined();
			return barcodes.filter((barcode) => body.results[barcode].exists);
		};
		expect(await existing({ barcodePrefixes: ["40", "72"] })).toEqual(["4011", "72900001"]);
		expect(await existing({ brands: ["Elite"] })).toEqual(["72900001"]);
		expect(await existing({ departments: ["Produce"] })).toEqual(["4011"]);
		expect(await existing({ brands: ["Elite"], departments: ["Produce"] })).toEqual([]);
	});

	test("a hidden product reveals nothing about its pictures", async () => {
		const { body } = await check(await packshot.client({ brands: ["Osem"] }), ["72900001"]);
		expect(body.results).toEqual({ "72900001": { exists: false, variants: [] } });
	});

	test("locks are ignored, because no image is returned", async () => {
		const { body } = await check(await packshot.client({ locks: ["images"] }), ["72900001"]);
		expect(body.results["72900001"].exists).toBe(true);
	});

	test("401 without a token", async () => {
		expectError(
			await packshot.call("/products/bulk-check", { json: { barcodes: ["4011"] } }),
			"unauthenticated",
		);
	});

	test("402 when the balance does not cover all barcodes, nothing charged", async () => {
		const client = await packshot.client({}, "0.02");
		expectError(await check(client, ["4011", "4012", "4013"]), "insufficient_credits");
		expect(await packshot.balance(client)).toBe(200);
	});

	test("a product imported by another process exists in the next response", async () => {
		const client = await packshot.client();
		const other = await packshot.openAgain();
		expect((await check(client, ["55550001"])).body.results["55550001"].exists).toBe(false);
		const changes = [{ barcode: "55550001" }];
		await other.db.write(applyMetadata, { changes, existingOnly: false });
		expect((await check(client, ["55550001"])).body.results["55550001"].exists).toBe(true);
		await other.close();
	});

	describe("400", () => {
		test.each(badBarcodeBodies)("bad_request for %s, nothing charged", async (_, json) => {
			const client = await packshot.client({}, "10");
			expectError(await packshot.call("/products/bulk-check", { client, json }), "bad_request");
			expect(await packshot.balance(client)).toBe(100_000);
		});

		test.each(badBarcodes)("invalid_barcode for %j among good ones, nothing charged", async (bad) => {
			const client = await packshot.client({}, "10");
			expectError(await check(client, ["4011", bad]), "invalid_barcode");
			expect(await packshot.balance(client)).toBe(100_000);
		});

		test("names the invalid barcode and its position", async () => {
			const client = await packshot.client();
			const message = async (...barcodes: string[]) => (await check(client, barcodes)).body.message;
			expect(await message("4011", "4012", "12x")).toBe('barcodes[2] is "12x". A barcode is 4 to 14 digits.');
			expect(await message("a\u0000\u202e".repeat(50))).toMatch(/^barcodes\[0\] is ".{40,300}…"\. A barcode/);
		});

		test("bad_request for invalid JSON, or a content type other than JSON", async () => {
			const client = await packshot.client();
			const post = (body: string | Uint8Array, type: string) =>
				packshot.call("/products/bulk-check", { client, body, headers: { "content-type": type } });
			expectError(await post('{"barcodes":["4011"', "application/json"), "bad_request");
			expectError(await post("", "application/json"), "bad_request");
			expectError(await post("barcodes=4011", "application/x-www-form-urlencoded"), "bad_request");
			expectError(await post('{"barcodes":["4011"]}', "text/plain"), "bad_request");
			const badUtf8 = Uint8Array.from(
				[...'{"barcodes":["4011'].map((c) => c.charCodeAt(0)).concat(0xff, 0x22),
			);
			expectError(await post(badUtf8, "application/json"), "bad_request");
		});

		test("413 for a 1 MB string", async () => {
			const client = await packshot.client({}, "1");
			const answer = await check(client, ["1".repeat(1_000_000)]);
			expect([answer.status, answer.body.error]).toEqual([413, "bad_request"]);
			expect(await packshot.balance(client)).toBe(10_000);
		});
	});
});

describe("with an Idempotency-Key", () => {
	test("replays the response to the same request, without a charge", async () => {
		const client = await packshot.client({}, "1");
		const first = await check(client, ["4011", "70001"], KEY);
		expect(first.headers.get("idempotency-replayed")).toBeNull();
		await packshot.product({ barcode: "70001" });
		const second = await check(client, ["4011", "70001"], KEY);
		expect(second.status).toBe(200);
		expect(second.bytes).toEqual(first.bytes);
		expect(second.headers.get("idempotency-replayed")).toBe("1");
		expect(second.headers.get("x-request-id")).toBe(first.headers.get("x-request-id"));
		expect(second.headers.get("x-credits-debited")).toBe("0");
		expect(second.headers.get("x-credits-remaining")).toBe("0.98");
		expect(await packshot.balance(client)).toBe(9_800);
	});

	test("another body with the same key is 409, nothing charged", async () => {
		const client = await packshot.client({}, "1");
		await check(client, ["4011"], KEY);
		expectError(await check(client, ["4012"], KEY), "idempotency_key_mismatch");
		expect(await packshot.balance(client)).toBe(9_900);
	});

	test("compares bodies byte for byte", async () => {
		const client = await packshot.client({}, "1");
		const post = (body: string) =>
			packshot.call("/products/bulk-check", {
				client,
				body,
				headers: { "content-type": "application/json", "Idempotency-Key": KEY },
			});
		expect((await post('{"barcodes":["4011"]}')).status).toBe(200);
		expectError(await post('{"barcodes": ["4011"]}'), "idempotency_key_mismatch");
	});

	test("charges one of many concurrent requests, and returns the same body to all", async () => {
		const client = await packshot.client({}, "1");
		const answers = await Promise.all(Array.from({ length: 12 }, () => check(client, ["4011", "4012"], KEY)));
		expect(answers.map(({ status }) => status)).toEqual(new Array(12).fill(200));
		expect(new Set(answers.map(({ bytes }) => Buffer.from(bytes).toString())).size).toBe(1);
		expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
		expect(await packshot.balance(client)).toBe(9_800);
		expect(await packshot.ledger(client)).toHaveLength(2);
	});

	test("the key can be reused after 24 hours", async () => {
		const client = await packshot.client({}, "1");
		await check(client, ["4011"], KEY);
		packshot.clock.advance(DAY_MS - 1);
		const late = { ...client, token: signInAgain(client) };
		expect((await check(late, ["4011"], KEY)).headers.get("idempotency-replayed")).toBe("1");
		packshot.clock.advance(1);
		const after = await check(late, ["4011", "4012"], KEY);
		expect([after.status, after.headers.get("idempotency-replayed")]).toEqual([200, null]);
		expect(await packshot.balance(client)).toBe(9_700);
	});

	test("two clients may use the same key", async () => {
		for (const client of [await packshot.client(), await packshot.client()]) {
			expect((await check(client, ["4011"], KEY)).headers.get("idempotency-replayed")).toBeNull();
		}
	});

	test("two endpoints may use the same key", async () => {
		const client = await packshot.client();
		await check(client, ["4011"], KEY);
		const other = await packshot.call("/metadata/bulk-check", {
			client,
			json: { barcodes: ["4011"] },
			headers: { "Idempotency-Key": KEY },
		});
		expect([other.status, other.headers.get("idempotency-replayed")]).toEqual([200, null]);
	});

	test("does not store a rejected request: a 402 can be retried after a top-up", async () => {
		const client = await packshot.client({}, "0");
		expectError(await check(client, ["4011"], KEY), "insufficient_credits");
		const top_up = { units: 10_000, note: null, requestId: "top-up", atMs: packshot.clock.now() };
		await packshot.installation.db.write(grantCredits, { clientId: client.clientId, ...top_up });
		const answer = await check(client, ["4011"], KEY);
		expect([answer.status, answer.headers.get("idempotency-replayed")]).toEqual([200, null]);
	});

	test.each(badKeys)("400 for the key %j, before the body is checked", async (key) => {
		const client = await packshot.client({}, "1");
		for (const barcodes of [["4011"], ["x"], []]) {
			const answer = await check(client, barcodes, key);
			expectError(answer, "bad_request");
			expect(answer.body.message).toContain("Idempotency-Key");
		}
		expect(await packshot.balance(client)).toBe(10_000);
	});

	test("an invalid body with a used key is 400, not a replay", async () => {
		const client = await packshot.client();
		await check(client, ["4011"], KEY);
		expectError(await check(client, ["x"], KEY), "invalid_barcode");
	});
});

/** Access tokens live for an hour: a client that returns a day later needs a new one. */
function signInAgain({ clientId, apiKey }: TestClient): () => Promise<string> {
	let token: Promise<string> | undefined;
	return () => {
		token ??= packshot
			.call("/auth/token", { json: { client_id: clientId, api_key: apiKey } })
			.then(({ body }) => body.access_token);
		return token;
	};
}
