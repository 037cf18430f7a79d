import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Packshot, ResponseInfo } from "../../sdk/src/index.ts";
import type { ClientPolicy } from "../../src/clients/policy/client.ts";
import { verifiedBalance } from "../support/ledger.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { sdkClient } from "../support/sdk.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());

async function open(policy: Partial<ClientPolicy> = {}, credits = "100") {
	const client = await service.client(policy, credits);
	return { client, ...sdkClient(service, client) };
}

async function pictured(): Promise<string> {
	const barcode = newBarcode();
	await service.product(everyScope(barcode));
	await Promise.all([service.picture(barcode, "front"), service.picture(barcode, "front_clean")]);
	return barcode;
}

/** The charges in a client's verified ledger, in credits. */
async function charges(client: TestClient): Promise<number[]> {
	const rows = await service.ledger(client);
	verifiedBalance(rows);
	return rows.filter(({ kind }) => kind === "charge").map(({ units }) => -units / 10_000);
}

describe("products", () => {
	test("get returns what the service sends, and what it cost", async () => {
		const barcode = await pictured();
		const { sdk, client } = await open();
		const product = await sdk.products.get(barcode);
		expect(product).toMatchObject({
			barcode,
			product_meta: { brand: "Golden Sheaf", hechshers: [{ symbol: "OU" }], nutrition: { calories: "110" } },
			image_meta: { front: { resolution: expect.stringMatching(/^\d+x\d+$/) }, back: null },
			images: { front: expect.stringContaining("/api/v1/image/"), back: null },
			meta: { credits_debited: 0.85, credits_remaining: 99.15 },
		});
		expect(product.response).toEqual({
			request: `GET /products/${barcode}`,
			status: 200,
			requestId: product.meta.request_id,
			creditsDebited: { exact: "0.85", number: 0.85 },
			creditsRemaining: { exact: "99.15", number: 99.15 },
			rateLimits: {
				minute: { limit: 60, remaining: 59 },
				day: { limit: 10_000, remaining: 9999 },
				resetsAt: new Date(Date.UTC(2027, 4, 15, 12, 31)),
			},
			isReplay: false,
		} satisfies ResponseInfo);
		expect(await charges(client)).toEqual([0.85]);
	});

	test("get asks for scopes and variants", async () => {
		const barcode = await pictured();
		const { sdk, client } = await open();
		const product = await sdk.products.get(barcode, { include: ["info", "images"], variants: ["front"] });
		expect(Object.keys(product)).toEqual(["barcode", "product_meta", "images", "meta", "response"]);
		expect(product.images).toMatchObject({ front: expect.any(String), front_clean: null });
		expect(await charges(client)).toEqual([0.35]);
	});

	test("exists returns true or false, and is charged only for products that exist", async () => {
		const barcode = newBarcode();
		await service.product(everyScope(barcode));
		const { sdk, client } = await open();
		expect([await sdk.products.exists(barcode), await sdk.products.exists(newBarcode())]).toEqual([
			true,
			false,
		]);
		expect(await charges(client)).toEqual([0.05]);
	});

	test("list iterates over all pages, free of charge", async () => {
		const barcodes = Array.from({ length: 7 }, (_, index) => `5550${index}`);
		await service.product(...barcodes.map(everyScope));
		const { sdk, client, sent } = await open();
		const rows = [];
		for await (const row of sdk.products.list({ search: "5550", per_page: 3 })) rows.push(row);
		expect(rows).toEqual(barcodes.map((barcode) => ({ barcode, variants: [] })));
		expect(sent.filter(({ name }) => name === "GET /products")).toHaveLength(3);
		const page = await sdk.products.list({ search: "5550", per_page: 3, page: 3 }).page();
		expect(page.pagination).toEqual({ page: 3, per_page: 3, total: 7, total_pages: 3 });
		expect(await charges(client)).toEqual([]);
	});

	test("list finds products changed since a date", async () => {
		const barcode = newBarcode();
		service.clock.advance(60_000);
		await service.product(everyScope(barcode));
		const { sdk } = await open();
		const since = new Date(service.clock.now());
		const { data } = await sdk.products.list({ updated_since: since }).page();
		expect(data.map((row) => row.barcode)).toEqual([barcode]);
	});

	test("bulkCheck sends 1,200 barcodes in three parts and charges each barcode once", async () => {
		const known = newBarcode();
		await service.product(everyScope(known));
		const barcodes = [known, ...Array.from({ length: 1199 }, () => newBarcode())];
		const { sdk, client } = await open();
		const checked = await sdk.products.bulkCheck([...barcodes, ...barcodes]);
		expect(Object.keys(checked.results)).toHaveLength(1200);
		expect(checked.results[known]).toEqual({ exists: true, variants: [] });
		expect(checked.response.creditsDebited.exact).toBe("12");
		expect(checked.meta).toMatchObject({ credits_debited: 12, credits_remaining: 88 });
		expect(await charges(client)).toEqual([5, 5, 2]);
	});
});

describe("images", () => {
	test.each([
		["front", "image/jpeg", [0xff, 0xd8]],
		["front_clean", "image/png", [0x89, 0x50]],
	] as const)("download returns %s as %s, charged as one image", async (variant, contentType, start) => {
		const barcode = await pictured();
		const { sdk, client, sent } = await open();
		const picture = await sdk.images.download(barcode, variant);
		expect([...picture.bytes.subarray(0, 2)]).toEqual(start);
		expect(picture).toMatchObject({ contentType, isWatermarked: true });
		expect(picture.response.creditsDebited.exact).toBe("0.25");
		await sdk.images.download(barcode, variant);
		expect(sent.filter(({ name }) => name === "GET /image").map(({ status }) => status)).toEqual([200, 200]);
		expect(await charges(client)).toEqual([0.25, 0.25]);
	});

	test("redirectUrl returns a URL that works once", async () => {
		const barcode = await pictured();
		const { sdk, client } = await open();
		const { url, response } = await sdk.images.redirectUrl(barcode, "front");
		expect(response).toMatchObject({ status: 302, creditsDebited: { exact: "0.25" } });
		expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([200, 410]);
		expect(await charges(client)).toEqual([0.25]);
	});

	test("a size returns smaller pictures; a size that is not prepared is rejected, free of charge", async () => {
		const barcode = newBarcode();
		await service.picture(barcode, "front", { sidePx: 600, sizesPx: [500] });
		const { sdk, client } = await open();
		const widthOf = async (bytes: Uint8Array) => (await sharp(bytes).metadata()).width;
		expect(await widthOf((await sdk.images.download(barcode, "front", { size: "500" })).bytes)).toBe(500);
		const { url } = await sdk.images.redirectUrl(barcode, "front", { size: "500" });
		expect(await widthOf(new Uint8Array(await (await fetch(url)).arrayBuffer()))).toBe(500);
		const { image_meta } = await sdk.products.get(barcode, { include: ["image_meta"], size: "500" });
		expect(image_meta?.front?.resolution).toBe("500x500");
		const refused = { code: "bad_request" };
		await expect(sdk.images.download(barcode, "front", { size: "501" })).rejects.toMatchObject(refused);
		expect(await charges(client)).toEqual([0.25, 0.25, 0.05]);
	});

	test("a variant without a picture is an error, free of charge", async () => {
		const barcode = await pictured();
		const { sdk, client } = await open();
		const missing = { code: "variant_not_available" };
		await expect(sdk.images.download(barcode, "back")).rejects.toMatchObject(missing);
		await expect(sdk.images.redirectUrl(barcode, "back")).rejects.toMatchObject(missing);
		expect(await charges(client)).toEqual([]);
	});
});

describe("metadata", () => {
	test("get returns which data a product has", async () => {
		const barcode = await pictured();
		const { sdk, client } = await open();
		expect(await sdk.metadata.get(barcode)).toMatchObject({
			metadata: { info: true, nutrition: true, image_meta: true },
			metadata_fields: { info: { brand: true, bracha: true, manufacturer: false } },
			image_variants: ["front", "front_clean"],
			worth_requesting: expect.arrayContaining(["info", "images"]),
		});
		expect(await charges(client)).toEqual([0.02]);
	});

	test("bulkCheck returns which data many products have, by field at double the price", async () => {
		const barcode = await pictured();
		const { sdk, client } = await open();
		const scopes = await sdk.metadata.bulkCheck([barcode, "9999"]);
		expect(scopes.results).toMatchObject({ [barcode]: { exists: true }, 9999: { exists: false } });
		expect(scopes.results[barcode]).not.toHaveProperty("metadata_fields");
		const fields = await sdk.metadata.bulkCheck([barcode, "9999"], { fields: true });
		expect(fields.results[barcode]?.metadata_fields?.nutrition.calories).toBe(true);
		expect(await charges(client)).toEqual([0.01, 0.02]);
	});

	test("list finds products by what they have and lack, every page charged", async () => {
		const barcodes = Array.from({ length: 3 }, (_, index) => `6660${index}`);
		await service.product(...barcodes.map(everyScope), { barcode: "66609" });
		const { sdk, client } = await open();
		const listing = sdk.metadata.list({
			has: ["nutrition", "info.brand"],
			missing: ["image_meta"],
			search: "6660",
			include_metadata: true,
			per_page: 2,
		});
		const rows = [];
		for await (const row of listing) rows.push([row.barcode, row.metadata?.nutrition]);
		expect(rows).toEqual(barcodes.map((barcode) => [barcode, true]));
		expect(await charges(client)).toEqual([0.1, 0.1]);
	});

	test("fields lists the keys, with counts when asked", async () => {
		const { sdk, client } = await open();
		const { scopes } = await sdk.metadata.fields();
		expect(scopes.map(({ scope }) => scope)).toContain("nutrition");
		expect(scopes[0]).not.toHaveProperty("barcodes_with_scope");
		const counted = await sdk.metadata.fields({ counts: true });
		expect(counted.scopes[0]?.barcodes_with_field).toHaveProperty("brand");
		expect(await charges(client)).toEqual([0.05, 0.05]);
	});
});

describe("account", () => {
	test("balance, account and usage are free", async () => {
		const { sdk, client } = await open({ name: "Corner shop" }, "12.5");
		expect(await sdk.account.balance()).toMatchObject({ client_id: client.clientId, credit_balance: 12.5 });
		expect(await sdk.account.get()).toMatchObject({
			client_name: "Corner shop",
			rate_limits: { requests_per_minute: 60 },
		});
		const usage = await sdk.account.usage({ from: "2027-05-14", to: "2027-05-15", granularity: "day" });
		expect(usage.series.map(({ period }) => period)).toEqual(["2027-05-14", "2027-05-15"]);
		const range = { from: new Date("2027-05-13T23:59:59Z"), to: new Date("2027-05-14T00:00:00Z") };
		const byDate = await sdk.account.usage({ ...range, granularity: "day" });
		expect(byDate.series.map(({ period }) => period)).toEqual(["2027-05-13", "2027-05-14"]);
		expect(await charges(client)).toEqual([]);
	});
});

describe("calls without a token", () => {
	test("pricing and health need no sign-in", async () => {
		const { sdk, sent } = await open();
		expect((await sdk.pricing()).actions).toMatchObject({ "products.head": 0.05 });
		expect(await sdk.health()).toMatchObject({ status: "ok", checks: { database: "ok" } });
		expect(sent.map(({ name }) => name)).toEqual(["GET /pricing", "GET /health"]);
	});
});

describe("errors", () => {
	test.each<
		[code: string, policy: Partial<ClientPolicy>, call: (sdk: Packshot) => Promise<unknown>, more?: object]
	>([
		["not_found", {}, (sdk) => sdk.products.get("1234567")],
		["not_found", {}, (sdk) => sdk.metadata.get("1234567")],
		["invalid_barcode", {}, (sdk) => sdk.products.get("123")],
		["invalid_barcode", {}, (sdk) => sdk.products.exists("123")],
		["invalid_barcode", {}, (sdk) => sdk.products.bulkCheck(["123"])],
		["bad_request", {}, (sdk) => sdk.products.list({ per_page: 501 }).page()],
		["bad_request", {}, (sdk) => sdk.products.bulkCheck([])],
		["bad_request", {}, (sdk) => sdk.products.bulkCheck(["4011"], { idempotencyKey: "short" })],
		[
			"invalid_metadata_key",
			{},
			(sdk) => sdk.metadata.list({ has: "nutrition.calorie" }).page(),
			{ hint: expect.stringContaining("nutrition.calories") },
		],
		[
			"scope_forbidden",
			{ locks: ["nutrition"] },
			(sdk) => sdk.products.get("77001", { include: ["nutrition"] }),
			{ blockedScopes: ["nutrition"] },
		],
		["scope_forbidden", { locks: ["images"] }, (sdk) => sdk.images.download("77001", "front")],
		["out_of_scope", { barcodePrefixes: ["88"] }, (sdk) => sdk.products.get("77001")],
		["out_of_scope", { barcodePrefixes: ["88"] }, (sdk) => sdk.products.exists("77001")],
	])("%s, nothing charged", async (code, policy, call, more = {}) => {
		await service.product(everyScope("77001"));
		const { sdk, client } = await open(policy);
		await expect(call(sdk)).rejects.toMatchObject({
			name: "PackshotError",
			code,
			requestId: expect.stringMatching(/^req_/),
			...more,
		});
		expect(await charges(client)).toEqual([]);
	});

	test("insufficient_credits carries the balance", async () => {
		await service.product(everyScope("77001"));
		const { sdk } = await open({}, "0.04");
		await expect(sdk.products.exists("77001")).rejects.toMatchObject({
			code: "insufficient_credits",
			status: 402,
			response: { creditsRemaining: { exact: "0.04" } },
		});
	});

	test("client_disabled is distinguished from out_of_scope even by exists", async () => {
		await service.product(everyScope("77001"));
		const { sdk, client } = await open();
		await sdk.account.balance();
		await service.updateClient(client, { expiresAtMs: service.clock.now() - 1 });
		service.clock.advance(6_000);
		await expect(sdk.products.exists("77001")).rejects.toMatchObject({ code: "client_disabled" });
	});
});
