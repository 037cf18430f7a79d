import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectError } from "../support/answers.ts";
import { badBarcodeBodies, badBarcodes, badKeys } from "../support/bad-input.ts";
import { everyScope } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

const KEY = "order-2027-05-15-000000017";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product(everyScope("72900001"), { barcode: "4011", catalog_meta: { variety: "Cavendish" } });
	await packshot.picture("4011", "front");
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(60_000));

function check(client: TestClient, json: unknown, key?: string) {
	const headers = key === undefined ? {} : { headers: { "Idempotency-Key": key } };
	return packshot.call("/metadata/bulk-check", { client, json, ...headers });
}

describe("POST /metadata/bulk-check", () => {
	test("200 lists the scopes of each barcode, at 0.005 per barcode", async () => {
		const client = await packshot.client({}, "1");
		const answer = await check(client, { barcodes: ["72900001", "4011", "4012"] });
		expect(answer.status).toBe(200);
		expect(Object.keys(answer.body)).toEqual(["results", "meta"]);
		expect(answer.body.results).toEqual({
			"72900001": {
				exists: true,
				metadata: {
					info: true,
					hechshers: true,
					nutrition: true,
					ingredients: true,
					catalog_meta: true,
					image_meta: false,
				},
			},
			"4011": {
				exists: true,
				metadata: {
					info: false,
					hechshers: false,
					nutrition: false,
					ingredients: false,
					catalog_meta: true,
					image_meta: true,
				},
			},
			"4012": { exists: false },
		});
		expect(answer.body.meta).toMatchObject({ credits_debited: 0.015, credits_remaining: 0.985 });
		expect(await packshot.balance(client)).toBe(9_850);
	});

	test("fields: true adds every field, at 0.01 a barcode", async () => {
		const client = await packshot.client({}, "1");
		const { body } = await check(client, { barcodes: ["72900001", "4012"], fields: true });
		const one = await packshot.call("/metadata/72900001", { client: await packshot.client() });
		expect(body.results["72900001"].metadata_fields).toEqual(one.body.metadata_fields);
		expect(body.results["72900001"].metadata).toEqual(one.body.metadata);
		expect(body.results["4012"]).toEqual({ exists: false });
		expect(body.meta.credits_debited).toBe(0.02);
	});

	test("fields: false is the same as omitting it", async () => {
		const { body } = await check(await packshot.client(), { barcodes: ["4011"], fields: false });
		expect(body.results["4011"].metadata_fields).toBeUndefined();
		expect(body.meta.credits_debited).toBe(0.005);
	});

	test("a repeated barcode is one entry and is billed once", async () => {
		const { body } = await check(await packshot.client(), { barcodes: ["4011", "4011"] });
		expect(Object.keys(body.results)).toEqual(["4011"]);
		expect(body.meta.credits_debited).toBe(0.005);
	});

	test("accepts 500 barcodes with all fields", async () => {
		const barcodes = Array.from({ length: 500 }, (_, i) => String(4000 + i));
		const answer = await check(await packshot.client({}, "5"), { barcodes, fields: true });
		expect(answer.status).toBe(200);
		expect(Object.keys(answer.body.results)).toHaveLength(500);
		expect(answer.body.meta).toMatchObject({ credits_debited: 5, credits_remaining: 0 });
	});

	test("ignores locks and the scope filter: it reports what exists", async () => {
		const bound = { locks: ["nutrition", "images"], barcodePrefixes: ["9"], departments: ["Sushi"] };
		const { body } = await check(await packshot.client(bound), { barcodes: ["72900001"] });
		expect(body.results["72900001"]).toMatchObject({ exists: true, metadata: { nutrition: true } });
	});

	test("401 without a token", async () => {
		const json = { barcodes: ["4011"] };
		expectError(await packshot.call("/metadata/bulk-check", { json }), "unauthenticated");
	});

	test("402 when the balance does not cover all barcodes, nothing charged", async () => {
		const client = await packshot.client({}, "0.01");
		expectError(await check(client, { barcodes: ["4011", "4012"], fields: true }), "insufficient_credits");
		expect(await packshot.balance(client)).toBe(100);
		expect((await check(client, { barcodes: ["4011", "4012"] })).status).toBe(200);
	});

	describe("an invalid request", () => {
		test.each(badBarcodeBodies)("400 bad_request for %s, nothing charged", async (_, json) => {
			const client = await packshot.client({}, "10");
			expectError(await check(client, json), "bad_request");
			expect(await packshot.balance(client)).toBe(100_000);
		});

		test.each(["true", 1, null, [true], {}])("400 bad_request for fields of %j", async (fields) => {
			const client = await packshot.client({}, "10");
			expectError(await check(client, { barcodes: ["4011"], fields }), "bad_request");
			expect(await packshot.balance(client)).toBe(100_000);
		});

		test.each(badBarcodes)("400 invalid_barcode for %j among valid ones, nothing charged", async (bad) => {
			const client = await packshot.client({}, "10");
			expectError(await check(client, { barcodes: ["4011", bad] }), "invalid_barcode");
			expect(await packshot.balance(client)).toBe(100_000);
		});

		test("413 for a body of a megabyte", async () => {
			const answer = await check(await packshot.client(), {
				barcodes: ["4011"],
				note: "x".repeat(1_000_000),
			});
			expect([answer.status, answer.body.error]).toEqual([413, "bad_request"]);
		});
	});

	describe("with an Idempotency-Key", () => {
		test("repeating the request replays the response, without a charge", async () => {
			const client = await packshot.client({}, "1");
			const first = await check(client, { barcodes: ["4011"], fields: true }, KEY);
			const second = await check(client, { barcodes: ["4011"], fields: true }, KEY);
			expect(second.bytes).toEqual(first.bytes);
			expect(second.headers.get("idempotency-replayed")).toBe("1");
			expect(await packshot.balance(client)).toBe(9_900);
		});

		test("another body under the same key is 409, not charged", async () => {
			const client = await packshot.client({}, "1");
			await check(client, { barcodes: ["4011"] }, KEY);
			const other = await check(client, { barcodes: ["4011"], fields: true }, KEY);
			expectError(other, "idempotency_key_mismatch");
			expect(await packshot.balance(client)).toBe(9_950);
		});

		test.each(badKeys)("a key like %j is 400, before the body is validated", async (key) => {
			const answer = await check(await packshot.client(), { barcodes: ["x"] }, key);
			expectError(answer, "bad_request");
			expect(answer.body.message).toContain("Idempotency-Key");
		});
	});
});
