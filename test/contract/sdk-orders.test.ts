import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isPackshotError } from "../../sdk/src/index.ts";
import { everyScope } from "../support/products.ts";
import { sdkClient } from "../support/sdk.ts";
import { startService, type TestService } from "../support/service.ts";
import { unzipped } from "../support/unzipped.ts";

const BARCODE = "0725272730706";

let service: TestService;
beforeAll(async () => {
	service = await startService();
	await service.product(everyScope(BARCODE), { barcode: "4011" });
	await service.picture(BARCODE, "front");
});
afterAll(() => service.close());

async function open(credits = "10") {
	const client = await service.client({ requestsPerMinute: 1000 }, credits);
	return { client, ...sdkClient(service, client) };
}

describe("orders", () => {
	test("are quoted, created, listed and fetched", async () => {
		const { sdk, client } = await open();
		const wanted = {
			items: [BARCODE, { barcode: "4011", include: ["info" as const] }, "4012"],
			name: "Flyer",
		};
		const quote = await sdk.orders.quote(wanted);
		expect([quote.credits, await service.balance(client)]).toEqual([0.6, 100_000]);
		const order = await sdk.orders.create(wanted);
		expect(order).toMatchObject({
			credits: 0.6,
			lines: quote.lines.map(({ held: _held, drawn: _drawn, ...line }) => line),
			name: "Flyer",
		});
		expect(order.response.creditsDebited.exact).toBe("0.6");
		expect(await service.balance(client)).toBe(94_000);
		const listed = [];
		for await (const each of sdk.orders.list()) listed.push(each.order_id);
		expect(listed).toEqual([order.order_id]);
		expect((await sdk.orders.get(order.order_id)).lines).toEqual(order.lines);
		const products = [];
		for await (const product of sdk.orders.products(order.order_id)) products.push(product);
		expect(products.map(({ barcode }) => barcode)).toEqual([BARCODE, "4011"]);
		expect((await service.call(products[0]?.images?.front ?? "")).status).toBe(200);
	});

	test("are streamed as one archive", async () => {
		const { sdk } = await open();
		const { order_id } = await sdk.orders.create({ items: [BARCODE] });
		const { stream, fileName } = await sdk.orders.archive(order_id);
		expect(fileName).toBe(`${order_id}.zip`);
		const files = await unzipped(await buffer(stream as unknown as AsyncIterable<Uint8Array>));
		expect([...files.keys()]).toEqual([`pictures/${BARCODE}_front.jpg`, "products.ndjson", "products.csv"]);
	});

	test("are not created twice when a response is lost", async () => {
		const { sdk, client, loseAnswers } = await open();
		loseAnswers("POST /orders", 2);
		const order = await sdk.orders.create({ items: [BARCODE] });
		expect(order.response.isReplay).toBe(true);
		expect(await service.balance(client)).toBe(94_000);
	});

	test("fail with the service's error code and the idempotency key to retry with", async () => {
		const { sdk } = await open("0.1");
		const refused = (promise: Promise<unknown>) =>
			promise.then(
				() => undefined,
				(error) => (isPackshotError(error) ? [error.code, typeof error.idempotencyKey] : error),
			);
		expect(await refused(sdk.orders.create({ items: [BARCODE] }))).toEqual([
			"insufficient_credits",
			"string",
		]);
		expect(await refused(sdk.orders.create({ items: [BARCODE], max_credits: 0.1 }))).toEqual([
			"max_credits_exceeded",
			"string",
		]);
		expect(await refused(sdk.orders.get("ord_01JV9Y3Q6ZP0W8M4N2K7T5R1XS"))).toEqual([
			"not_found",
			"undefined",
		]);
		expect(await refused(sdk.orders.get("../balance"))).toEqual(["not_found", "undefined"]);
		expect(await refused(sdk.orders.archive("ord_none"))).toEqual(["not_found", "undefined"]);
	});
});
