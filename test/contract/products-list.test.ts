import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applyMetadata } from "../../src/catalogue/writing/apply-metadata.ts";
import type { ClientPolicy } from "../../src/clients/policy/client.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { HOUR_MS } from "../../src/platform/time/durations.ts";
import { expectError } from "../support/answers.ts";
import { nonsense } from "../support/bad-input.ts";
import { START_MS } from "../support/clock.ts";
import { startService, type TestService } from "../support/service.ts";

/** Barcodes in text order, which differs from numeric order. */
const CATALOGUE = ["00120000", "0012000000", "4011", "70000001", "7290000000017", "7290000000024", "94011"];

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product(
		{ barcode: "94011", info: { brand: "Elite" } },
		{ barcode: "4011", catalog_meta: { department: "Produce" } },
		{ barcode: "7290000000024", info: { brand: "Osem" }, catalog_meta: { department: "Frozen" } },
		{ barcode: "7290000000017", info: { brand: "Elite" }, catalog_meta: { department: "Frozen" } },
	);
	packshot.clock.advance(HOUR_MS);
	await packshot.product({ barcode: "0012000000", info: { brand: "elite" } }, { barcode: "00120000" });
	await packshot.picture("7290000000017", "front", { ownership: "studio" });
	await packshot.picture("7290000000017", "back_clean", { ownership: "supplier" });
	packshot.clock.advance(HOUR_MS);
	await packshot.picture("70000001", "front", { ownership: "studio" });
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(60_000));

async function list(query: string, policy: Partial<ClientPolicy> = {}) {
	return packshot.call(`/products${query}`, { client: await packshot.client(policy, "1") });
}

async function barcodes(query: string, policy: Partial<ClientPolicy> = {}): Promise<string[]> {
	const { status, body } = await list(query, policy);
	expect(status).toBe(200);
	const listed = body.data.map((row: { barcode: string }) => row.barcode);
	expect(body.pagination.total).toBe(listed.length);
	return listed;
}

describe("GET /products", () => {
	test("200 lists barcodes and variants, sorted as text, free of charge", async () => {
		const client = await packshot.client({}, "3");
		const answer = await packshot.call("/products", { client });
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
		expect(answer.headers.get("x-credits-debited")).toBe("0");
		expect(Object.keys(answer.body)).toEqual(["data", "pagination", "meta"]);
		expect(answer.body.data.map((row: { barcode: string }) => row.barcode)).toEqual(CATALOGUE);
		expect(answer.body.data[3]).toEqual({ barcode: "70000001", variants: ["front"] });
		expect(answer.body.data[4]).toEqual({ barcode: "7290000000017", variants: ["front", "back_clean"] });
		expect(answer.body.data[6]).toEqual({ barcode: "94011", variants: [] });
		expect(answer.body.pagination).toEqual({ page: 1, per_page: 50, total: 7, total_pages: 1 });
		expect(answer.body.meta).toMatchObject({ credits_debited: 0, credits_remaining: 3 });
		expect(await packshot.balance(client)).toBe(30_000);
		expect(await packshot.ledger(client)).toHaveLength(1);
	});

	test("a client without credits may list", async () => {
		const answer = await packshot.call("/products", { client: await packshot.client({}, "0") });
		expect(answer.status).toBe(200);
	});

	test("401 without a token", async () => {
		expectError(await packshot.call("/products"), "unauthenticated");
	});

	describe("paging", () => {
		test.each([
			["?page=1&per_page=3", ["00120000", "0012000000", "4011"]],
			["?page=2&per_page=3", ["70000001", "7290000000017", "7290000000024"]],
			["?page=3&per_page=3", ["94011"]],
			["?page=4&per_page=3", []],
			["?page=999999999999999&per_page=500", []],
			["?per_page=1&page=7", ["94011"]],
		])("%s", async (query, expected) => {
			const { body } = await list(query);
			expect(body.data.map((row: { barcode: string }) => row.barcode)).toEqual(expected);
			expect(body.pagination.total).toBe(7);
		});

		test("reports the page, its size and the totals", async () => {
			expect((await list("?page=2&per_page=3")).body.pagination).toEqual({
				page: 2,
				per_page: 3,
				total: 7,
				total_pages: 3,
			});
		});

		test("an empty result has 0 pages", async () => {
			const { body } = await list("?search=5");
			expect(body.pagination).toEqual({ page: 1, per_page: 50, total: 0, total_pages: 0 });
		});
	});

	describe("filters", () => {
		test.each([
			["?search=0012", ["00120000", "0012000000"]],
			["?search=7290000000017", ["7290000000017"]],
			["?search=", CATALOGUE],
			["?search=12", []],
			["?min_digits=8", CATALOGUE.filter((barcode) => barcode !== "94011")],
			["?min_digits=14", ["4011"]],
			["?max_digits=5", ["4011", "94011"]],
			["?max_digits=3", []],
			["?min_digits=9&max_digits=12", ["0012000000", "4011"]],
			["?has_front=true", ["70000001", "7290000000017"]],
			["?has_front=1&has_back_clean=0", ["70000001"]],
			["?has_back_clean=true", ["7290000000017"]],
			["?has_back=true", []],
			["?has_front=false", CATALOGUE.filter((barcode) => !/^70|17$/.test(barcode))],
			["?has_front_clean=false&has_back=false&has_front=true", ["70000001", "7290000000017"]],
			["?ownership=studio", ["70000001", "7290000000017"]],
			["?ownership=supplier", ["7290000000017"]],
			["?ownership=Studio", []],
			["?ownership=", []],
			["?ownership=studio&search=70", ["70000001"]],
			["?unknown=1&unknown=2", CATALOGUE],
		])("%s", async (query, expected) => {
			expect(await barcodes(query)).toEqual(expected);
		});

		test.each([
			"%25",
			"_",
			"'",
			"%5C",
			"4%25",
			"401x",
			"%00",
			"%F0%9F%8D%8E",
			"4011%0A",
			"%20",
			"1".repeat(9000),
		])("search=%s matches nothing", async (search) => {
			expect(await barcodes(`?search=${search}`)).toEqual([]);
		});
	});

	describe("updated_since", () => {
		const at = (ms: number) => encodeURIComponent(new Date(ms).toISOString());

		test("includes products changed at or after that time", async () => {
			expect(await barcodes(`?updated_since=${at(START_MS)}`)).toEqual(CATALOGUE);
			expect(await barcodes(`?updated_since=${at(START_MS + 1)}`)).toEqual([
				"00120000",
				"0012000000",
				"70000001",
			]);
			expect(await barcodes(`?updated_since=${at(START_MS + 2 * HOUR_MS)}`)).toEqual(["70000001"]);
			expect(await barcodes(`?updated_since=${at(START_MS + 2 * HOUR_MS + 1)}`)).toEqual([]);
		});

		test("a picture does not change the time of a product that has metadata", async () => {
			expect(await barcodes(`?updated_since=${at(START_MS + 1)}&search=729`)).toEqual([]);
		});

		test.each([
			["2027-05-15", 7],
			["2027-05-16", 0],
			["2027-05-15T13:30:30%2B00:00", 3],
			["2027-05-15T15:30:30 02:00", 3],
			["2027-05-15T15:30:30%2B02:00", 3],
			["2027-05-15T09:30:30-04:00", 3],
			["2027-05-15T13:30:30", 3],
			["2027-05-15t13:30:30z", 3],
			["2027-05-15T13:30", 3],
		])("%s", async (since, count) => {
			expect((await list(`?updated_since=${since}`)).body.pagination.total).toBe(count);
		});
	});

	describe("the client's scope filter hides", () => {
		test.each<[string, Partial<ClientPolicy>, string[]]>([
			["other prefixes", { barcodePrefixes: ["729", "94"] }, ["7290000000017", "7290000000024", "94011"]],
			["other brands, case-sensitively", { brands: ["Elite"] }, ["7290000000017", "94011"]],
			["other departments", { departments: ["Frozen", "Sushi"] }, ["7290000000017", "7290000000024"]],
			[
				"products that do not match every kind",
				{ barcodePrefixes: ["7"], brands: ["Elite"], departments: ["Frozen"] },
				["7290000000017"],
			],
			["everything", { barcodePrefixes: ["5"] }, []],
		])("%s", async (_, policy, expected) => {
			expect(await barcodes("", policy)).toEqual(expected);
		});

		test("products from searches as well", async () => {
			expect(await barcodes("?search=40", { barcodePrefixes: ["729"] })).toEqual([]);
			expect(await barcodes("?search=72", { barcodePrefixes: ["729"] })).toHaveLength(2);
		});
	});

	test("locks hide nothing, because a listing shows no images or metadata", async () => {
		expect(await barcodes("?has_front=true", { locks: ["images", "info"] })).toHaveLength(2);
	});

	describe("400", () => {
		const bad: [string, readonly string[]][] = [
			["page", ["0", "9999999999999999", ...nonsense]],
			["per_page", ["0", "501", "100000000000000000000", ...nonsense]],
			["min_digits", ["0", ...nonsense]],
			["max_digits", nonsense],
			["has_front", ["yes", "TRUE", "2", ...nonsense]],
			["has_back_clean", ["no", ...nonsense]],
			[
				"updated_since",
				["2027-02-30", "2027-13-01", "2027-05-15T25:00", "yesterday", "1810384230", ...nonsense],
			],
		];
		test.each(bad)("a bad %s, nothing charged", async (parameter, values) => {
			const client = await packshot.client({ requestsPerMinute: 1000 }, "1");
			for (const value of values) {
				const answer = await packshot.call(`/products?${parameter}=${value}`, { client });
				expect([value, answer.status]).toEqual([value, 400]);
				expectError(answer, "bad_request");
				expect(answer.body.message).toContain(parameter);
			}
			expect(await packshot.balance(client)).toBe(10_000);
		});

		test.each(["page", "per_page", "search", "has_front", "ownership", "updated_since", "min_digits"])(
			"%s given twice",
			async (parameter) => {
				expectError(await list(`?${parameter}=1&${parameter}=1`), "bad_request");
				expectError(await list(`?${parameter}=1&x=2&${parameter}=2`), "bad_request");
			},
		);
	});

	test("the next response includes what another process imported, and omits what it removed", async () => {
		const other = await packshot.openAgain();
		const changes = [{ barcode: "60000001" }, { barcode: "60000002", info: { brand: "Elite" } }];
		expect(await barcodes("?search=6")).toEqual([]);
		await other.db.write(applyMetadata, { changes, existingOnly: false });
		expect(await barcodes("?search=6")).toEqual(["60000001", "60000002"]);
		expect((await list("")).body.pagination.total).toBe(CATALOGUE.length + 2);
		expect(await barcodes("?search=6", { brands: ["Elite"] })).toEqual(["60000002"]);
		for (const { barcode } of changes) {
			await other.db.write(remove, { barcode, variant: null, uploadOffsetMinutes: 0 });
		}
		expect(await barcodes("")).toEqual(CATALOGUE);
		await other.close();
	});
});
