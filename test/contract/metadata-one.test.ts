import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FIELDS } from "../../src/catalogue/fields/fields.ts";
import { METADATA_SCOPES, SCOPES } from "../../src/catalogue/fields/scopes.ts";
import { applyMetadata } from "../../src/catalogue/writing/apply-metadata.ts";
import { expectError } from "../support/answers.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(60_000));

async function read(barcode: string, policy: Parameters<TestService["client"]>[0] = {}) {
	return packshot.call(`/metadata/${barcode}`, { client: await packshot.client(policy, "1") });
}

/** The fields of a scope that are reported as available. */
function there(flags: Record<string, boolean>): string[] {
	return Object.keys(flags).filter((field) => flags[field]);
}

describe("GET /metadata/{barcode}", () => {
	test("200 reports which scopes and image variants are available, for 0.02 credits", async () => {
		const barcode = newBarcode();
		await packshot.product(everyScope(barcode));
		await packshot.picture(barcode, "front", { ownership: "studio" });
		const client = await packshot.client({}, "1");
		const answer = await packshot.call(`/metadata/${barcode}`, { client });
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
		expect(Object.keys(answer.body)).toEqual([
			"barcode",
			"metadata",
			"metadata_fields",
			"image_variants",
			"worth_requesting",
			"meta",
		]);
		expect(answer.body.barcode).toBe(barcode);
		expect(there(answer.body.metadata)).toEqual([...METADATA_SCOPES]);
		expect(answer.body.image_variants).toEqual(["front"]);
		expect(answer.body.worth_requesting).toEqual([...SCOPES]);
		expect(answer.body.meta).toMatchObject({ credits_debited: 0.02, credits_remaining: 0.98 });
		expect(await packshot.balance(client)).toBe(9_800);
	});

	test("returns a boolean for every field of every scope", async () => {
		const barcode = newBarcode();
		await packshot.product(everyScope(barcode));
		const { body } = await read(barcode);
		for (const scope of METADATA_SCOPES) {
			expect(Object.keys(body.metadata_fields[scope])).toEqual([...FIELDS[scope]]);
		}
		expect(there(body.metadata_fields.info)).toEqual([
			"brand",
			"product_name",
			"product_description",
			"category",
			"bracha",
			"kosher_for_passover",
			"gluten_free",
			"vegan",
			"organic",
			"scanned_at",
			"updated_at",
		]);
		expect(there(body.metadata_fields.hechshers)).toEqual(["symbol", "org", "dairy_meat_pareve"]);
		expect(there(body.metadata_fields.nutrition)).toEqual(["calories", "sodium"]);
		expect(there(body.metadata_fields.ingredients)).toEqual(["ingredients_text", "allergens"]);
		expect(there(body.metadata_fields.catalog_meta)).toEqual(["department", "subcategory"]);
		expect(there(body.metadata_fields.image_meta)).toEqual([]);
	});

	test("leaks no field values", async () => {
		const barcode = newBarcode();
		await packshot.product(everyScope(barcode));
		await packshot.picture(barcode, "back", { ownership: "Secret Studio", uploadedBy: "somebody" });
		const { bytes } = await read(barcode);
		const text = Buffer.from(bytes).toString();
		const values = ["Golden", "Matzah", "OU", "wheat", "Passover", "Secret", "somebody", "176x176"];
		for (const value of values) expect(text).not.toContain(value);
	});

	test("reports nothing as available for a product without data", async () => {
		const barcode = newBarcode();
		await packshot.product({ barcode });
		const { status, body } = await read(barcode);
		expect(status).toBe(200);
		expect(there(body.metadata)).toEqual([]);
		for (const scope of METADATA_SCOPES) expect(there(body.metadata_fields[scope])).toEqual([]);
		expect([body.image_variants, body.worth_requesting]).toEqual([[], []]);
	});

	test("an empty info record counts as available, other empty scopes do not", async () => {
		const barcode = newBarcode();
		const empty = { ingredients: { ingredients_text: "", allergens: [] }, catalog_meta: {}, hechshers: [] };
		await packshot.product({ barcode, ...empty, info: {}, nutrition: {} });
		const { body } = await read(barcode);
		expect(there(body.metadata)).toEqual(["info"]);
		expect(there(body.metadata_fields.nutrition)).toEqual([]);
		expect(body.worth_requesting).toEqual(["info"]);
	});

	test("worth_requesting lists exactly the scopes that a read would bill", async () => {
		const barcode = newBarcode();
		await packshot.product({ barcode, hechshers: [{ symbol: "OU" }], catalog_meta: { variety: "Gala" } });
		await packshot.picture(barcode, "back_clean");
		const { body } = await read(barcode);
		expect(body.worth_requesting).toEqual(["hechshers", "catalog_meta", "image_meta", "images"]);
		const product = await packshot.call(`/products/${barcode}`, { client: await packshot.client() });
		expect(product.body.meta.credits_debited).toBe(0.05 + 0.05 + 0.05 + 0.25);
	});

	test("does not count removed pictures", async () => {
		const barcode = newBarcode();
		await packshot.product({ barcode });
		await packshot.picture(barcode, "front", { ownership: "studio" });
		expect((await read(barcode)).body.metadata.image_meta).toBe(true);
		const { remove } = await import("../../src/pictures/store/remove.ts");
		const removal = {
			barcode,
			variant: "front",
			uploadOffsetMinutes: 0,
		} as const;
		await packshot.installation.db.write(remove, removal);
		const { body } = await read(barcode);
		expect(body.metadata.image_meta).toBe(false);
		expect(there(body.metadata_fields.image_meta)).toEqual([]);
		expect([body.image_variants, body.worth_requesting]).toEqual([[], []]);
	});

	test("ignores locks and scope filters: it reports what exists", async () => {
		const barcode = newBarcode();
		await packshot.product(everyScope(barcode));
		const open = (await read(barcode)).body;
		const bound = (
			await read(barcode, { locks: ["nutrition", "info.brand"], barcodePrefixes: ["9"], brands: ["Osem"] })
		).body;
		expect({ ...bound, meta: undefined }).toEqual({ ...open, meta: undefined });
	});

	test("the next response includes what another process just imported", async () => {
		const barcode = newBarcode();
		await packshot.product({ barcode });
		expect((await read(barcode)).body.metadata.nutrition).toBe(false);
		const other = await packshot.openAgain();
		const changes = [{ barcode, nutrition: { calories: "1" } }];
		await other.db.write(applyMetadata, { changes, existingOnly: false });
		await other.close();
		const { body } = await read(barcode);
		expect([body.metadata.nutrition, body.metadata_fields.nutrition.calories]).toEqual([true, true]);
	});

	test("matches barcodes literally, including leading zeros and produce codes", async () => {
		await packshot.product({ barcode: "0044" }, { barcode: "4011" });
		expect((await read("0044")).status).toBe(200);
		expect((await read("4011")).status).toBe(200);
		expectError(await read("00044"), "not_found");
	});

	test.each(["123", "123456789012345", "12x4", "%20", "bulk-check", "4011%00", "%D9%A4%D9%A0%D9%A1%D9%A1"])(
		"400 invalid_barcode for %s, nothing charged",
		async (barcode) => {
			const client = await packshot.client({}, "1");
			expectError(await packshot.call(`/metadata/${barcode}`, { client }), "invalid_barcode");
			expect(await packshot.balance(client)).toBe(10_000);
		},
	);

	test("404 for a barcode that is not in the catalogue, nothing charged", async () => {
		const client = await packshot.client({}, "1");
		expectError(await packshot.call("/metadata/99999999", { client }), "not_found");
		expect(await packshot.balance(client)).toBe(10_000);
	});

	test("404 comes before 402", async () => {
		const client = await packshot.client({}, "0");
		const barcode = newBarcode();
		await packshot.product({ barcode });
		expectError(await packshot.call("/metadata/99999999", { client }), "not_found");
		expectError(await packshot.call(`/metadata/${barcode}`, { client }), "insufficient_credits");
	});

	test("401 without a token", async () => {
		expectError(await packshot.call("/metadata/4011"), "unauthenticated");
	});
});
