import { beforeAll, expect, test } from "vitest";
import { cardService } from "../support/paying-by-card.ts";
import { unzipped } from "../support/unzipped.ts";

/** E13: while an account owes, whatever costs is refused and says why; every free call, and what was bought, goes on. */

const at = cardService({ PACKSHOT_WEBHOOKS: "on", PACKSHOT_WEBHOOK_ALLOW: "192.0.2.0/24" });
const { newAdministrator, payer, send } = at;
type Shop = Awaited<ReturnType<typeof payer>>;

beforeAll(async () => {
	await at.packshot.product(
		{ barcode: "4011", info: { product_name: "Bananas" } },
		{ barcode: "0725272730706", info: { product_name: "Candles" }, hechshers: [{ symbol: "OU" }] },
	);
	await at.packshot.picture("4011", "front");
});

/** Pays, buys an order, a URL of a picture and most of the rest; then the payment is disputed. */
async function owing(shop: Shop) {
	const { packshot, stripe } = at;
	const { sessionId } = await shop.open(100);
	await send(stripe.pay(sessionId));
	const { token } = shop;
	const json = { items: [{ barcode: "4011" }] };
	const order = await packshot.call("/orders", { token, json });
	expect(order.status).toBe(201);
	const image = await packshot.call("/products/4011?include=images&variants=front", { token });
	const spent = { credits: -80, note: "Spent." };
	await (await newAdministrator()).ask("POST /keys/{client_id}/credits", { path: shop.path, body: spent });
	await send(stripe.dispute(sessionId));
	return { orderId: order.body.order_id as string, imageUrl: image.body.images.front as string };
}

async function requireFreeCalls(shop: Shop, { orderId, imageUrl }: Awaited<ReturnType<typeof owing>>) {
	const { packshot } = at;
	const { token, apiKey, clientId } = shop;
	const statuses = async (calls: readonly (readonly [path: string, options?: object])[]) => {
		const answers = [];
		for (const [path, options] of calls) {
			const { status, body } = await packshot.call(path, { token, ...options });
			answers.push([path, status < 400 || body.error]);
		}
		return answers;
	};
	const free = [
		["/health"],
		["/pricing"],
		["/pricing", { method: "HEAD" }],
		["/balance"],
		["/account"],
		["/usage"],
		["/changes"],
		["/kosher-alerts"],
		["/products"],
		["/products/4011/kosher"],
		["/barcodes/resolve", { json: { barcodes: ["4011"] } }],
		["/orders/quote", { json: { items: [{ barcode: "4011" }] } }],
		["/orders"],
		[`/orders/${orderId}`],
		[`/orders/${orderId}/products`],
		[`/orders/${orderId}/products?metadata=today`],
		["/webhook", { method: "PUT", json: { url: "http://192.0.2.7/hook" } }],
		["/webhook"],
		["/webhook/test", { method: "POST" }],
		["/webhook", { method: "DELETE" }],
	] as const;
	expect(await statuses(free)).toEqual(free.map(([path]) => [path, true]));
	expect((await packshot.call(imageUrl)).status).toBe(200);
	const archive = await packshot.call(`/orders/${orderId}/archive`, { token });
	const files = await unzipped((await packshot.call(archive.headers.get("location") ?? "")).bytes);
	expect([...files.keys()]).toContain("pictures/4011_front.jpg");
	expect((await packshot.call("/products/4012", { token })).status).toBe(404);
	const signedIn = await packshot.call("/auth/token", { json: { client_id: clientId, api_key: apiKey } });
	expect(signedIn.status).toBe(200);
	const { refresh_token } = signedIn.body;
	expect((await packshot.call("/auth/refresh", { json: { refresh_token } })).status).toBe(200);
	const costly = [
		["/products/4011"],
		["/products/4011", { method: "HEAD" }],
		["/products/0725272730706/kosher"],
		["/products/4011/image?variant=front"],
		["/products/bulk-check", { json: { barcodes: ["4011"] } }],
		["/metadata/bulk-check", { json: { barcodes: ["4011"] } }],
		["/metadata/4011"],
		["/metadata/products"],
		["/metadata-fields"],
		["/orders", { json: { items: [{ barcode: "4011" }] } }],
	] as const;
	for (const [path, options] of costly) {
		const { status, body } = await packshot.call(path, { token, ...options });
		expect([path, status]).toEqual([path, 402]);
		if (body?.message !== undefined) expect(body.message).toMatch(/reversed/);
	}
}

test("below zero, every free call goes on, and whatever costs is 402", async () => {
	const shop = await payer();
	const bought = await owing(shop);
	expect(await shop.balance()).toBeLessThan(-80);
	await requireFreeCalls(shop, bought);
	expect((await at.packshot.call("/account", { token: shop.token })).body.credit_balance).toBeLessThan(-80);
});

test("on a balance shared by owners, the same is so for the payer's clients alone", async () => {
	const [shop, other] = [await payer(), await payer()];
	const { balance_id } = (await shop.ask("GET /keys/{client_id}", { path: shop.path })).body;
	const joining = { path: other.path, body: { balance: balance_id } };
	await (await newAdministrator()).ask("PATCH /keys/{client_id}", joining);
	const { sessionId } = await other.open(50);
	await send(at.stripe.pay(sessionId));
	const bought = await owing(shop);
	await requireFreeCalls(shop, bought);
	expect((await at.packshot.call("/products/4011", { token: other.token })).status).toBe(200);
});
