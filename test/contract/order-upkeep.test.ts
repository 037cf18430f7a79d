import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkPictures } from "../../src/images/check-pictures.ts";
import { checkOrders } from "../../src/orders/check-orders.ts";
import { CONTENT_PREFIX } from "../../src/orders/order-content.ts";
import { deleteOldContents } from "../../src/orders/retention.ts";
import type { BlobStore } from "../../src/platform/blobs/blob-store.ts";
import { sweep } from "../../src/retention.ts";
import { everyScope } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** What is stored of orders: looked over by `packshot doctor`, and deleted when it is over. */

const DAY_MS = 86_400_000;
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

describe("the check of orders", () => {
	test("finds nothing wrong with what was made, and calls no content a stray file", async () => {
		await ordered();
		expect(await check()).toEqual({ orders: 1, faults: [] });
		const pictures = await checkPictures(packshot.installation, { read: true, except: CONTENT_PREFIX });
		expect(pictures).toEqual({ pictures: 0, faults: [], unnamedBlobs: 0 });
	});

	test("names an order whose content is missing, damaged or another's, and one that was not paid for", async () => {
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
		await packshot.alter(`delete from client_order where order_id <> ''`);
	});
});

test("an order that is refused leaves nothing behind", async () => {
	const before = (await contents(packshot.installation.blobs)).length;
	const poor = await packshot.client({}, "0");
	const json = { items: [{ barcode: BARCODE }] };
	expect((await packshot.call("/orders", { client: poor, json })).status).toBe(402);
	expect((await packshot.call("/orders", { client: poor, json: { ...json, max_credits: 0.1 } })).status).toBe(
		422,
	);
	expect(await contents(packshot.installation.blobs)).toHaveLength(before);
});

test("rows go a day after they expire, contents later: a backup that has read the rows still finds them", async () => {
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
