import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { grantCredits } from "../../src/billing/grant.ts";
import { revokeClient } from "../../src/clients/store.ts";
import { remove } from "../../src/images/remove.ts";
import { expectError } from "../support/answers.ts";
import { badBarcodes, badKeys } from "../support/bad-input.ts";
import { verifiedBalance } from "../support/ledger.ts";
import { everyScope } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

const WHOLE = "0725272730706";
const PLAIN = "4011";
const MISSING = "4006381333931";
const KEY = "order-2027-05-15-000000017";
const DAY_MS = 86_400_000;

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product(everyScope(WHOLE), { barcode: PLAIN, info: { brand: "Elite" } });
	await packshot.picture(WHOLE, "front");
	await packshot.picture(WHOLE, "front_clean");
	await packshot.picture(PLAIN, "front", { seed: 2 });
});
afterAll(() => packshot.close());
// A minute of its own for every test: none meets the limits that another one used up.
beforeEach(() => packshot.clock.advance(60_000));

function order(client: TestClient, json: object, key?: string) {
	const headers = key === undefined ? {} : { headers: { "Idempotency-Key": key } };
	return packshot.call("/orders", { client, json, ...headers });
}

const items = (...barcodes: string[]) => barcodes.map((barcode) => ({ barcode }));

/** A client whose token was signed in for now: an access token lives for an hour. */
function laterOn({ clientId, apiKey, policy }: TestClient): TestClient {
	const json = { client_id: clientId, api_key: apiKey };
	let token: Promise<string> | undefined;
	return {
		clientId,
		apiKey,
		policy,
		token: () => {
			token ??= packshot.call("/auth/token", { json }).then(({ body }) => body.access_token);
			return token;
		},
	};
}

async function everyPage(client: TestClient, orderId: string, perPage: number) {
	const pages = [];
	let cursor = "";
	for (;;) {
		const query = `per_page=${perPage}&cursor=${cursor}`;
		const { status, body } = await packshot.call(`/orders/${orderId}/products?${query}`, { client });
		expect(status).toBe(200);
		pages.push(body.data);
		if (body.pagination.next_cursor === null) return pages;
		cursor = body.pagination.next_cursor;
	}
}

describe("POST /orders", () => {
	test("201 sells what there is at the price of single reads, in one charge that the ledger names", async () => {
		const client = await packshot.client({}, "10");
		const answer = await order(client, { items: items(WHOLE, MISSING, PLAIN), name: "Autumn flyer" });
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

	test("each line costs what a read of it costs", async () => {
		const client = await packshot.client({}, "100");
		const wanted = [
			{ barcode: WHOLE, include: ["info", "nutrition"] },
			{ barcode: PLAIN, include: ["product_meta"] },
		];
		const { body } = await order(client, { items: wanted });
		for (const [place, { barcode, include }] of wanted.entries()) {
			const read = await packshot.call(`/products/${barcode}?include=${include}`, { client });
			expect(body.lines[place].credits).toBe(read.body.meta.credits_debited);
		}
		const front = await order(client, {
			items: items(WHOLE),
			include: ["images"],
			variants: ["front", "back"],
		});
		expect(front.body.lines).toMatchObject([{ scopes: [], variants: ["front"], credits: 0.25 }]);
	});

	test("include and variants of the order are the defaults of its items, and items of one barcode are merged", async () => {
		const client = await packshot.client({}, "100");
		const { body } = await order(client, {
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

	test("an order never looks at earlier ones", async () => {
		const client = await packshot.client({}, "100");
		const costs = [
			await order(client, { items: items(WHOLE) }),
			await order(client, { items: items(WHOLE) }),
		];
		expect(costs.map(({ body }) => body.credits)).toEqual([0.85, 0.85]);
	});

	test("a product outside the client's filter is not found and free", async () => {
		const client = await packshot.client({ brands: ["Elite"] }, "100");
		const { body } = await order(client, { items: items(WHOLE, PLAIN) });
		expect(body.lines.map(({ found }: { found: boolean }) => found)).toEqual([false, true]);
		expect(body.credits).toBe(0.4);
	});

	test("an order of nothing that there is costs nothing and can be fetched", async () => {
		const client = await packshot.client({}, "0");
		const { status, body } = await order(client, { items: items(MISSING) });
		expect([status, body.credits]).toEqual([201, 0]);
		expect(await everyPage(client, body.order_id, 50)).toEqual([[]]);
		expect(await packshot.ledger(client)).toEqual([]);
	});

	test("422 max_credits_exceeded before the balance is looked at, nothing bought", async () => {
		const client = await packshot.client({}, "0.1");
		const answer = await order(client, { items: items(WHOLE), max_credits: 0.8499 });
		expectError(answer, "max_credits_exceeded");
		expect(answer.body.message).toContain("0.85");
		expect(await packshot.balance(client)).toBe(1000);
		expectError(await order(client, { items: items(WHOLE), max_credits: 0.85 }), "insufficient_credits");
		const rich = await packshot.client({}, "0.85");
		expect((await order(rich, { items: items(WHOLE), max_credits: 0.85 })).status).toBe(201);
	});

	test("402 when the balance does not cover all of it, nothing bought and nothing kept", async () => {
		const client = await packshot.client({}, "0.84");
		expectError(await order(client, { items: items(WHOLE) }), "insufficient_credits");
		expect(await packshot.balance(client)).toBe(8400);
		expect((await packshot.call("/orders", { client })).body.data).toEqual([]);
	});

	test("403 scope_forbidden names every locked scope that is wanted, nothing bought", async () => {
		const client = await packshot.client({ locks: ["nutrition", "images", "hechshers"] }, "10");
		const answer = await order(client, {
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
		const { body } = await order(client, { items: items(PLAIN), include: ["info", "images"] });
		expect(body.lines).toMatchObject([{ scopes: ["info"], variants: [], credits: 0.1 }]);
	});

	test("orders, reads and quotes at once never overdraw", async () => {
		const client = await packshot.client({ requestsPerMinute: 1000 }, "4");
		const answers = await Promise.all(
			Array.from({ length: 40 }, (_, i) =>
				i % 2 ? order(client, { items: items(WHOLE) }) : packshot.call(`/products/${WHOLE}`, { client }),
			),
		);
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
			["nothing", {}],
			["no items", { items: [] }],
			["1,001 items", { items: items(...Array.from({ length: 1001 }, (_, i) => String(10_000 + i))) }],
			["items that are texts", { items: ["4011"] }],
			["an unknown scope", { items: items(PLAIN), include: ["price"] }],
			["an empty include", { items: items(PLAIN), include: [] }],
			["an unknown variant", { items: [{ barcode: PLAIN, variants: ["side"] }] }],
			["an unknown size", { items: items(PLAIN), size: "7" }],
			["max_credits below zero", { items: items(PLAIN), max_credits: -1 }],
			["max_credits in text", { items: items(PLAIN), max_credits: "5" }],
			["max_credits finer than a unit", { items: items(PLAIN), max_credits: 0.00001 }],
			["max_credits beyond any amount", { items: items(PLAIN), max_credits: 1e300 }],
			["a name with a control character", { items: items(PLAIN), name: "a\u001bb" }],
			["a name that is too long", { items: items(PLAIN), name: "n".repeat(201) }],
		];
		test.each(bad)("bad_request for %s, nothing charged, by order and by quote", async (_, json) => {
			const client = await packshot.client({}, "10");
			expectError(await order(client, json), "bad_request");
			expectError(await packshot.call("/orders/quote", { client, json }), "bad_request");
			expect(await packshot.balance(client)).toBe(100_000);
		});

		test.each(badBarcodes.filter((text) => text.length < 1000))(
			"invalid_barcode for %j, naming its item",
			async (text) => {
				const answer = await order(await packshot.client(), { items: items(PLAIN, text) });
				expectError(answer, "invalid_barcode");
				expect(answer.body.message).toMatch(/^items\[1\]\.barcode is "/);
			},
		);

		test.each(badKeys)("a key like %j", async (key) => {
			expectError(await order(await packshot.client(), { items: items(PLAIN) }, key), "bad_request");
		});
	});

	test("1,000 items may take 256 KiB, and no more: 413", async () => {
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
		expect((await packshot.call("/orders", { client, body: padded, headers })).status).toBe(413);
	});
});

describe("with an Idempotency-Key", () => {
	test("the order is made once, and answered alike while it lives", async () => {
		const client = await packshot.client({}, "10");
		const json = { items: items(WHOLE, MISSING) };
		const first = await order(client, json, KEY);
		await packshot.updateClient(client, { locks: ["info"] });
		packshot.clock.advance(29 * DAY_MS);
		const again = await order(laterOn(client), json, KEY);
		expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "1"]);
		expect(Buffer.from(again.bytes).toString()).toBe(Buffer.from(first.bytes).toString());
		for (const name of ["location", "x-request-id"])
			expect(again.headers.get(name)).toBe(first.headers.get(name));
		expect(again.headers.get("x-credits-debited")).toBe("0");
		expect(await packshot.balance(client)).toBe(91_500);
	});

	test("of many at once one is made, and all say the same", async () => {
		const client = await packshot.client({}, "10");
		const answers = await Promise.all(
			Array.from({ length: 10 }, () => order(client, { items: items(WHOLE) }, KEY)),
		);
		expect(answers.map(({ status }) => status)).toEqual(new Array(10).fill(201));
		expect(new Set(answers.map(({ bytes }) => Buffer.from(bytes).toString())).size).toBe(1);
		expect(await packshot.balance(client)).toBe(91_500);
		expect((await packshot.call("/orders", { client })).body.data).toHaveLength(1);
	});

	test("another body is 409, nothing bought", async () => {
		const client = await packshot.client({}, "10");
		await order(client, { items: items(PLAIN) }, KEY);
		expectError(await order(client, { items: items(WHOLE) }, KEY), "idempotency_key_mismatch");
		expect(await packshot.balance(client)).toBe(96_000);
	});

	test("what was refused may be tried again", async () => {
		const client = await packshot.client({}, "0");
		expectError(await order(client, { items: items(PLAIN) }, KEY), "insufficient_credits");
		const top_up = { units: 10_000, note: null, requestId: "top-up", atMs: packshot.clock.now() };
		await packshot.installation.db.write(grantCredits, { clientId: client.clientId, ...top_up });
		expect((await order(client, { items: items(PLAIN) }, KEY)).status).toBe(201);
	});

	test("when the order has expired the key is free again", async () => {
		const client = await packshot.client({}, "10");
		const first = await order(client, { items: items(PLAIN) }, KEY);
		packshot.clock.advance(30 * DAY_MS);
		const second = await order(laterOn(client), { items: items(PLAIN) }, KEY);
		expect([second.status, second.headers.get("idempotency-replayed")]).toEqual([201, null]);
		expect(second.body.order_id).not.toBe(first.body.order_id);
	});
});

describe("POST /orders/quote", () => {
	test("200 tells what the order would come to, free of charge and with nothing kept", async () => {
		const client = await packshot.client({}, "0");
		const json = { items: items(WHOLE, MISSING), name: "Later", max_credits: 0 };
		const { status, body } = await packshot.call("/orders/quote", { client, json });
		expect(status).toBe(200);
		expect(Object.keys(body)).toEqual(["name", "credits", "lines", "meta"]);
		expect(body).toMatchObject({ name: "Later", credits: 0.85, meta: { credits_debited: 0 } });
		const rich = await packshot.client({}, "10");
		expect((await order(rich, { items: items(WHOLE, MISSING) })).body.lines).toEqual(body.lines);
		expect((await packshot.call("/orders", { client })).body.data).toEqual([]);
	});

	test("403 scope_forbidden as the order would be", async () => {
		const client = await packshot.client({ locks: ["info"] });
		const answer = await packshot.call("/orders/quote", { client, json: { items: items(WHOLE) } });
		expectError(answer, "scope_forbidden", { blocked_scopes: ["info"] });
	});

	test("429 after 10 in a minute, with the wait; the next minute has its own, and so has another client", async () => {
		const client = await packshot.client({ requestsPerMinute: 100 });
		const quote = (asker: TestClient) =>
			packshot.call("/orders/quote", { client: asker, json: { items: items(PLAIN) } });
		const answers = await Promise.all(Array.from({ length: 12 }, () => quote(client)));
		const refused = answers.filter(({ status }) => status === 429);
		expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([10, 2]);
		expect(refused[0]?.headers.get("retry-after")).toBe("30");
		expect((await quote(await packshot.client())).status).toBe(200);
		packshot.clock.advance(60_000);
		expect((await quote(client)).status).toBe(200);
	});
});

describe("GET /orders", () => {
	test("lists those that can be fetched, the newest first, by cursor", async () => {
		const client = await packshot.client({}, "10");
		const made: string[] = [];
		for (let i = 0; i < 5; i++) {
			packshot.clock.advance(1000);
			made.unshift((await order(client, { items: items(PLAIN, MISSING), name: `No. ${i}` })).body.order_id);
		}
		const first = (await packshot.call("/orders?per_page=2", { client })).body;
		expect(first.data).toMatchObject([
			{ order_id: made[0], name: "No. 4", credits: 0.4, line_count: 2, found_count: 1 },
			{ order_id: made[1] },
		]);
		// One that is made meanwhile moves none of the others.
		await order(client, { items: items(PLAIN) });
		const second = (
			await packshot.call(`/orders?per_page=2&cursor=${first.pagination.next_cursor}`, { client })
		).body;
		const third = (
			await packshot.call(`/orders?per_page=2&cursor=${second.pagination.next_cursor}`, { client })
		).body;
		const listed = [...first.data, ...second.data, ...third.data].map(
			({ order_id }: { order_id: string }) => order_id,
		);
		expect([listed, third.pagination.next_cursor]).toEqual([made, null]);
	});

	test("400 for a cursor of something else and for that of another client", async () => {
		const client = await packshot.client({}, "10");
		for (let i = 0; i < 2; i++) await order(client, { items: items(PLAIN, WHOLE), name: String(i) });
		const { data, pagination } = (await packshot.call("/orders?per_page=1", { client })).body;
		const other = await packshot.client();
		const ask = (path: string, cursor: string, asker = client) =>
			packshot.call(`${path}cursor=${cursor}`, { client: asker });
		expectError(await ask("/orders?", pagination.next_cursor, other), "bad_request");
		expectError(await ask("/orders?", "nonsense"), "bad_request");
		const [one, two] = data.length ? (await packshot.call("/orders", { client })).body.data : [];
		const page = await packshot.call(`/orders/${one.order_id}/products?per_page=1`, { client });
		const { next_cursor } = page.body.pagination;
		expectError(await ask("/orders?", next_cursor), "bad_request");
		expectError(await ask(`/orders/${two.order_id}/products?`, next_cursor), "bad_request");
		expectError(await packshot.call("/orders?per_page=101", { client }), "bad_request");
	});

	test("GET /orders/{order_id} is as it was made; 404 for another client's, an expired one, and one that never was", async () => {
		const client = await packshot.client({}, "10");
		const { body } = await order(client, { items: items(WHOLE, MISSING) });
		const path = `/orders/${body.order_id}`;
		const { body: again } = await packshot.call(path, { client });
		expect({ ...again, meta: 0 }).toEqual({ ...body, meta: 0 });
		expect(again.meta.credits_debited).toBe(0);
		const other = await packshot.client();
		for (const suffix of ["", "/products", "/archive"]) {
			expectError(await packshot.call(path + suffix, { client: other }), "not_found");
			expectError(
				await packshot.call(`/orders/ord_01JV9Y3Q6ZP0W8M4N2K7T5R1XS${suffix}`, { client }),
				"not_found",
			);
		}
		packshot.clock.advance(30 * DAY_MS);
		for (const suffix of ["", "/products", "/archive"])
			expectError(await packshot.call(path + suffix, { client: laterOn(client) }), "not_found");
		expect((await packshot.call("/orders", { client: laterOn(client) })).body.data).toEqual([]);
	});
});

describe("GET /orders/{order_id}/products", () => {
	test("gives the found lines as reads give them, free of charge, as often as asked", async () => {
		const client = await packshot.client({}, "10");
		const { body } = await order(client, { items: items(WHOLE, MISSING, PLAIN) });
		const read = (await packshot.call(`/products/${WHOLE}`, { client: await packshot.client() })).body;
		const balance = await packshot.balance(client);
		const [products] = await everyPage(client, body.order_id, 50);
		expect(products.map(({ barcode }: { barcode: string }) => barcode)).toEqual([WHOLE, PLAIN]);
		expect(Object.keys(products[0])).toEqual(["barcode", "image_meta", "product_meta", "images"]);
		expect({ ...products[0], images: 0 }).toEqual({ ...read, images: 0, meta: undefined });
		expect(await packshot.balance(client)).toBe(balance);
		for (const round of [1, 2]) {
			const [page] = await everyPage(client, body.order_id, 50);
			const picture = await packshot.call(page[0].images.front);
			expect([round, picture.status, picture.headers.get("content-type")]).toEqual([
				round,
				200,
				"image/jpeg",
			]);
		}
		const deliveries = await packshot.installation.db.read
			.selectFrom("delivery")
			.selectAll()
			.where("client_id", "=", client.clientId)
			.execute();
		expect(deliveries).toHaveLength(2);
	});

	test("page by page, each found line once", async () => {
		const client = await packshot.client({}, "10");
		const barcodes = [WHOLE, MISSING, PLAIN];
		const { body } = await order(client, { items: items(...barcodes), include: ["info"] });
		const pages = await everyPage(client, body.order_id, 1);
		expect(pages.map((page) => page.map(({ barcode }: { barcode: string }) => barcode))).toEqual([
			[WHOLE],
			[PLAIN],
		]);
		expect(Object.keys(pages[0][0])).toEqual(["barcode", "product_meta"]);
	});

	test("metadata is as bought, pictures are as they are today", async () => {
		const client = await packshot.client({}, "10");
		const barcode = "4131";
		await packshot.product({ barcode, info: { brand: "Then" } });
		await packshot.picture(barcode, "front");
		await packshot.picture(barcode, "back");
		const { body } = await order(client, { items: items(barcode) });
		await packshot.product({ barcode, info: { brand: "Now" } });
		await packshot.picture(barcode, "front_clean");
		await packshot.installation.db.write(remove, {
			barcode,
			variant: "back",
			uploadOffsetMinutes: 0,
			nowMs: packshot.clock.now(),
		});
		const [[product]] = await everyPage(client, body.order_id, 50);
		expect(product.product_meta.brand).toBe("Then");
		expect(product.images).toEqual({
			front: expect.stringContaining("/image/"),
			back: null,
			front_clean: null,
			back_clean: null,
		});
	});

	test("a product that was removed keeps its metadata", async () => {
		const client = await packshot.client({}, "10");
		const barcode = "4132";
		await packshot.product({ barcode, info: { brand: "Gone" } });
		const { body } = await order(client, { items: items(barcode) });
		await packshot.installation.db.write(remove, {
			barcode,
			variant: null,
			uploadOffsetMinutes: 0,
			nowMs: packshot.clock.now(),
		});
		const [[product]] = await everyPage(client, body.order_id, 50);
		expect(product).toMatchObject({ barcode, product_meta: { brand: "Gone" }, images: { front: null } });
	});

	test("locks of today bind, and what was locked when it was bought stays out", async () => {
		const client = await packshot.client({ locks: ["info.category"] }, "10");
		const { body } = await order(client, { items: items(WHOLE) });
		await packshot.updateClient(client, { locks: ["nutrition", "info.brand", "images.front"] });
		packshot.clock.advance(5000);
		const { body: page } = await packshot.call(`/orders/${body.order_id}/products`, { client });
		const [product] = page.data;
		for (const field of ["nutrition", "brand", "category"])
			expect(product.product_meta).not.toHaveProperty(field);
		expect(product.product_meta.product_name).toBe("Whole Wheat Matzah");
		expect(product.images).toMatchObject({ front: null, front_clean: expect.any(String) });
		expect(page.meta.redacted_fields.sort()).toEqual([
			"images.front",
			"info.brand",
			"info.category",
			"nutrition.calories",
			"nutrition.sodium",
		]);
		await packshot.updateClient(client, { locks: ["images", "info"] });
		packshot.clock.advance(5000);
		const { body: locked } = await packshot.call(`/orders/${body.order_id}/products`, { client });
		expect(locked.data[0].images.front_clean).toBeNull();
		expect(locked.data[0].product_meta).not.toHaveProperty("product_name");
	});

	test("the scope filter of today binds", async () => {
		const client = await packshot.client({}, "10");
		const { body } = await order(client, { items: items(WHOLE, PLAIN) });
		await packshot.updateClient(client, { brands: ["Elite"] });
		packshot.clock.advance(5000);
		const [products] = await everyPage(client, body.order_id, 50);
		expect(products.map(({ barcode }: { barcode: string }) => barcode)).toEqual([PLAIN]);
	});

	test("a revoked client fetches nothing", async () => {
		const client = await packshot.client({}, "10");
		const { body } = await order(client, { items: items(PLAIN) });
		await packshot.installation.db.write(revokeClient, {
			clientId: client.clientId,
			nowMs: packshot.clock.now(),
		});
		packshot.clock.advance(5000);
		for (const suffix of ["", "/products", "/archive"])
			expectError(await packshot.call(`/orders/${body.order_id}${suffix}`, { client }), "client_disabled");
	});
});
