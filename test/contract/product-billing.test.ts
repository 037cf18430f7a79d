import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { expectError } from "../support/answers.ts";
import { verifiedBalance } from "../support/ledger.ts";
import { announce } from "../support/operator.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());

async function fullProduct(): Promise<string> {
	const barcode = newBarcode();
	await packshot.product(everyScope(barcode));
	return barcode;
}

/** The last charge in the verified ledger, as `action × quantity`. */
async function lastCharge(client: TestClient): Promise<string[]> {
	const rows = await packshot.ledger(client);
	expect(verifiedBalance(rows)).toBe(await packshot.balance(client));
	const last = rows.at(-1);
	if (last?.kind !== "charge") return [];
	const lines: { action: string; quantity: number; price_units: number }[] = JSON.parse(last.detail);
	expect(lines.reduce((sum, line) => sum + line.quantity * line.price_units, 0)).toBe(-last.units);
	return lines.map((line) => `${line.action} × ${line.quantity}`);
}

const SCOPES = ["info", "hechshers", "nutrition", "ingredients", "catalog_meta"];
const eachScope = SCOPES.map((scope) => `products.get.${scope} × 1`);

describe("GET /products/{barcode} is billed for what it returns", () => {
	let barcode: string;
	beforeAll(async () => {
		barcode = await fullProduct();
		await Promise.all([packshot.picture(barcode, "front"), packshot.picture(barcode, "back")]);
	});

	test.each<[query: string, units: number, lines: string[]]>([
		["", 8500, [...eachScope, "products.get.image_meta × 1", "products.get.per_image × 2"]],
		["variants=front", 6000, [...eachScope, "products.get.image_meta × 1", "products.get.per_image × 1"]],
		["variants=front_clean", 3500, [...eachScope, "products.get.image_meta × 1"]],
		["include=product_meta", 3000, eachScope],
		["include=product_meta,info,nutrition", 3000, eachScope],
		["include=info", 1000, ["products.get.info × 1"]],
		["include=info,info", 1000, ["products.get.info × 1"]],
		["include=info&variants=front", 1000, ["products.get.info × 1"]],
		["include=hechshers", 500, ["products.get.hechshers × 1"]],
		["include=nutrition", 500, ["products.get.nutrition × 1"]],
		["include=ingredients", 500, ["products.get.ingredients × 1"]],
		["include=catalog_meta", 500, ["products.get.catalog_meta × 1"]],
		["include=image_meta", 500, ["products.get.image_meta × 1"]],
		["include=images", 5000, ["products.get.per_image × 2"]],
		["include=images&variants=front", 2500, ["products.get.per_image × 1"]],
		["include=images&variants=front,front,back_clean", 2500, ["products.get.per_image × 1"]],
		["include=images&variants=back_clean", 0, []],
	])("?%s costs %i units", async (query, units, lines) => {
		const client = await packshot.client();
		const { body, headers } = await packshot.call(`/products/${barcode}?${query}`, { client });
		expect(await packshot.balance(client)).toBe(1_000_000 - units);
		expect(await lastCharge(client)).toEqual(lines);
		expect([body.meta.credits_debited, body.meta.credits_remaining]).toEqual([
			units / 10_000,
			(1_000_000 - units) / 10_000,
		]);
		expect(headers.get("x-credits-debited")).toBe(String(units / 10_000));
	});
});

describe("a scope without data is not billed", () => {
	test.each<[string, object, number]>([
		["no record at all", {}, 0],
		["an empty list of hechshers", { hechshers: [] }, 0],
		["ingredients of a product that is not food", { ingredients: { ingredients_text: "" } }, 0],
		[
			"catalogue fields that are all null, except for the category served with info",
			{ catalog_meta: { category: "only" } },
			1000,
		],
		["an empty catalogue text", { catalog_meta: { variety: "" } }, 0],
		["an allergen alone, which counts as data", { ingredients: { allergens: ["soy"] } }, 500],
		["an empty nutrition panel", { nutrition: {} }, 0],
		[
			"a nutrition panel whose values are all empty",
			{ nutrition: { calories: "", sodium: { amount: "", dv: null }, iron: {} } },
			0,
		],
		["a nutrition panel with one percentage", { nutrition: { calories: "", iron: { dv: "2%" } } }, 500],
		["an info record with flags alone", { info: {} }, 1000],
	])("%s", async (_name, metadata, units) => {
		const barcode = newBarcode();
		await packshot.product({ barcode, ...metadata });
		const client = await packshot.client();
		const { status } = await packshot.call(`/products/${barcode}`, { client });
		expect([status, await packshot.balance(client)]).toEqual([200, 1_000_000 - units]);
	});

	test("a request that costs nothing needs no balance and leaves no ledger row", async () => {
		const barcode = newBarcode();
		await packshot.product({ barcode });
		const client = await packshot.client({}, "0");
		expect((await packshot.call(`/products/${barcode}`, { client })).status).toBe(200);
		expect(await packshot.ledger(client)).toEqual([]);
	});
});

describe("the ledger", () => {
	test("records the request id of every charge, and every request is audited", async () => {
		const client = await packshot.client();
		const path = `/products/${await fullProduct()}`;
		const answers = [
			await packshot.call(path, { client }),
			await packshot.call(path, { client, method: "HEAD" }),
			await packshot.call("/balance", { client }),
		];
		const ids = answers.map(({ headers }) => headers.get("x-request-id"));
		const charges = (await packshot.ledger(client)).filter(({ kind }) => kind === "charge");
		expect(charges.map((row) => row.request_id)).toEqual(ids.slice(0, 2));
		const { db } = packshot.installation;
		// Calls without a charge are recorded after the answer.
		await expect
			.poll(() =>
				db.read.selectFrom("audit").select("request_id").where("client_id", "=", client.clientId).execute(),
			)
			.toEqual(ids.map((request_id) => ({ request_id })));
	});
});

describe("amounts", () => {
	test("are exact decimals without trailing zeros, in the headers and in the raw body", async () => {
		const path = `/products/${await fullProduct()}?include=info`;
		const client = await packshot.client({}, "0.3003");
		const remaining = [];
		for (let call = 0; call < 3; call++) {
			const { bytes, headers } = await packshot.call(path, { client });
			const text = new TextDecoder().decode(bytes);
			expect(text).toContain('"credits_debited":0.1,');
			expect(text).toContain(`"credits_remaining":${headers.get("x-credits-remaining")},`);
			remaining.push(headers.get("x-credits-remaining"));
		}
		expect(remaining).toEqual(["0.2003", "0.1003", "0.0003"]);
	});

	test("large balances keep every unit", async () => {
		const client = await packshot.client({}, "9876543210.8765");
		const path = `/products/${await fullProduct()}`;
		const { headers } = await packshot.call(path, { client, method: "HEAD" });
		expect(headers.get("x-credits-remaining")).toBe("9876543210.8265");
	});
});

describe("402 insufficient_credits", () => {
	test.each([
		["GET", "0.2999", 200],
		["HEAD", "0.0499", 200],
		["GET", "0", 200],
	])("%s with %s credits charges nothing and returns no data", async (method, credits) => {
		const path = `/products/${await fullProduct()}`;
		const client = await packshot.client({}, credits);
		const before = [await packshot.balance(client), await packshot.ledger(client)];
		const answer = await packshot.call(path, { client, method });
		if (method === "GET") expectError(answer, "insufficient_credits");
		expect([answer.status, answer.headers.get("x-credits-debited")]).toEqual([402, "0"]);
		expect(answer.headers.get("x-credits-remaining")).toBe(credits);
		expect([await packshot.balance(client), await packshot.ledger(client)]).toEqual(before);
	});

	test("a balance of exactly the price suffices", async () => {
		const path = `/products/${await fullProduct()}`;
		const client = await packshot.client({}, "0.3");
		const { status, headers } = await packshot.call(path, { client });
		expect([status, headers.get("x-credits-remaining")]).toEqual([200, "0"]);
		expectError(await packshot.call(path, { client }), "insufficient_credits");
	});

	test("5 credits pay for exactly 100 of 200 concurrent HEAD requests", async () => {
		const path = `/products/${await fullProduct()}`;
		const client = await packshot.client({ requestsPerMinute: 100_000 }, "5.00");
		await client.token();
		const answers = await Promise.all(
			Array.from({ length: 200 }, () => packshot.call(path, { client, method: "HEAD" })),
		);
		const paid = answers.filter(({ status }) => status === 200);
		expect([paid.length, answers.filter(({ status }) => status === 402).length]).toEqual([100, 100]);
		expect(new Set(paid.map(({ headers }) => headers.get("x-credits-remaining"))).size).toBe(100);
		expect(await packshot.balance(client)).toBe(0);
		const rows = await packshot.ledger(client);
		expect([rows.length, verifiedBalance(rows)]).toEqual([101, 0]);
	});

	test("parallel reads of different prices never overdraw", async () => {
		const barcode = await fullProduct();
		const client = await packshot.client({ requestsPerMinute: 1000 }, "1.07");
		await client.token();
		const includes = ["info", "product_meta", "hechshers", "info,nutrition"];
		const answers = await Promise.all(
			Array.from({ length: 40 }, (_, call) =>
				packshot.call(`/products/${barcode}?include=${includes[call % 4]}`, { client }),
			),
		);
		const debited = answers.reduce((sum, { headers }) => sum + Number(headers.get("x-credits-debited")), 0);
		const balance = await packshot.balance(client);
		expect(Math.round(debited * 10_000) + balance).toBe(10_700);
		expect(balance).toBeGreaterThanOrEqual(0);
		expect(verifiedBalance(await packshot.ledger(client))).toBe(balance);
	});
});

test("an announced price is charged from the exact moment it takes effect", async () => {
	const own = await startService();
	onTestFinished(() => own.close());
	await own.product({ barcode: "4011" });
	const effectiveAtMs = own.clock.now() + 30 * DAY_MS;
	const order = { action: "products.head", units: 777, effectiveAtMs, nowMs: own.clock.now() } as const;
	expect(await announce(own.installation.db, { ...order, immediately: false })).toBe("set");
	const debitedAt = async (atMs: number) => {
		own.clock.set(atMs);
		const client = await own.client();
		return (await own.call("/products/4011", { client, method: "HEAD" })).headers.get("x-credits-debited");
	};
	expect([
		await debitedAt(own.clock.now()),
		await debitedAt(effectiveAtMs - 1),
		await debitedAt(effectiveAtMs),
	]).toEqual(["0.05", "0.05", "0.0777"]);
});
