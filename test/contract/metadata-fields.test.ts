import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FIELDS } from "../../src/catalogue/fields/fields.ts";
import { METADATA_SCOPES } from "../../src/catalogue/fields/scopes.ts";
import { expectError } from "../support/answers.ts";
import { nonsense } from "../support/bad-input.ts";
import { everyScope } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product(everyScope("10000001"), { barcode: "10000002", info: { brand: "Elite" } });
	await packshot.picture("4011", "front", { ownership: "studio" });
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(60_000));

async function fields(query = "") {
	return packshot.call(`/metadata-fields${query}`, { client: await packshot.client({}, "1") });
}

describe("GET /metadata-fields", () => {
	test("200 lists every scope with its fields, for 0.05 credits", async () => {
		const answer = await fields();
		expect(answer.status).toBe(200);
		expect(Object.keys(answer.body)).toEqual(["scopes", "total_products", "usage", "meta"]);
		expect(answer.body.scopes).toEqual(
			METADATA_SCOPES.map((scope) => ({ scope, source_fields: [...FIELDS[scope]] })),
		);
		expect(answer.body.total_products).toBe(3);
		expect(answer.body.meta).toMatchObject({ credits_debited: 0.05, credits_remaining: 0.95 });
	});

	test("every key it returns is accepted by GET /metadata/products", async () => {
		const { body } = await fields();
		const keys = body.scopes.flatMap(
			({ scope, source_fields }: { scope: string; source_fields: string[] }) => [
				scope,
				...source_fields.map((field) => `${scope}.${field}`),
			],
		);
		expect(keys.length).toBeGreaterThanOrEqual(60);
		const client = await packshot.client({ requestsPerMinute: 1000 });
		for (const key of keys) {
			expect((await packshot.call(`/metadata/products?has=${key}`, { client })).status).toBe(200);
		}
	});

	test.each(["1", "true"])(
		"counts=%s adds the number of products with each scope and field",
		async (value) => {
			const { body } = await fields(`?counts=${value}`);
			const [info, , nutrition, , , imageMeta] = body.scopes;
			expect(info).toMatchObject({ scope: "info", barcodes_with_scope: 2 });
			expect(info.barcodes_with_field).toMatchObject({ brand: 2, product_name: 1, notes: 0, vegan: 2 });
			expect(Object.keys(nutrition.barcodes_with_field)).toEqual([...FIELDS.nutrition]);
			expect(imageMeta).toMatchObject({ scope: "image_meta", barcodes_with_scope: 1 });
			expect(imageMeta.barcodes_with_field).toMatchObject({ ownership: 1, resolution: 1, uploaded_by: 0 });
		},
	);

	test("each count equals the total of GET /metadata/products for that key", async () => {
		const { body } = await fields("?counts=1");
		const client = await packshot.client({ requestsPerMinute: 1000 });
		for (const { scope, barcodes_with_scope, barcodes_with_field } of body.scopes) {
			const counts = Object.entries({ ...barcodes_with_field, "": barcodes_with_scope });
			for (const [field, count] of counts) {
				const key = field === "" ? scope : `${scope}.${field}`;
				const listing = await packshot.call(`/metadata/products?has=${key}&search=`, { client });
				expect([key, listing.body.pagination.total]).toEqual([key, count]);
			}
		}
	});

	test.each(["0", "false"])("counts=%s omits the counts", async (value) => {
		const { body } = await fields(`?counts=${value}`);
		expect(Object.keys(body.scopes[0])).toEqual(["scope", "source_fields"]);
	});

	test("the counts reflect catalogue changes at once", async () => {
		const ingredients = async () => (await fields("?counts=1")).body.scopes[3].barcodes_with_scope;
		expect(await ingredients()).toBe(1);
		await packshot.product({ barcode: "10000002", ingredients: { ingredients_text: "Salt" } });
		expect(await ingredients()).toBe(2);
		await packshot.product({ barcode: "10000002", ingredients: null });
		expect(await ingredients()).toBe(1);
	});

	test("400 for an invalid counts parameter, nothing charged", async () => {
		const client = await packshot.client({ requestsPerMinute: 1000 }, "1");
		for (const value of nonsense) {
			expectError(await packshot.call(`/metadata-fields?counts=${value}`, { client }), "bad_request");
		}
		expectError(await packshot.call("/metadata-fields?counts=1&counts=1", { client }), "bad_request");
		expect(await packshot.balance(client)).toBe(10_000);
	});

	test("401 without a token", async () => {
		expectError(await packshot.call("/metadata-fields"), "unauthenticated");
	});

	test("402 without credits", async () => {
		const client = await packshot.client({}, "0");
		expectError(await packshot.call("/metadata-fields", { client }), "insufficient_credits");
	});
});
