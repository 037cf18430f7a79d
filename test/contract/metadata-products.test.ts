import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { METADATA_KEYS } from "../../src/catalogue/fields/fields.ts";
import { applyMetadata } from "../../src/catalogue/writing/apply-metadata.ts";
import { expectError } from "../support/answers.ts";
import { nonsense } from "../support/bad-input.ts";
import { START_MS } from "../support/clock.ts";
import { everyScope } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

const ALL = ["10000001", "10000002", "10000003", "4011"];

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product(
		everyScope("10000001"),
		{ barcode: "10000002", info: { brand: "Elite" }, nutrition: {} },
		{ barcode: "10000003" },
	);
	packshot.clock.advance(3_600_000);
	await packshot.product({ barcode: "4011", catalog_meta: { variety: "Cavendish" } });
	await packshot.picture("4011", "front", { ownership: "studio" });
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(60_000));

async function list(query: string, policy: Parameters<TestService["client"]>[0] = {}) {
	return packshot.call(`/metadata/products${query}`, { client: await packshot.client(policy, "1") });
}

async function barcodes(query: string): Promise<string[]> {
	const { status, body } = await list(query);
	expect(status).toBe(200);
	const listed = body.data.map((row: { barcode: string }) => row.barcode);
	expect(body.pagination.total).toBe(listed.length);
	return listed;
}

describe("GET /metadata/products", () => {
	test("200 lists every product in lexicographic order, for 0.10 credits per page", async () => {
		const client = await packshot.client({}, "1");
		const answer = await packshot.call("/metadata/products", { client });
		expect(answer.status).toBe(200);
		expect(Object.keys(answer.body)).toEqual(["data", "filters", "pagination", "meta"]);
		expect(answer.body.data).toEqual([
			{ barcode: "10000001", variants: [] },
			{ barcode: "10000002", variants: [] },
			{ barcode: "10000003", variants: [] },
			{ barcode: "4011", variants: ["front"] },
		]);
		expect(answer.body.filters).toEqual({ has: null, missing: null });
		expect(answer.body.pagination).toEqual({ page: 1, per_page: 50, total: 4, total_pages: 1 });
		expect(answer.body.meta).toMatchObject({ credits_debited: 0.1, credits_remaining: 0.9 });
		expect(await packshot.balance(client)).toBe(9_000);
	});

	test.each([
		["?has=info", ["10000001", "10000002"]],
		["?has=nutrition,info.brand", ["10000001"]],
		["?has=nutrition.calories", ["10000001"]],
		["?has=info&missing=nutrition.calories", ["10000002"]],
		["?missing=info", ["10000003", "4011"]],
		["?missing=info,catalog_meta", ["10000003"]],
		["?has=image_meta", ["4011"]],
		["?has=image_meta.ownership,catalog_meta.variety", ["4011"]],
		["?missing=image_meta", ["10000001", "10000002", "10000003"]],
		["?has=image_meta.uploaded_by", []],
		["?has=info&missing=info", []],
		["?has=info.vegan", ["10000001", "10000002"]],
		["?has=%20info%20,%20info,nutrition", ["10000001"]],
		["?has=info&missing=nutrition", ["10000002"]],
		["?has=info&search=10000002", ["10000002"]],
		["?search=4", ["4011"]],
		["?search=1000000&missing=info", ["10000003"]],
		[`?updated_since=${new Date(START_MS + 1).toISOString()}`, ["4011"]],
		[`?updated_since=${new Date(START_MS).toISOString()}`, ALL],
		["?updated_since=2027-05-15&has=info", ["10000001", "10000002"]],
	])("returns the matching products for %s", async (query, expected) => {
		expect(await barcodes(query)).toEqual(expected);
	});

	test("echoes the filters as they were sent", async () => {
		const { body } = await list("?has=info,%20nutrition&missing=image_meta");
		expect(body.filters).toEqual({ has: "info, nutrition", missing: "image_meta" });
	});

	test("accepts every metadata key in has and missing, and all of a long list together", async () => {
		const client = await packshot.client({ requestsPerMinute: 1000 });
		const found = async (query: string): Promise<string[]> => {
			const { status, body } = await packshot.call(`/metadata/products?${query}`, { client });
			expect([query, status]).toEqual([query, 200]);
			return body.data.map(({ barcode }: { barcode: string }) => barcode);
		};
		const held: string[] = [];
		for (const key of METADATA_KEYS) {
			const having = await found(`has=${key}`);
			expect([...having, ...(await found(`missing=${key}`))].sort()).toEqual(ALL);
			if (having.includes("10000001")) held.push(key);
		}
		while (held.join().length > 400 - ",image_meta".length) held.pop();
		expect(held.length).toBeGreaterThan(15);
		expect(await found(`has=${held}`)).toEqual(["10000001"]);
		expect(await found(`has=${held},image_meta`)).toEqual([]);
		expect(await found(`missing=${held},image_meta`)).toEqual(["10000003"]);
	});

	test.each(["%25", "_", "'", "%5C", "1%27%20or%201=1", "abc", "%00", "%F0%9F%8D%8E"])(
		"search=%s matches nothing, and is charged as a page",
		async (search) => {
			const { body } = await list(`?search=${search}`);
			expect([body.data, body.pagination.total, body.meta.credits_debited]).toEqual([[], 0, 0.1]);
		},
	);

	describe("a row", () => {
		test("include_metadata adds the scopes", async () => {
			const { body } = await list("?include_metadata=true&search=10000002");
			expect(body.data).toEqual([
				{
					barcode: "10000002",
					variants: [],
					metadata: {
						info: true,
						hechshers: false,
						nutrition: false,
						ingredients: false,
						catalog_meta: false,
						image_meta: false,
					},
				},
			]);
		});

		test("include_fields adds scopes and fields regardless of include_metadata", async () => {
			const one = await packshot.call("/metadata/10000001", { client: await packshot.client() });
			for (const query of ["include_fields=1", "include_fields=true&include_metadata=false"]) {
				const { body } = await list(`?${query}&search=10000001`);
				const { metadata, metadata_fields } = one.body;
				expect(body.data).toEqual([{ barcode: "10000001", variants: [], metadata, metadata_fields }]);
			}
		});

		test("leaks no field values", async () => {
			const { bytes } = await list("?include_fields=true");
			const text = Buffer.from(bytes).toString();
			for (const value of ["Golden", "Elite", "Matzah", "Cavendish", "studio"]) {
				expect(text).not.toContain(value);
			}
		});
	});

	test("the pages together contain the whole list", async () => {
		const pages = await Promise.all([1, 2, 3].map((page) => list(`?per_page=2&page=${page}`)));
		expect(pages.map(({ body }) => body.data.map((row: { barcode: string }) => row.barcode))).toEqual([
			ALL.slice(0, 2),
			ALL.slice(2),
			[],
		]);
		for (const { body } of pages)
			expect(body.pagination).toMatchObject({ total: 4, total_pages: 2, per_page: 2 });
	});

	test("ignores locks and scope filters: it reports what exists", async () => {
		const bound = { locks: ["nutrition"], barcodePrefixes: ["9"], brands: ["Osem"] };
		expect((await list("?has=nutrition", bound)).body.pagination.total).toBe(1);
	});

	test("the next response includes what another process just imported", async () => {
		const other = await packshot.openAgain();
		expect(await barcodes("?has=ingredients.allergens&search=5")).toEqual([]);
		const changes = [{ barcode: "50000001", ingredients: { allergens: ["milk"] } }];
		await other.db.write(applyMetadata, { changes, existingOnly: false });
		expect(await barcodes("?has=ingredients.allergens&search=5")).toEqual(["50000001"]);
		const { body } = await list("?has=ingredients");
		expect(body.pagination.total).toBe(2);
		const gone = [{ barcode: "50000001", ingredients: null }];
		await other.db.write(applyMetadata, { changes: gone, existingOnly: false });
		expect((await list("?has=ingredients")).body.pagination.total).toBe(1);
		await other.close();
	});

	describe("422 invalid_metadata_key", () => {
		test.each([
			"images",
			"nutritoin",
			"info.calories",
			"__proto__",
			"constructor",
			"toString",
			"INFO",
			"info.",
			"*",
		])("for %j, with a hint, nothing charged", async (key) => {
			const client = await packshot.client({}, "1");
			for (const query of [`has=info,${key}`, `missing=${key}`, `has=info&missing=${key}`]) {
				const answer = await packshot.call(`/metadata/products?${query}`, { client });
				expectError(answer, "invalid_metadata_key", {
					hint: expect.stringContaining("GET /metadata-fields"),
				});
				expect(answer.body.message).toContain(key);
			}
			expect(await packshot.balance(client)).toBe(10_000);
		});

		test("the hint names the nearest valid key", async () => {
			expect((await list("?has=nutritoin.calroies")).body.hint).toContain("nutrition.calories");
			expect((await list("?missing=alergens")).body.hint).toContain("ingredients.allergens");
		});
	});

	describe("400", () => {
		const bad: [string, readonly string[]][] = [
			["page", ["0", ...nonsense]],
			["per_page", ["0", "501", ...nonsense]],
			["has", ["", ",", "info,", ",info", "info,,nutrition", "info,%20,nutrition", "info".padEnd(401, "x")]],
			["missing", ["", "info,", `${"info,".repeat(80)}i`, "x".repeat(9000)]],
			["search", ["1".repeat(25)]],
			["include_metadata", ["yes", ...nonsense]],
			["include_fields", ["2", ...nonsense]],
			["updated_since", ["2027-02-30", "now", ...nonsense]],
		];
		test.each(bad)("for an invalid %s, nothing charged", async (parameter, values) => {
			const client = await packshot.client({ requestsPerMinute: 1000 }, "1");
			for (const value of values) {
				const answer = await packshot.call(`/metadata/products?${parameter}=${value}`, { client });
				expect([value, answer.status]).toEqual([value, 400]);
				expectError(answer, "bad_request");
				expect(answer.body.message).toContain(parameter);
			}
			expect(await packshot.balance(client)).toBe(10_000);
		});

		test.each(["has", "missing", "search", "page", "include_fields", "updated_since"])(
			"for %s given twice",
			async (parameter) => {
				expectError(await list(`?${parameter}=info&${parameter}=info`), "bad_request");
			},
		);

		test.each(["has", "missing"])(
			"for %s longer than 400 characters, but not for exactly 400",
			async (parameter) => {
				const text = `info${",info".repeat(79)}`.padEnd(400, " ");
				expect((await list(`?${parameter}=${encodeURIComponent(text)}`)).status).toBe(200);
				expectError(await list(`?${parameter}=${encodeURIComponent(`${text} `)}`), "bad_request");
			},
		);

		test("but not for a search of 24 characters, although that is longer than any barcode", async () => {
			const { status, body } = await list(`?search=${"1".repeat(24)}`);
			expect([status, body.data]).toEqual([200, []]);
		});
	});

	test("401 without a token", async () => {
		expectError(await packshot.call("/metadata/products"), "unauthenticated");
	});

	test("402 without credits", async () => {
		const client = await packshot.client({}, "0.09");
		expectError(await packshot.call("/metadata/products", { client }), "insufficient_credits");
		expect(await packshot.balance(client)).toBe(900);
	});
});
