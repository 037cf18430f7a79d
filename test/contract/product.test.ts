import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIELDS } from "../../src/catalogue/fields/fields.ts";
import { expectError } from "../support/answers.ts";
import { START_MS } from "../support/clock.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());

const NO_PICTURE = { front: null, back: null, front_clean: null, back_clean: null };

/** The texts and lists served for a product without any data. */
const EMPTY_PRODUCT_META = {
	...Object.fromEntries(FIELDS.info.map((field) => [field, null])),
	kosher_for_passover: false,
	gluten_free: false,
	vegan: false,
	organic: false,
	hechshers: [],
	nutrition: null,
	ingredients: {
		ingredients_text: null,
		contains_statement: null,
		may_contain_statement: null,
		allergens: [],
	},
	department: null,
	subcategory: null,
	web_description: null,
	variety: null,
};

async function knownProduct(): Promise<string> {
	const barcode = newBarcode();
	await packshot.product(everyScope(barcode));
	return barcode;
}

async function read(path: string) {
	return packshot.call(`/products/${path}`, { client: await packshot.client() });
}

describe("GET /products/{barcode}", () => {
	test("200 with every scope by default", async () => {
		const barcode = await knownProduct();
		await packshot.picture(barcode, "front");
		const answer = await read(barcode);
		expect(answer.status).toBe(200);
		expect(Object.keys(answer.body)).toEqual(["barcode", "image_meta", "product_meta", "images", "meta"]);
		expect(answer.body.product_meta).toMatchObject({
			brand: "Golden Sheaf",
			net_weight: null,
			bracha: "hamotzi",
			vegan: true,
			organic: false,
			scanned_at: new Date(START_MS).toISOString(),
			updated_at: new Date(START_MS).toISOString(),
			hechshers: [
				{
					symbol: "OU",
					org: "Orthodox Union",
					logo: null,
					dairy_meat_pareve: "pareve",
					additional_designation: null,
				},
			],
			department: "Passover",
			variety: null,
		});
		expect(answer.body.product_meta.nutrition).toMatchObject({
			calories: "110",
			serving_size: null,
			sodium: { amount: "<5 mg", dv: "0%" },
			iron: { amount: null, dv: null },
		});
		expect(answer.body.images).toEqual({ ...NO_PICTURE, front: expect.stringContaining("/api/v1/image/") });
	});

	test("meta matches the response headers", async () => {
		const answer = await read(await knownProduct());
		expect(answer.body.meta).toEqual({
			request_id: answer.headers.get("x-request-id"),
			credits_debited: 0.3,
			credits_remaining: 99.7,
			response_generated: new Date(START_MS).toISOString(),
		});
		expect(answer.headers.get("x-credits-debited")).toBe("0.3");
		expect(answer.headers.get("x-credits-remaining")).toBe("99.7");
		expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
	});

	test("leading zeros are significant and echoed", async () => {
		await packshot.product({ barcode: "0012", info: { brand: "short" } });
		await packshot.product({ barcode: "00012", info: { brand: "long" } });
		const answers = await Promise.all([read("0012"), read("00012"), read("000012")]);
		expect(answers.map(({ body }) => [body.barcode, body.product_meta?.brand])).toEqual([
			["0012", "short"],
			["00012", "long"],
			[undefined, undefined],
		]);
	});

	test("a product without any data is returned with empty blocks, free of charge", async () => {
		const barcode = newBarcode();
		await packshot.product({ barcode });
		const { body } = await read(barcode);
		expect(body).toMatchObject({
			barcode,
			image_meta: NO_PICTURE,
			images: NO_PICTURE,
			meta: { credits_debited: 0, credits_remaining: 100 },
		});
		expect(body.product_meta).toEqual(EMPTY_PRODUCT_META);
		expect(Object.keys(body.product_meta)).toEqual(Object.keys(EMPTY_PRODUCT_META));
	});

	test("the catalogue's web description and category override the scanned ones", async () => {
		const barcode = newBarcode();
		const scanned = { category: "Crackers", product_description: "scanned" };
		await packshot.product({ barcode, info: scanned });
		await packshot.product({
			barcode,
			catalog_meta: { web_description: "Crisp and light", category: "Matzah" },
		});
		const overridden = await read(`${barcode}?include=info`);
		expect(overridden.body.product_meta).toMatchObject({
			category: "Matzah",
			product_description: "Crisp and light",
		});
		await packshot.product({ barcode, catalog_meta: null });
		expect((await read(`${barcode}?include=info`)).body.product_meta).toMatchObject(scanned);
	});

	test("updated_at follows a change in any scope, scanned_at does not", async () => {
		const barcode = await knownProduct();
		const scannedMs = packshot.clock.now();
		const changes = [
			{ info: { brand: "Another" } },
			{ hechshers: [] },
			{ nutrition: null },
			{ ingredients: null },
			{ catalog_meta: { variety: "Cavendish" } },
		];
		for (const change of changes) {
			packshot.clock.advance(1000);
			await packshot.product({ barcode, ...change });
			const { product_meta } = (await read(`${barcode}?include=info`)).body;
			expect([change, Date.parse(product_meta.updated_at)]).toEqual([change, packshot.clock.now()]);
			expect(Date.parse(product_meta.scanned_at)).toBe(scannedMs);
		}
		packshot.clock.set(scannedMs);
	});

	test("returns JSON whatever the Accept header says", async () => {
		const client = await packshot.client();
		const headers = { accept: "text/html" };
		const [found, missing] = await Promise.all([
			packshot.call(`/products/${await knownProduct()}`, { client, headers }),
			packshot.call("/products/99999999", { client, headers }),
		]);
		expect(found.body.barcode).toBeDefined();
		expectError(missing, "not_found");
	});

	test("accepts a trailing slash without a redirect", async () => {
		const barcode = await knownProduct();
		expect((await read(`${barcode}/?include=info`)).status).toBe(200);
	});
});

describe("include and variants", () => {
	test.each([
		["info", FIELDS.info],
		["catalog_meta", FIELDS.catalog_meta],
		["hechshers", ["hechshers"]],
		["nutrition", ["nutrition"]],
		["ingredients", ["ingredients"]],
		["catalog_meta,info", [...FIELDS.info, ...FIELDS.catalog_meta]],
	])("include=%s returns only those fields of product_meta and no other block", async (include, fields) => {
		const { body } = await read(`${await knownProduct()}?include=${include}`);
		expect(Object.keys(body)).toEqual(["barcode", "product_meta", "meta"]);
		expect(Object.keys(body.product_meta)).toEqual(fields);
	});

	test.each(["image_meta", "images"])("include=%s returns only that block", async (include) => {
		const { body } = await read(`${await knownProduct()}?include=${include}`);
		expect(Object.keys(body)).toEqual(["barcode", include, "meta"]);
		expect(body[include]).toEqual(NO_PICTURE);
	});

	test("include=product_meta returns the five metadata scopes without the pictures", async () => {
		const { body } = await read(`${await knownProduct()}?include=product_meta`);
		expect(Object.keys(body)).toEqual(["barcode", "product_meta", "meta"]);
		expect(Object.keys(body.product_meta)).toEqual(Object.keys(EMPTY_PRODUCT_META));
	});

	test("items are trimmed and deduplicated", async () => {
		const path = `${await knownProduct()}?include=info,%20info%20,info,+hechshers`;
		const { body } = await read(path);
		expect(body.meta.credits_debited).toBe(0.15);
		expect(Object.keys(body.product_meta)).toEqual([...FIELDS.info, "hechshers"]);
	});

	test("a variant that was not requested or does not exist is null", async () => {
		const barcode = newBarcode();
		await Promise.all([packshot.picture(barcode, "front"), packshot.picture(barcode, "back_clean")]);
		const some = await read(`${barcode}?include=images&variants=front,back`);
		const all = await read(`${barcode}?include=images`);
		const url = expect.any(String);
		expect(some.body.images).toEqual({ ...NO_PICTURE, front: url });
		expect(all.body.images).toEqual({ ...NO_PICTURE, front: url, back_clean: url });
	});

	test("variants without include still returns all metadata", async () => {
		const { body } = await read(`${await knownProduct()}?variants=front`);
		expect(Object.keys(body)).toEqual(["barcode", "image_meta", "product_meta", "images", "meta"]);
	});

	test("unknown parameters are ignored", async () => {
		expect((await read(`${await knownProduct()}?include=info&colour=red&colour=blue`)).status).toBe(200);
	});

	test.each([
		"include=",
		"include=info,",
		"include=info,,nutrition",
		"include=%20",
		"include=colour",
		"include=INFO",
		"include=info&include=nutrition",
		"variants=",
		"variants=front,",
		"variants=side",
		"variants=front,side",
		"variants=front&variants=front",
		"include=info&variants=side",
	])("400 for %s, before the product is looked up", async (query) => {
		expectError(await read(`99999998?${query}`), "bad_request");
	});
});

describe("image_meta", () => {
	test("gives each picture's date, upload date, size and origin, and null for missing pictures", async () => {
		const barcode = newBarcode();
		const picture = await packshot.picture(barcode, "back", {
			ownership: "Studio North",
			uploadedBy: "photographer",
			sourceBatch: "spring",
			fileDateMs: Date.UTC(2026, 1, 3, 22),
		});
		const { body } = await read(`${barcode}?include=image_meta`);
		expect(body.image_meta).toEqual({
			...NO_PICTURE,
			back: {
				photo_date: "2026-02-03",
				upload_date: "2027-05-15 08:30:30",
				resolution: `${picture.prepared.width}x${picture.prepared.height}`,
				ownership: "Studio North",
				uploaded_by: "photographer",
				file_size_bytes: picture.prepared.watermarkedSizeBytes + 2081,
				source_batch: "spring",
			},
		});
		expect(body.meta.credits_debited).toBe(0.05);
	});

	test("ownership is absent and uploaded_by is null when never set", async () => {
		const barcode = newBarcode();
		await packshot.picture(barcode, "front");
		const { front } = (await read(`${barcode}?include=image_meta`)).body.image_meta;
		expect("ownership" in front).toBe(false);
		expect(front).toMatchObject({ uploaded_by: null, source_batch: "zip_upload" });
	});
});

describe("barcodes", () => {
	test.each([
		"123",
		"123456789012345",
		"12a45678",
		"+1234567",
		"-1234567",
		"1234%20567",
		"%201234567",
		"1234567%0A",
		"12345678%00",
		"1234.5678",
		"1e10",
		"0x12345",
		"%D9%A4%D9%A0%D9%A1%D9%A1",
		"%EF%BC%94%EF%BC%90%EF%BC%91%EF%BC%91",
		"12345678%2F12",
		"%E2%82%85%E2%82%85%E2%82%85%E2%82%85",
	])("400 invalid_barcode for %s on GET and HEAD", async (text) => {
		const client = await packshot.client();
		expectError(await packshot.call(`/products/${text}`, { client }), "invalid_barcode");
		const head = await packshot.call(`/products/${text}`, { client, method: "HEAD" });
		expect([head.status, head.headers.get("x-credits-debited")]).toEqual([400, "0"]);
	});

	test("404 not_found for a barcode that is not in the catalogue", async () => {
		expectError(await read("99999999"), "not_found");
	});
});

describe("HEAD /products/{barcode}", () => {
	async function head(path: string) {
		const client = await packshot.client();
		return packshot.call(`/products/${path}`, { client, method: "HEAD" });
	}

	test("200 without a body for a barcode that exists, at 0.05 credits", async () => {
		const answer = await head(await knownProduct());
		expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
		expect(answer.headers.get("x-credits-debited")).toBe("0.05");
		expect(answer.headers.get("x-credits-remaining")).toBe("99.95");
		expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
	});

	test("404 without a body for an unknown barcode, free of charge", async () => {
		const answer = await head("99999999");
		expect([answer.status, answer.bytes.length]).toEqual([404, 0]);
		expect(answer.headers.get("x-credits-debited")).toBe("0");
		expect(answer.headers.get("x-credits-remaining")).toBe("100");
	});

	test("ignores the query parameters of GET", async () => {
		expect((await head(`${await knownProduct()}?include=colour`)).status).toBe(200);
	});

	test("401 without a token, and no balance is revealed", async () => {
		const answer = await packshot.call(`/products/${await knownProduct()}`, { method: "HEAD" });
		expect([answer.status, answer.bytes.length]).toEqual([401, 0]);
		expect(answer.headers.get("x-credits-debited")).toBe("0");
		expect(answer.headers.has("x-credits-remaining")).toBe(false);
	});
});
