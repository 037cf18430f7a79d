import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { grantCredits } from "../../src/billing/balances/grant.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { expectError } from "../support/answers.ts";
import { badBarcodes, badKeys } from "../support/bad-input.ts";
import { verifiedBalance } from "../support/ledger.ts";
import {
	everyPage,
	items,
	laterOn,
	MISSING,
	order,
	PLAIN,
	startOrderService,
	WHOLE,
} from "../support/orders.ts";
import type { TestService } from "../support/service.ts";

const KEY = "order-2027-05-15-000000017";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startOrderService();
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(60_000));

describe("POST /orders", () => {
	test("201 sells the available data at the price of single reads, in one ledger charge that names the order", async () => {
		const client = await packshot.client({}, "10");
		const answer = await order(packshot, client, {
			items: items(WHOLE, MISSING, PLAIN),
			name: "Autumn flyer",
		});
		expect(answer.status).toBe(201);
		expect(answer.body).toMatchObject({
			order_id: expect.stringMatching(/^ord_[0-9A-HJKMNP-TV-Z]{26}$/),
			name: "Autumn flyer",
			credits: 1.25,
			lines: [
				{
					barcode: WHOLE,
					found: true,
					scopes: ["info", "hechshers", "nutrition", "ingredients", "catalog_meta", "image_meta"],
					variants: ["front", "front_clean"],
					credits: 0.85,
				},
				{ barcode: MISSING, found: false, scopes: [], variants: [], credits: 0 },
				{ barcode: PLAIN, found: true, scopes: ["info", "image_meta"], variants: ["front"], credits: 0.4 },
			],
			meta: { credits_debited: 1.25, credits_remaining: 8.75 },
		});
		expect(answer.headers.get("location")).toBe(`/api/v1/orders/${answer.body.order_id}`);
		const created = Date.parse(answer.body.created_at);
		expect([created, Date.parse(answer.body.expires_at) - created]).toEqual([
			packshot.clock.now(),
			30 * DAY_MS,
		]);
		const ledger = await packshot.ledger(client);
		expect(ledger.filter(({ kind }) => kind === "charge")).toMatchObject([
			{ units: -12_500, note: answer.body.order_id, request_id: answer.body.meta.request_id },
		]);
		expect(verifiedBalance(ledger)).toBe(87_500);
	});

	test("each line costs the same as a single read", async () => {
		const client = await packshot.client({}, "100");
		const wanted = [
			{ barcode: WHOLE, include: ["info", "nutrition"] },
			{ barcode: PLAIN, include: ["product_meta"] },
		];
		const { body } = await order(packshot, client, { items: wanted });
		for (const [place, { barcode, include }] of wanted.entries()) {
			const read = await packshot.call(`/products/${barcode}?include=${include}`, { client });
			expect(body.lines[place].credits).toBe(read.body.meta.credits_debited);
		}
		const front = await order(packshot, client, {
			items: items(WHOLE),
			include: ["images"],
			variants: ["front", "back"],
		});
		expect(front.body.lines).toMatchObject([{ scopes: [], variants: ["front"], credits: 0.25 }]);
	});

	test("include and variants of the order are the defaults of its items, and items of one barcode are merged", async () => {
		const client = await packshot.client({}, "100");
		const { body } = await order(packshot, client, {
			include: ["images"],
			variants: ["front"],
			items: [
				{ barcode: WHOLE },
				{ barcode: WHOLE, include: ["info"] },
				{ barcode: PLAIN, include: ["info"], variants: ["back"] },
				{ barcode: WHOLE, variants: ["front_clean"] },
			],
		});
		expect(body.lines).toMatchObject([
			{ barcode: WHOLE, scopes: ["info"], variants: ["front", "front_clean"], credits: 0.6 },
			{ barcode: PLAIN, scopes: ["info"], variants: [], credits: 0.1 },
		]);
	});

	test("charges again for products of earlier orders", async () => {
		const client = await packshot.client({}, "100");
		const costs = [
			await order(packshot, client, { items: items(WHOLE) }),
			await order(packshot, client, { items: items(WHOLE) }),
		];
		expect(costs.map(({ body }) => body.credits)).toEqual([0.85, 0.85]);
	});

	test("reports a product outside the client's scope filter as not found, free of charge", async () => {
		const client = await packshot.client({ brands: ["Elite"] }, "100");
		const { body } = await order(packshot, client, { items: items(WHOLE, PLAIN) });
		expect(body.lines.map(({ found }: { found: boolean }) => found)).toEqual([false, true]);
		expect(body.credits).toBe(0.4);
	});

	test("an order without any found product costs nothing and can be fetched", async () => {
		const client = await packshot.client({}, "0");
		const { status, body } = await order(packshot, client, { items: items(MISSING) });
		expect([status, body.credits]).toEqual([201, 0]);
		expect(await everyPage(packshot, client, body.order_id, 50)).toEqual([[]]);
		expect(await packshot.ledger(client)).toEqual([]);
	});

	test("422 max_credits_exceeded before the balance is checked, nothing bought", async () => {
		const client = await packshot.client({}, "0.1");
		const answer = await order(packshot, client, { items: items(WHOLE), max_credits: 0.8499 });
		expectError(answer, "max_credits_exceeded");
		expect(answer.body.message).toContain("0.85");
		expect(await packshot.balance(client)).toBe(1000);
		expectError(
			await order(packshot, client, { items: items(WHOLE), max_credits: 0.85 }),
			"insufficient_credits",
		);
		const rich = await packshot.client({}, "0.85");
		expect((await order(packshot, rich, { items: items(WHOLE), max_credits: 0.85 })).status).toBe(201);
	});

	describe("max_credits", () => {
		const orderAt = async (max: string) => {
			const client = await packshot.client({}, "10");
			const body = `{"items": [{"barcode": "${WHOLE}"}], "max_credits": ${max}}`;
			const headers = { "content-type": "application/json" };
			const call = (path: string) => packshot.call(path, { method: "POST", client, body, headers });
			return { ordered: await call("/orders"), quoted: await call("/orders/quote") };
		};

		test.each([
			"0.85",
			"0.850000001",
			"8.5e-1",
			"50",
			"null",
			"10000000000.1",
			"1e308",
			"1e400",
			"1".repeat(400),
			`${"1".repeat(250)}e99`,
		])("%s is enough for an order of 0.85", async (max) => {
			const { ordered, quoted } = await orderAt(max);
			expect([ordered.status, quoted.status]).toEqual([201, 200]);
		});

		test.each([
			["0.84999999", "0.8499"],
			["1e-9", "0"],
			["0", "0"],
			["-0", "0"],
			["-1e-9", "-0.0001"],
			["-1", "-1"],
			["-1e308", "-10000000000"],
			["-1e400", "-10000000000"],
		])("%s is %s and refuses it with 422; a quote does not read it", async (max, shown) => {
			const { ordered, quoted } = await orderAt(max);
			expectError(ordered, "max_credits_exceeded");
			expect(ordered.body.message).toContain(`max_credits is ${shown}.`);
			expect([quoted.status, quoted.body.credits]).toEqual([200, 0.85]);
		});

		test.each(['"5"', "true", "[]", "{}"])("%s is no number: 400, but not for a quote", async (max) => {
			const { ordered, quoted } = await orderAt(max);
			expectError(ordered, "bad_request");
			expect([quoted.status, quoted.body.credits]).toEqual([200, 0.85]);
		});

		test("below zero refuses even an order that costs nothing", async () => {
			const client = await packshot.client({}, "10");
			const json = { items: items(MISSING), max_credits: -1 };
			expectError(await order(packshot, client, json), "max_credits_exceeded");
		});
	});

	test("402 when the balance does not cover the whole order, nothing bought and nothing stored", async () => {
		const client = await packshot.client({}, "0.84");
		expectError(await order(packshot, client, { items: items(WHOLE) }), "insufficient_credits");
		expect(await packshot.balance(client)).toBe(8400);
		expect((await packshot.call("/orders", { client })).body.data).toEqual([]);
	});

	test("403 scope_forbidden names every locked scope requested of a found product, nothing bought", async () => {
		const client = await packshot.client({ locks: ["nutrition", "images", "hechshers"] }, "10");
		const answer = await order(packshot, client, {
			items: [
				{ barcode: WHOLE, include: ["info", "nutrition"] },
				{ barcode: PLAIN, include: ["images"] },
				{ barcode: MISSING, include: ["hechshers"] },
			],
		});
		expectError(answer, "scope_forbidden", { blocked_scopes: ["nutrition", "images"] });
		expect(await packshot.balance(client)).toBe(100_000);
	});

	test("locked fields and variants are left out and not billed", async () => {
		const client = await packshot.client({ locks: ["images.front", "info.brand"] }, "10");
		const { body } = await order(packshot, client, { items: items(PLAIN), include: ["info", "images"] });
		expect(body.lines).toMatchObject([{ scopes: ["info"], variants: [], credits: 0.1 }]);
	});

	test("concurrent orders, reads and quotes never overdraw the balance", async () => {
		const client = await packshot.client({ requestsPerMinute: 1000 }, "4");
		const answers = await Promise.all(
			Array.from({ length: 40 }, (_, i) =>
				i % 2
					? order(packshot, client, { items: items(WHOLE) })
					: packshot.call(`/products/${WHOLE}`, { client }),
			).concat(
				Array.from({ length: 10 }, () =>
					packshot.call("/orders/quote", { client, json: { items: items(WHOLE) } }),
				),
			),
		);
		const quotes = answers.splice(40);
		for (const { status, body } of quotes) expect([status, body.credits]).toEqual([200, 0.85]);
		const paid = answers.filter(({ status }) => status < 300);
		expect(paid).toHaveLength(4);
		expect(answers.filter(({ status }) => status === 402)).toHaveLength(36);
		expect(await packshot.balance(client)).toBe(40_000 - 4 * 8500);
		expect(verifiedBalance(await packshot.ledger(client))).toBe(6000);
		const made = answers.filter(({ status }) => status === 201);
		expect((await packshot.call("/orders", { client })).body.data).toHaveLength(made.length);
	});

	describe("400", () => {
		const bad: [what: string, body: object][] = [
			["an empty object", {}],
			["no items", { items: [] }],
			["1,001 items", { items: items(...Array.from({ length: 1001 }, (_, i) => String(10_000 + i))) }],
			["items that are strings", { items: ["4011"] }],
			["an unknown scope", { items: items(PLAIN), include: ["price"] }],
			["an empty include", { items: items(PLAIN), include: [] }],
			["an unknown variant", { items: [{ barcode: PLAIN, variants: ["side"] }] }],
			["an unknown size", { items: items(PLAIN), size: "7" }],
			["a name with a control character", { items: items(PLAIN), name: "a\u001bb" }],
			["a name that is too long", { items: items(PLAIN), name: "n".repeat(201) }],
		];
		test.each(bad)("bad_request for %s, nothing charged, by order and by quote", async (_, json) => {
			const client = await packshot.client({}, "10");
			expectError(await order(packshot, client, json), "bad_request");
			expectError(await packshot.call("/orders/quote", { client, json }), "bad_request");
			expect(await packshot.balance(client)).toBe(100_000);
		});

		test.each(badBarcodes.filter((text) => text.length < 1000))(
			"invalid_barcode for %j, naming its item",
			async (text) => {
				const answer = await order(packshot, await packshot.client(), { items: items(PLAIN, text) });
				expectError(answer, "invalid_barcode");
				expect(answer.body.message).toMatch(/^items\[1\]\.barcode is "/);
			},
		);

		test.each(badKeys)("bad_request for the idempotency key %j", async (key) => {
			expectError(
				await order(packshot, await packshot.client(), { items: items(PLAIN) }, key),
				"bad_request",
			);
		});
	});

	test("accepts 1,000 items and up to 256 KiB; 413 for a larger body", async () => {
		const client = await packshot.client({}, "10");
		const many = Array.from({ length: 1000 }, (_, i) => ({
			barcode: String(20_000_000_000_000 + i),
			include: ["info", "hechshers", "nutrition", "ingredients", "catalog_meta"],
			variants: ["front", "back", "front_clean", "back_clean"],
		}));
		const body = JSON.stringify({ items: many });
		expect(body.length).toBeGreaterThan(128 * 1024);
		const headers = { "content-type": "application/json" };
		const answer = await packshot.call("/orders", { client, body, headers });
		expect([answer.status, answer.body.lines.length]).toEqual([201, 1000]);
		const padded = body + " ".repeat(256 * 1024 + 1 - body.length);
		const refused = await packshot.call("/orders", { client, body: padded, headers });
		expect([refused.status, refused.body.message]).toEqual([413, "The body may have at most 256 KiB."]);
	});
});

describe("POST /orders with an Idempotency-Key", () => {
	test("places the order once, and replays its response until the order expires", async () => {
		const client = await packshot.client({}, "10");
		const json = { items: items(WHOLE, MISSING) };
		const first = await order(packshot, client, json, KEY);
		await packshot.updateClient(client, { locks: ["info"] });
		packshot.clock.advance(29 * DAY_MS);
		const again = await order(packshot, laterOn(packshot, client), json, KEY);
		expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "1"]);
		expect(Buffer.from(again.bytes).toString()).toBe(Buffer.from(first.bytes).toString());
		for (const name of ["location", "x-request-id"])
			expect(again.headers.get(name)).toBe(first.headers.get(name));
		expect(again.headers.get("x-credits-debited")).toBe("0");
		expect(await packshot.balance(client)).toBe(91_500);
	});

	test("places one order for many concurrent requests, and answers them identically", async () => {
		const client = await packshot.client({}, "10");
		const answers = await Promise.all(
			Array.from({ length: 10 }, () => order(packshot, client, { items: items(WHOLE) }, KEY)),
		);
		expect(answers.map(({ status }) => status)).toEqual(new Array(10).fill(201));
		expect(new Set(answers.map(({ bytes }) => Buffer.from(bytes).toString())).size).toBe(1);
		expect(await packshot.balance(client)).toBe(91_500);
		expect((await packshot.call("/orders", { client })).body.data).toHaveLength(1);
	});

	test("409 for a different body, nothing bought", async () => {
		const client = await packshot.client({}, "10");
		await order(packshot, client, { items: items(PLAIN) }, KEY);
		expectError(await order(packshot, client, { items: items(WHOLE) }, KEY), "idempotency_key_mismatch");
		expect(await packshot.balance(client)).toBe(96_000);
	});

	test("a refused order can be retried with the same key", async () => {
		const client = await packshot.client({}, "0");
		expectError(await order(packshot, client, { items: items(PLAIN) }, KEY), "insufficient_credits");
		const top_up = { units: 10_000, note: null, requestId: "top-up", atMs: packshot.clock.now() };
		await packshot.installation.db.write(grantCredits, { clientId: client.clientId, ...top_up });
		expect((await order(packshot, client, { items: items(PLAIN) }, KEY)).status).toBe(201);
	});

	test("the key can be reused once the order has expired", async () => {
		const client = await packshot.client({}, "10");
		const first = await order(packshot, client, { items: items(PLAIN) }, KEY);
		packshot.clock.advance(30 * DAY_MS);
		const second = await order(packshot, laterOn(packshot, client), { items: items(PLAIN) }, KEY);
		expect([second.status, second.headers.get("idempotency-replayed")]).toEqual([201, null]);
		expect(second.body.order_id).not.toBe(first.body.order_id);
	});
});
