import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { revokeClient } from "../../src/clients/policy/store.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { expectError } from "../support/answers.ts";
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
import type { TestClient, TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startOrderService();
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(60_000));

describe("POST /orders/quote", () => {
	test("200 returns what the order would cost, free of charge and without storing anything", async () => {
		const client = await packshot.client({}, "0");
		const json = { items: items(WHOLE, MISSING), name: "Later", max_credits: 0 };
		const { status, body } = await packshot.call("/orders/quote", { client, json });
		expect(status).toBe(200);
		expect(Object.keys(body)).toEqual(["name", "credits", "lines", "meta"]);
		expect(body).toMatchObject({ name: "Later", credits: 0.85, meta: { credits_debited: 0 } });
		const rich = await packshot.client({}, "10");
		const { lines } = (await order(packshot, rich, { items: items(WHOLE, MISSING) })).body;
		expect(
			lines.map((line: { variants: string[] }) => ({ ...line, held: null, drawn: line.variants })),
		).toEqual(body.lines);
		expect((await packshot.call("/orders", { client })).body.data).toEqual([]);
	});

	test("tells what the newest order that can be fetched holds of a product", async () => {
		const client = await packshot.client({}, "10");
		const held = async (asker: TestClient) => {
			const json = { items: items(WHOLE, PLAIN) };
			const { body } = await packshot.call("/orders/quote", { client: asker, json });
			return body.lines.map((line: { held: unknown }) => line.held);
		};
		await order(packshot, client, { items: items(WHOLE) });
		packshot.clock.advance(60_000);
		const json = { items: items(WHOLE), include: ["info", "images"], variants: ["front"], size: "500" };
		const { order_id, expires_at } = (await order(packshot, client, json)).body;
		const newest = { order_id, expires_at, scopes: ["info"], variants: ["front"], size: "500" };
		expect(await held(client)).toEqual([newest, null]);
		expect(await held(await packshot.client({}, "10"))).toEqual([null, null]);
		packshot.clock.advance(30 * DAY_MS);
		expect(await held(laterOn(packshot, client))).toEqual([null, null]);
	});

	test("tells on which pictures the client would get the visible watermark", async () => {
		const barcode = "7290000000015";
		await packshot.product({ barcode, info: { brand: "Marked" } });
		await packshot.picture(barcode, "front", { seed: 3 });
		await packshot.picture(barcode, "back", { flat: true });
		const json = { items: [...items(barcode, MISSING), { barcode: PLAIN, include: ["info"] }] };
		const drawn = async (client: TestClient) => {
			const { body } = await packshot.call("/orders/quote", { client, json });
			return body.lines.map((line: { drawn: unknown }) => line.drawn);
		};
		const required = await packshot.client({ watermark: "required" });
		expect(await drawn(required)).toEqual([["front", "back"], [], []]);
		// A picture that cannot carry the marks that nobody sees has the visible one under every policy.
		const invisible = await packshot.client({ watermark: "invisible" });
		expect(await drawn(invisible)).toEqual([["back"], [], []]);
	});

	test("403 scope_forbidden, like the order itself", async () => {
		const client = await packshot.client({ locks: ["info"] });
		const answer = await packshot.call("/orders/quote", { client, json: { items: items(WHOLE) } });
		expectError(answer, "scope_forbidden", { blocked_scopes: ["info"] });
	});

	test("429 with Retry-After beyond 10 quotes per client and minute", async () => {
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
	test("lists the orders that can be fetched, newest first, paginated by cursor", async () => {
		const client = await packshot.client({}, "10");
		const made: string[] = [];
		for (let i = 0; i < 5; i++) {
			packshot.clock.advance(1000);
			made.unshift(
				(await order(packshot, client, { items: items(PLAIN, MISSING), name: `No. ${i}` })).body.order_id,
			);
		}
		const first = (await packshot.call("/orders?per_page=2", { client })).body;
		expect(first.data).toMatchObject([
			{ order_id: made[0], name: "No. 4", credits: 0.4, line_count: 2, found_count: 1 },
			{ order_id: made[1] },
		]);
		// An order placed meanwhile does not shift the others.
		await order(packshot, client, { items: items(PLAIN) });
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

	test("400 for an invalid cursor, and for one of another list or client", async () => {
		const client = await packshot.client({}, "10");
		for (let i = 0; i < 2; i++)
			await order(packshot, client, { items: items(PLAIN, WHOLE), name: String(i) });
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

	test("GET /orders/{order_id} returns the order as placed; 404 for another client's, an expired or an unknown one", async () => {
		const client = await packshot.client({}, "10");
		const { body } = await order(packshot, client, { items: items(WHOLE, MISSING) });
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
		// NUL, which PostgreSQL refuses as a text.
		for (const suffix of ["", "/products", "/archive"])
			expectError(await packshot.call(`/orders/%00${suffix}`, { client }), "not_found");
		packshot.clock.advance(30 * DAY_MS);
		for (const suffix of ["", "/products", "/archive"])
			expectError(await packshot.call(path + suffix, { client: laterOn(packshot, client) }), "not_found");
		expect((await packshot.call("/orders", { client: laterOn(packshot, client) })).body.data).toEqual([]);
	});
});

describe("GET /orders/{order_id}/products", () => {
	test("returns the found lines as reads do, free of charge, as often as requested", async () => {
		const client = await packshot.client({}, "10");
		const { body } = await order(packshot, client, { items: items(WHOLE, MISSING, PLAIN) });
		const read = (await packshot.call(`/products/${WHOLE}`, { client: await packshot.client() })).body;
		const balance = await packshot.balance(client);
		const [products] = await everyPage(packshot, client, body.order_id, 50);
		expect(products.map(({ barcode }: { barcode: string }) => barcode)).toEqual([WHOLE, PLAIN]);
		expect(Object.keys(products[0])).toEqual(["barcode", "image_meta", "product_meta", "images"]);
		expect({ ...products[0], images: 0 }).toEqual({ ...read, images: 0, meta: undefined });
		expect(await packshot.balance(client)).toBe(balance);
		for (const round of [1, 2]) {
			const [page] = await everyPage(packshot, client, body.order_id, 50);
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

	test("paginates, returning each found line once", async () => {
		const client = await packshot.client({}, "10");
		const barcodes = [WHOLE, MISSING, PLAIN];
		const { body } = await order(packshot, client, { items: items(...barcodes), include: ["info"] });
		const pages = await everyPage(packshot, client, body.order_id, 1);
		expect(pages.map((page) => page.map(({ barcode }: { barcode: string }) => barcode))).toEqual([
			[WHOLE],
			[PLAIN],
		]);
		expect(Object.keys(pages[0][0])).toEqual(["barcode", "product_meta"]);
	});

	test("returns metadata as bought, pictures as they are today", async () => {
		const client = await packshot.client({}, "10");
		const barcode = "4131";
		await packshot.product({ barcode, info: { brand: "Then" } });
		await packshot.picture(barcode, "front");
		await packshot.picture(barcode, "back");
		const { body } = await order(packshot, client, { items: items(barcode) });
		await packshot.product({ barcode, info: { brand: "Now" } });
		await packshot.picture(barcode, "front_clean");
		await packshot.installation.db.write(remove, {
			barcode,
			variant: "back",
			uploadOffsetMinutes: 0,
		});
		const [[product]] = await everyPage(packshot, client, body.order_id, 50);
		expect(product.product_meta.brand).toBe("Then");
		expect(product.images).toEqual({
			front: expect.stringContaining("/image/"),
			back: null,
			front_clean: null,
			back_clean: null,
		});
	});

	test("metadata=today returns today's values of what was charged, and null for a removed product", async () => {
		const client = await packshot.client({}, "10");
		const barcode = "4133";
		await packshot.product({ barcode, info: { brand: "Then" } });
		const json = { items: items(barcode), include: ["info", "ingredients", "image_meta"] };
		const { body } = await order(packshot, client, json);
		const today = async () =>
			(await packshot.call(`/orders/${body.order_id}/products?metadata=today`, { client })).body.data;
		// Ingredients did not exist at the purchase: they were not charged.
		await packshot.product({ barcode, info: { brand: "Now" }, ingredients: { ingredients_text: "Salt" } });
		const [product] = await today();
		expect(product.product_meta).toMatchObject({ brand: "Now" });
		expect(product.product_meta).not.toHaveProperty("ingredients");
		expect(await packshot.balance(client)).toBe(99_000);
		await packshot.installation.db.write(remove, {
			barcode,
			variant: null,
			uploadOffsetMinutes: 0,
		});
		expect(await today()).toEqual([{ barcode, product_meta: null }]);
		const path = `/orders/${body.order_id}/products?metadata=tomorrow`;
		expectError(await packshot.call(path, { client }), "bad_request");
	});

	test("barcodes returns these lines alone, page by page; a cursor belongs to them", async () => {
		const client = await packshot.client({}, "10");
		const { body } = await order(packshot, client, {
			items: items(WHOLE, MISSING, PLAIN),
			include: ["info"],
		});
		const path = `/orders/${body.order_id}/products`;
		const page = async (query: string) => (await packshot.call(`${path}?${query}`, { client })).body;
		const barcodes = ({ data }: { data: { barcode: string }[] }) => data.map(({ barcode }) => barcode);
		expect(barcodes(await page(`barcodes=${PLAIN}`))).toEqual([PLAIN]);
		expect(barcodes(await page(`barcodes=${PLAIN},${MISSING},4242`))).toEqual([PLAIN]);
		const first = await page(`barcodes=${PLAIN},${WHOLE}&per_page=1`);
		expect(barcodes(first)).toEqual([WHOLE]);
		const { next_cursor } = first.pagination;
		expect(barcodes(await page(`barcodes=${PLAIN},${WHOLE}&per_page=1&cursor=${next_cursor}`))).toEqual([
			PLAIN,
		]);
		expectError(await packshot.call(`${path}?per_page=1&cursor=${next_cursor}`, { client }), "bad_request");
		for (const wrong of [
			`${WHOLE},`,
			"0".repeat(15),
			Array.from({ length: 101 }, (_, place) => 4000 + place).join(),
		])
			expectError(await packshot.call(`${path}?barcodes=${wrong}`, { client }), "bad_request");
	});

	test("still returns the metadata of a removed product", async () => {
		const client = await packshot.client({}, "10");
		const barcode = "4132";
		await packshot.product({ barcode, info: { brand: "Gone" } });
		const { body } = await order(packshot, client, { items: items(barcode) });
		await packshot.installation.db.write(remove, {
			barcode,
			variant: null,
			uploadOffsetMinutes: 0,
		});
		const [[product]] = await everyPage(packshot, client, body.order_id, 50);
		expect(product).toMatchObject({ barcode, product_meta: { brand: "Gone" }, images: { front: null } });
	});

	test("applies current locks, and still leaves out what was locked at purchase", async () => {
		const client = await packshot.client({ locks: ["info.category"] }, "10");
		const { body } = await order(packshot, client, { items: items(WHOLE) });
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

	test("applies the current scope filter", async () => {
		const client = await packshot.client({}, "10");
		const { body } = await order(packshot, client, { items: items(WHOLE, PLAIN) });
		await packshot.updateClient(client, { brands: ["Elite"] });
		packshot.clock.advance(5000);
		const [products] = await everyPage(packshot, client, body.order_id, 50);
		expect(products.map(({ barcode }: { barcode: string }) => barcode)).toEqual([PLAIN]);
	});

	test("refuses a revoked client with client_disabled", async () => {
		const client = await packshot.client({}, "10");
		const { body } = await order(packshot, client, { items: items(PLAIN) });
		await packshot.installation.db.write(revokeClient, {
			clientId: client.clientId,
			nowMs: packshot.clock.now(),
		});
		packshot.clock.advance(5000);
		for (const suffix of ["", "/products", "/archive"])
			expectError(await packshot.call(`/orders/${body.order_id}${suffix}`, { client }), "client_disabled");
	});
});

test("at the moment of its expiry an order is gone from every endpoint, and from quotes and lists", async () => {
	const client = await packshot.client();
	const { order_id } = (await order(packshot, client, { items: items(PLAIN) })).body;
	const reads = ["", "/products", "/products?metadata=today", "/archive"].map(
		(rest) => `/orders/${order_id}${rest}`,
	);
	const placedMs = packshot.clock.now();
	for (const [afterMs, isLive] of [
		[30 * DAY_MS - 1, true],
		[30 * DAY_MS, false],
		[30 * DAY_MS + 1, false],
		[31 * DAY_MS + 1, false],
	] as const) {
		packshot.clock.advance(placedMs + afterMs - packshot.clock.now());
		const later = laterOn(packshot, client);
		const statuses = await Promise.all(
			reads.map(async (path) => (await packshot.call(path, { client: later })).status),
		);
		expect(statuses).toEqual(isLive ? [200, 200, 200, 302] : [404, 404, 404, 404]);
		const quote = await packshot.call("/orders/quote", { client: later, json: { items: items(PLAIN) } });
		expect(quote.body.lines[0].held?.order_id).toBe(isLive ? order_id : undefined);
		const listed = await packshot.call("/orders", { client: later });
		expect(listed.body.data).toHaveLength(isLive ? 1 : 0);
	}
});
