import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { productRead } from "../../src/catalogue/stored/served-product.ts";
import { catchUp } from "../../src/orders/bought/bought.ts";
import { checkBought } from "../../src/orders/bought/check-bought.ts";
import { checkOrders } from "../../src/orders/check-orders.ts";
import { CONTENT_PREFIX, contentKey } from "../../src/orders/contents/order-content.ts";
import { createOrderStore } from "../../src/orders/contents/order-store.ts";
import { deleteOldContents } from "../../src/orders/retention.ts";
import { checkPictures } from "../../src/pictures/store/check-pictures.ts";
import type { BlobStore } from "../../src/platform/blobs/blob-store.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { sweep } from "../../src/retention.ts";
import { everyScope } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** Stored order data: checked by `packshot doctor`, and deleted when it expires. */

const BARCODE = "0725272730706";

let packshot: TestService;
let client: TestClient;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product(everyScope(BARCODE));
	client = await packshot.client({}, "100");
});
afterAll(() => packshot.close());

async function ordered(): Promise<{ orderId: string; blob: string }> {
	const { body } = await packshot.call("/orders", { client, json: { items: [{ barcode: BARCODE }] } });
	const row = await packshot.installation.db.read
		.selectFrom("client_order")
		.select("content_blob")
		.where("order_id", "=", body.order_id)
		.executeTakeFirstOrThrow();
	return { orderId: body.order_id, blob: row.content_blob };
}

const check = () => checkOrders(packshot.installation, packshot.clock.now());

async function contents(blobs: BlobStore): Promise<string[]> {
	const keys: string[] = [];
	for await (const key of blobs.list(CONTENT_PREFIX)) keys.push(key);
	return keys;
}

/** Deletes all orders with their contents. */
async function forgetOrders(): Promise<void> {
	const { blobs } = packshot.installation;
	await packshot.alter("delete from client_order where order_id <> ''");
	for (const key of await contents(blobs)) await blobs.delete(key);
}

describe("the order check", () => {
	test("finds no faults in intact orders, and does not count their contents as stray files", async () => {
		await ordered();
		expect(await check()).toEqual({ orders: 1, faults: [], lineFaults: [] });
		const pictures = await checkPictures(packshot.installation, { read: true, except: [CONTENT_PREFIX] });
		expect(pictures).toEqual({ pictures: 0, faults: [], unnamedBlobs: 0 });
	});

	test("reports orders whose content is missing, damaged or another order's, and unpaid ones", async () => {
		const { blobs } = packshot.installation;
		const [missing, damaged, other, unpaid] = [
			await ordered(),
			await ordered(),
			await ordered(),
			await ordered(),
		];
		await blobs.delete(missing.blob);
		await blobs.delete(damaged.blob);
		await blobs.put(damaged.blob, Buffer.from("nonsense"));
		await packshot.alter(`update client_order set lines = 7 where order_id = '${other.orderId}'`);
		await packshot.alter(
			`update client_order set order_id = 'ord_unpaid' where order_id = '${unpaid.orderId}'`,
		);
		const { faults } = await check();
		expect(new Map(faults.map(({ orderId, problem }) => [orderId, problem]))).toEqual(
			new Map([
				[missing.orderId, `${missing.blob} is missing`],
				[damaged.orderId, expect.stringContaining("is damaged")],
				[other.orderId, "its content is that of another order"],
				["ord_unpaid", "the ledger has no charge for it"],
			]),
		);
		await forgetOrders();
	});

	test("reports orders that were charged and are gone, and none that a refusal or retention explains", async () => {
		packshot.clock.advance(1);
		const { orderId } = await ordered();
		packshot.clock.advance(1);
		const poor = await packshot.client({}, "0");
		await packshot.call("/orders", { client: poor, json: { items: [{ barcode: BARCODE }] } });
		await packshot.installation.blobs.put(
			contentKey(packshot.clock.now() + DAY_MS, packshot.clock.now()),
			Buffer.from("of a refused order"),
		);
		expect((await check()).faults).toEqual([]);
		await packshot.alter(`delete from client_order where order_id = '${orderId}'`);
		const gone = {
			orderId,
			clientId: client.clientId,
			problem: "it was charged, and has not expired, but is gone",
		};
		expect((await check()).faults).toEqual([gone]);
		expect((await checkOrders(packshot.installation, packshot.clock.now() + 31 * DAY_MS)).faults).toEqual([]);
		await forgetOrders();
	});
});

describe("the purchase check", () => {
	/** A client that placed an order and made reads, all of which have been recorded. */
	async function customer(): Promise<TestClient & { readonly orderId: string }> {
		const made = await packshot.client({}, "100");
		const { body } = await packshot.call("/orders", {
			client: made,
			json: { items: [{ barcode: BARCODE }] },
		});
		await packshot.call(`/products/${READ}?include=info,nutrition`, { client: made });
		packshot.clock.advance(1);
		const { db, blobs } = packshot.installation;
		const parts = { db, orders: createOrderStore(db, blobs), findProduct: productRead(db) };
		await catchUp(parts, made.clientId, packshot.clock.now());
		return { ...made, orderId: body.order_id };
	}
	const READ = "4700";
	let bystander: TestClient;
	beforeAll(async () => {
		await packshot.product(everyScope(READ));
		bystander = await customer();
	});
	afterAll(forgetOrders);

	async function problems(): Promise<string[]> {
		const { lineFaults, faults } = await check();
		const bought = await checkBought(packshot.installation.db);
		const all = [...lineFaults, ...bought.faults, ...faults];
		expect(all.filter(({ clientId }) => clientId === bystander.clientId)).toEqual([]);
		return all.map(({ problem }) => problem);
	}

	test("finds no faults in intact records", async () => {
		await customer();
		expect(await problems()).toEqual([]);
		const { products } = await checkBought(packshot.installation.db);
		expect(products).toBe(4);
	});

	const ordered = `barcode = '${BARCODE}'`;
	const read = `barcode = '${READ}'`;
	test.each([
		[
			"a missing order line",
			`delete from order_line where ${ordered}`,
			["holds only 0 of the 1 products that it bought, as they were bought"],
		],
		[
			"an order line with other scopes",
			`update order_line set scopes = 1 where ${ordered}`,
			["holds only 0 of the 1 products that it bought, as they were bought"],
		],
		[
			"an order line that outlives its order",
			`update order_line set expires_at = expires_at + 1 where ${ordered}`,
			["holds only 0 of the 1 products that it bought, as they were bought"],
		],
		[
			"an order line of another product",
			`update order_line set barcode = '4799' where ${ordered}`,
			[
				expect.stringMatching(/^4799, bought by ord_\w+, is not among the products that the client bought$/),
				"holds only 0 of the 1 products that it bought, as they were bought",
			],
		],
		[
			"an order line of a nonexistent order",
			`update order_line set order_id = 'ord_none' where ${ordered}`,
			[
				`${BARCODE} is held by ord_none, which is not an order of the client`,
				"holds only 0 of the 1 products that it bought, as they were bought",
			],
		],
		[
			"a missing product that was ordered",
			`delete from bought_product where ${ordered}`,
			[expect.stringMatching(/is not among the products that the client bought$/)],
		],
		[
			"an ordered product without its pictures and metadata",
			`update bought_product set scopes = 1 where ${ordered}`,
			[expect.stringMatching(/with less than was bought$/)],
		],
		[
			"an ordered product with a later purchase time",
			`update bought_product set first_at = first_at + 1, last_at = last_at + 1 where ${ordered}`,
			[expect.stringMatching(/at other times$/)],
		],
		[
			"a missing product that was read",
			`delete from bought_product where ${read}`,
			[`${READ}, which was read, is not among the products that the client bought`],
		],
		[
			"a purchase without content",
			`update bought_product set scopes = 0, variants = 0 where ${read}`,
			[
				`the purchase of ${READ} has no client, no valid time or no content`,
				`${READ}, which was read, is among the products that the client bought with less than was bought`,
			],
		],
		[
			"reads recorded beyond the end of the ledger",
			"update sum_progress set ledger_seq = 99 where sum = 'reads'",
			["charges are added up to row 99, but the ledger has 3 rows"],
		],
	])("reports %s", async (_what, sql, told) => {
		const { clientId } = await customer();
		const { db, blobs } = packshot.installation;
		const order = await db.read
			.selectFrom("client_order")
			.select("content_blob")
			.where("client_id", "=", clientId)
			.executeTakeFirstOrThrow();
		const own = sql.includes("sum_progress") ? `balance_key = '${clientId}'` : `client_id = '${clientId}'`;
		await packshot.alter(`${sql} and ${own}`);
		expect(await problems()).toEqual(told);
		await packshot.alter(`delete from sum_progress where balance_key = '${clientId}'`);
		await blobs.delete(order.content_blob);
		for (const table of ["order_line", "bought_product", "client_order"])
			await packshot.alter(`delete from ${table} where client_id = '${clientId}'`);
	});

	test("reports a purchase without a client, and an order line that was not bought", async () => {
		const { clientId } = await customer();
		const own = `client_id = '${clientId}'`;
		await packshot.alter(
			`insert into order_line select client_id, '4799', order_id, scopes, variants, expires_at from order_line where ${own}`,
		);
		await packshot.alter(
			`insert into bought_product select client_id, '4799', search_text, scopes, variants, first_at, last_at
			from bought_product where ${own} and ${ordered}`,
		);
		await packshot.alter(
			`insert into bought_product select 'cli_nobody', barcode, search_text, scopes, variants, first_at, last_at
			from bought_product where ${own} and ${ordered}`,
		);
		expect(await problems()).toEqual([
			`the purchase of ${BARCODE} has no client, no valid time or no content`,
			"holds products that it did not buy",
		]);
	});
});

test("a refused order leaves no content behind", async () => {
	const before = (await contents(packshot.installation.blobs)).length;
	const poor = await packshot.client({}, "0");
	const json = { items: [{ barcode: BARCODE }] };
	expect((await packshot.call("/orders", { client: poor, json })).status).toBe(402);
	expect((await packshot.call("/orders", { client: poor, json: { ...json, max_credits: 0.1 } })).status).toBe(
		422,
	);
	expect(await contents(packshot.installation.blobs)).toHaveLength(before);
});

test("rows are deleted a day after expiry, contents later: a backup that has read the rows still finds them", async () => {
	const { db, blobs } = packshot.installation;
	const { blob } = await ordered();
	const expiresAtMs = packshot.clock.now() + 30 * DAY_MS;
	const rows = async () => (await db.read.selectFrom("client_order").selectAll().execute()).length;
	await db.write(sweep, { nowMs: expiresAtMs + DAY_MS });
	expect(await rows()).toBe(1);
	await db.write(sweep, { nowMs: expiresAtMs + DAY_MS + 1 });
	expect(await rows()).toBe(0);
	await deleteOldContents(blobs, expiresAtMs + 2 * DAY_MS);
	expect(await contents(blobs)).toContain(blob);
	await deleteOldContents(blobs, expiresAtMs + 3 * DAY_MS);
	expect(await contents(blobs)).toEqual([]);
});
