import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applyMetadata } from "../../src/catalogue/writing/apply-metadata.ts";
import { expectError } from "../support/answers.ts";
import { badBarcodeBodies, badBarcodes } from "../support/bad-input.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

const ITEM = "0725272730706";
const CASE = "10725272730703";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product(
		{ barcode: ITEM, info: { brand: "Elite" }, catalog_meta: { department: "Groceries" } },
		{ barcode: "04252614", info: { brand: "Osem" } },
		{ barcode: "4011", catalog_meta: { department: "Produce" } },
		{ barcode: "00124011" },
	);
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(60_000));

const resolve = (client: TestClient, barcodes: unknown) =>
	packshot.call("/barcodes/resolve", { client, json: { barcodes } });

async function resultsFor(policy: Parameters<TestService["client"]>[0], ...barcodes: string[]) {
	return (await resolve(await packshot.client(policy), barcodes)).body.results;
}

describe("POST /barcodes/resolve", () => {
	test("200 with the product that each text means, free of charge", async () => {
		const client = await packshot.client({}, "0");
		const answer = await resolve(client, [
			"725272730706",
			CASE,
			"042100005264",
			"72527273070",
			"4011",
			"94011",
		]);
		expect([answer.status, Object.keys(answer.body)]).toEqual([200, ["results", "meta"]]);
		expect(answer.body.results).toEqual({
			"725272730706": {
				barcode: ITEM,
				kind: "gtin-12",
				check_digit_valid: true,
				unit: null,
				suggestion: null,
			},
			[CASE]: { barcode: null, kind: "gtin-14", check_digit_valid: true, unit: ITEM, suggestion: null },
			"042100005264": {
				barcode: "04252614",
				kind: "gtin-12",
				check_digit_valid: true,
				unit: null,
				suggestion: null,
			},
			"72527273070": {
				barcode: null,
				kind: "other",
				check_digit_valid: null,
				unit: null,
				suggestion: ITEM,
			},
			"4011": { barcode: "4011", kind: "produce", check_digit_valid: null, unit: null, suggestion: null },
			"94011": { barcode: null, kind: "produce", check_digit_valid: null, unit: null, suggestion: null },
		});
		expect(answer.body.meta).toMatchObject({ credits_debited: 0, credits_remaining: 0 });
		expect(answer.headers.get("x-credits-debited")).toBe("0");
		expect(await packshot.ledger(client)).toEqual([]);
	});

	test("lists the results in the order of the texts, without duplicates", async () => {
		const texts = ["94011", "10000000", "4011", "94011"];
		const { bytes } = await resolve(await packshot.client(), texts);
		const named = [
			...Buffer.from(bytes)
				.toString()
				.matchAll(/"(\d+)":\{/g),
		].map(([, text]) => text);
		expect(named).toEqual(["94011", "10000000", "4011"]);
	});

	test("counts 500 texts as one request", async () => {
		const client = await packshot.client();
		const texts = Array.from({ length: 500 }, (_, i) => String(725_272_730_500 + i));
		const { body, headers } = await resolve(client, texts);
		expect(Object.keys(body.results)).toHaveLength(500);
		expect(body.results["725272730706"].barcode).toBe(ITEM);
		expect(body.results["725272730705"]).toMatchObject({ barcode: null, suggestion: ITEM });
		expect(headers.get("x-ratelimit-remaining-minute")).toBe("59");
	});

	test.each<[string, Parameters<TestService["client"]>[0]]>([
		["brand", { brands: ["Osem"] }],
		["department", { departments: ["Produce"] }],
		["prefix", { barcodePrefixes: ["04", "725"] }],
	])(
		"omits products that the scope filter hides by %s, also as unit and as suggestion",
		async (_, policy) => {
			const results = await resultsFor(policy, ITEM, "725272730706", CASE, "725272730705", "72527273070");
			for (const { barcode, unit, suggestion } of Object.values<Record<string, unknown>>(results))
				expect([barcode, unit, suggestion]).toEqual([null, null, null]);
		},
	);

	test("finds products within the scope filter by their other forms", async () => {
		expect((await resultsFor({ barcodePrefixes: ["07"] }, "725272730706"))["725272730706"].barcode).toBe(
			ITEM,
		);
		expect((await resultsFor({ brands: ["Elite"] }, CASE))[CASE].unit).toBe(ITEM);
	});

	test("resolves to the other of two spellings when one is hidden", async () => {
		await packshot.product({ barcode: "0036000291452", info: { brand: "Hidden" } });
		await packshot.product({ barcode: "036000291452", info: { brand: "Elite" } });
		const texts = ["0036000291452", "00036000291452"];
		const all = await resultsFor({}, ...texts);
		expect(texts.map((text) => all[text].barcode)).toEqual(["0036000291452", "0036000291452"]);
		const some = await resultsFor({ brands: ["Elite"] }, ...texts);
		expect(texts.map((text) => some[text].barcode)).toEqual(["036000291452", "036000291452"]);
	});

	test("ignores locks, since it reveals nothing but barcodes", async () => {
		const results = await resultsFor({ locks: ["info", "images"] }, "725272730706");
		expect(results["725272730706"].barcode).toBe(ITEM);
	});

	test("other endpoints still match barcodes exactly", async () => {
		const client = await packshot.client();
		expectError(await packshot.call("/products/725272730706", { client }), "not_found");
		const check = { client, json: { barcodes: ["725272730706"] } };
		expect((await packshot.call("/products/bulk-check", check)).body.results["725272730706"].exists).toBe(
			false,
		);
	});

	test("finds a product that another process imported, on the next call", async () => {
		const client = await packshot.client();
		const other = await packshot.openAgain();
		const changes = [{ barcode: "4006381333931" }];
		await other.db.write(applyMetadata, { changes, existingOnly: false, nowMs: packshot.clock.now() });
		expect((await resolve(client, ["04006381333931"])).body.results["04006381333931"].barcode).toBe(
			"4006381333931",
		);
		await other.close();
	});

	test("401 without a token", async () => {
		expectError(
			await packshot.call("/barcodes/resolve", { json: { barcodes: ["4011"] } }),
			"unauthenticated",
		);
	});

	test.each(badBarcodeBodies)("400 bad_request for %s", async (_, json) => {
		const client = await packshot.client();
		expectError(await packshot.call("/barcodes/resolve", { client, json }), "bad_request");
	});

	test.each(badBarcodes)("400 invalid_barcode for %j among valid ones, naming its position", async (bad) => {
		const answer = await resolve(await packshot.client(), ["4011", bad]);
		expectError(answer, "invalid_barcode");
		expect(answer.body.message).toMatch(/^barcodes\[1\] is "/);
	});
});
