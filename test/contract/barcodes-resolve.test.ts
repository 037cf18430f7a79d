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
		await other.db.write(applyMetadata, { changes, existingOnly: false });
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

	test.each([
		["a text of 201 characters", ["4011", "1".repeat(201)]],
		["a long text", ["1".repeat(100_000)]],
	])("400 bad_request for %s", async (_, barcodes) => {
		const answer = await resolve(await packshot.client(), barcodes);
		expectError(answer, "bad_request");
		expect(answer.body.message).toContain("barcodes");
	});
});

describe("any form of a barcode", () => {
	const NOTHING = { barcode: null, check_digit_valid: null, unit: null, suggestion: null };
	const GTIN = `0${ITEM}`;
	const found = { barcode: ITEM, kind: "gs1", check_digit_valid: true, unit: null, suggestion: null };

	test.each([
		["with brackets", `(01)${GTIN}(10)AB-1`, { "01": GTIN, "10": "AB-1" }],
		["without brackets", `01${GTIN}10AB-1`, { "01": GTIN, "10": "AB-1" }],
		["from a scanner", `]d201${GTIN}10AB-1\u001d17271231`, { "01": GTIN, "10": "AB-1", "17": "271231" }],
		["a link", `https://shop.example/01/${GTIN}/10/AB%2D1`, { "01": GTIN, "10": "AB-1" }],
	])("%s is the product of its GTIN, with its elements", async (_, text, elements) => {
		expect(await resultsFor({}, text)).toEqual({ [text]: { ...found, elements } });
	});

	test("says of a GTIN in an element string what it says of the GTIN itself", async () => {
		const wrong = `${GTIN.slice(0, -1)}${(Number(GTIN.at(-1)) + 1) % 10}`;
		for (const gtin of [GTIN, CASE, wrong, "00042100005264", "09999999999994"]) {
			const text = `(01)${gtin}`;
			const results = await resultsFor({}, gtin, text);
			expect(results[text]).toEqual({ ...results[gtin], kind: "gs1", elements: { "01": gtin } });
		}
	});

	test("elements without a GTIN are no product", async () => {
		const text = "(10)AB-1";
		expect(await resultsFor({}, text)).toEqual({
			[text]: { ...NOTHING, kind: "gs1", elements: { "10": "AB-1" } },
		});
	});

	test("digits of an EAN may have the scanner's symbology before them", async () => {
		const results = await resultsFor({}, `]E0${ITEM}`, "]E404252614");
		expect(results[`]E0${ITEM}`]).toMatchObject({ kind: "gtin-13", barcode: ITEM });
		expect(results["]E404252614"]).toMatchObject({ kind: "upc-e", barcode: "04252614" });
	});

	test("a GTIN that the scope filter hides is absent", async () => {
		const text = `(01)${GTIN}`;
		expect((await resultsFor({ brands: ["Osem"] }, text))[text]).toMatchObject({
			barcode: null,
			suggestion: null,
		});
	});

	test.each(badBarcodes.filter((text) => text.length <= 200))(
		"%j among others is no barcode, and refuses nothing",
		async (text) => {
			const { status, body } = await resolve(await packshot.client(), ["4011", text]);
			expect(status).toBe(200);
			expect(Object.keys(body.results)).toHaveLength(2);
			expect(body.results["4011"].barcode).toBe("4011");
			const [, entry] = Object.entries(body.results).find(([key]) => key !== "4011") ?? [];
			expect(entry).toEqual({ ...NOTHING, kind: "invalid", reason: "not_a_barcode" });
		},
	);

	test.each([
		["(01)123", "gs1_syntax"],
		["https://id.gs1.org/01/123", "gs1_syntax"],
		["(05)1", "unknown_ai"],
		["https://shop.example/", "not_a_barcode"],
		["🥨".repeat(200), "not_a_barcode"],
	])("%j is invalid: %s", async (text, reason) => {
		expect(await resultsFor({}, text)).toEqual({ [text]: { ...NOTHING, kind: "invalid", reason } });
	});

	test("keys are the texts as JSON writes them, equal ones once, in their order", async () => {
		const texts = ['a"b', "\u0001", "__proto__", "\ud800", "(10)A", "12", 'a"b'];
		const { bytes } = await resolve(await packshot.client(), texts);
		const written = Buffer.from(bytes).toString();
		const places = [...new Set(texts)].map((text) => written.indexOf(`${JSON.stringify(text)}:{"barcode"`));
		expect(places.every((place) => place > 0)).toBe(true);
		expect(places).toEqual(places.toSorted((one, other) => one - other));
		expect(written.split('"barcode":')).toHaveLength(texts.length);
	});

	test("lookups elsewhere still take digits alone", async () => {
		const client = await packshot.client();
		expectError(
			await packshot.call(`/products/${encodeURIComponent(`(01)${GTIN}`)}`, { client }),
			"invalid_barcode",
		);
		const check = { client, json: { barcodes: [`(01)${GTIN}`] } };
		expectError(await packshot.call("/products/bulk-check", check), "invalid_barcode");
	});
});
