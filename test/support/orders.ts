import { expect } from "vitest";
import { everyScope } from "./products.ts";
import { type Answer, startService, type TestClient, type TestService } from "./service.ts";

/** A product with every scope and two pictures: all of it costs 0.85. */
export const WHOLE = "0725272730706";
/** A product with a brand and a picture: all of it costs 0.4. */
export const PLAIN = "4011";
/** A barcode without a product. */
export const MISSING = "4006381333931";

/** A service that sells WHOLE and PLAIN. */
export async function startOrderService(): Promise<TestService> {
	const packshot = await startService();
	await packshot.product(everyScope(WHOLE), { barcode: PLAIN, info: { brand: "Elite" } });
	await packshot.picture(WHOLE, "front");
	await packshot.picture(WHOLE, "front_clean");
	await packshot.picture(PLAIN, "front", { seed: 2 });
	return packshot;
}

/** Order items that ask for everything about some barcodes. */
export const items = (...barcodes: string[]) => barcodes.map((barcode) => ({ barcode }));

/** Places an order with this body. */
export function order(
	packshot: TestService,
	client: TestClient,
	json: object,
	key?: string,
): Promise<Answer> {
	const headers = key === undefined ? {} : { headers: { "Idempotency-Key": key } };
	return packshot.call("/orders", { client, json, ...headers });
}

/** The same client with a fresh sign-in: access tokens live for an hour. */
export function laterOn(packshot: TestService, { clientId, apiKey, policy }: TestClient): TestClient {
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

/** The contents of an order, page by page. */
export async function everyPage(
	packshot: TestService,
	client: TestClient,
	orderId: string,
	perPage: number,
): Promise<Answer["body"][]> {
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
