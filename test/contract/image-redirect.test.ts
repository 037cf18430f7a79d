import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { verifiedBalance } from "../support/ledger.ts";
import { newBarcode } from "../support/products.ts";
import { sendRaw } from "../support/raw-http.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { from, outcome, TRUST_LOCAL_PROXY } from "../support/signed-urls.ts";

let packshot: TestService;
let barcode: string;
beforeAll(async () => {
	packshot = await startService();
	barcode = newBarcode();
	await packshot.picture(barcode, "front");
});
afterAll(() => packshot.close());

const path = () => `/products/${barcode}/image?variant=front`;

describe("GET /products/{barcode}/image", () => {
	test("302 with an empty body to a signed URL of this service, at the price of one image", async () => {
		const client = await packshot.client();
		const { status, headers, bytes } = await packshot.call(path(), { client });
		expect([status, bytes.length]).toEqual([302, 0]);
		expect(headers.get("location")).toMatch(new RegExp(`^${packshot.origin}/api/v1/image/[A-Za-z0-9_.-]+$`));
		expect(headers.get("x-credits-debited")).toBe("0.25");
		expect(headers.get("x-credits-remaining")).toBe("99.75");
		const rows = await packshot.ledger(client);
		expect(verifiedBalance(rows)).toBe(997_500);
		expect(rows.at(-1)).toMatchObject({
			units: -2500,
			request_id: headers.get("x-request-id"),
			detail: '[{"action":"products.get.per_image","quantity":1,"price_units":2500}]',
		});
	});

	test("the URL delivers the picture, and every redirect gives a fresh one", async () => {
		const client = await packshot.client();
		const redirects = [await packshot.call(path(), { client }), await packshot.call(path(), { client })];
		const urls = redirects.map(({ headers }) => headers.get("location") ?? "");
		expect(new Set(urls).size).toBe(2);
		for (const url of urls) expect((await packshot.call(url)).headers.get("content-type")).toBe("image/jpeg");
	});

	test("402 carries no URL", async () => {
		const client = await packshot.client({}, "0.2499");
		const answer = await packshot.call(path(), { client });
		expect([outcome(answer), answer.headers.has("location")]).toEqual(["402 insufficient_credits", false]);
		expect(await packshot.balance(client)).toBe(2499);
	});

	test("ignores the query parameters of the product read", async () => {
		const client = await packshot.client();
		expect((await packshot.call(`${path()}&include=colour&variants=side`, { client })).status).toBe(302);
	});
});

/** Sends headers that no HTTP client would send, and returns where image URLs point. */
async function askAs(service: TestService, client: TestClient, headers: readonly string[]) {
	const token = await client.token();
	const lines = [`GET /api/v1${path()} HTTP/1.1`, `Authorization: Bearer ${token}`, ...headers, "", ""];
	const { status, headers: got, text } = await sendRaw(service.origin, lines.join("\r\n"));
	const location = got.location?.replace(/\/api\/v1\/image\/[A-Za-z0-9_.-]+$/, " …");
	return location ?? `${status} ${JSON.parse(text).error}`;
}

describe("the signed URL", () => {
	async function started(settings: Record<string, string>) {
		const service = await startService({ settings });
		onTestFinished(() => service.close());
		await service.picture(barcode, "front");
		return service;
	}

	test("points to the requested Host, whatever else is forwarded", async () => {
		const client = await packshot.client();
		const forged = [
			"X-Forwarded-Host: evil.example",
			"X-Forwarded-Proto: https",
			"Forwarded: host=evil.example",
		];
		expect(await askAs(packshot, client, ["Host: shop.example:8443", ...forged])).toBe(
			"http://shop.example:8443 …",
		);
		expect(await askAs(packshot, client, ["Host: [2001:db8::1]:8080"])).toBe("http://[2001:db8::1]:8080 …");
	});

	test.each(["evil.example/x", "user@evil.example", "evil.example:99999", "a b", ""])(
		"400 and no charge for the Host %j",
		async (host) => {
			const client = await packshot.client();
			expect(await askAs(packshot, client, [`Host: ${host}`])).toBe("400 bad_request");
			expect(await packshot.balance(client)).toBe(1_000_000);
		},
	);

	test("follows the same rules in a product response", async () => {
		const client = await packshot.client();
		const token = await client.token();
		const ask = (host: string) =>
			sendRaw(
				packshot.origin,
				`GET /api/v1/products/${barcode}?include=images HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
			);
		expect((await ask("shop.example")).body.images.front).toMatch(
			/^http:\/\/shop\.example\/api\/v1\/image\//,
		);
		expect((await ask("evil.example/x")).body.error).toBe("bad_request");
		expect(await packshot.balance(client)).toBe(997_500);
	});

	test("points to the forwarded host and protocol behind a trusted proxy", async () => {
		const proxied = await started(TRUST_LOCAL_PROXY);
		const client = await proxied.client();
		const forwarded = ["X-Forwarded-Host: shop.example", "X-Forwarded-Proto: https"];
		expect(await askAs(proxied, client, ["Host: inner", ...forwarded])).toBe("https://shop.example …");
		expect(await askAs(proxied, client, ["Host: inner"])).toBe("http://inner …");
		const forged = ["Host: inner", "X-Forwarded-Host: evil.example/x"];
		expect(await askAs(proxied, client, forged)).toBe("400 bad_request");
		const redirect = await proxied.call(path(), { client, ...from("192.0.2.1") });
		const url = redirect.headers.get("location") ?? "";
		expect(outcome(await proxied.call(url, from("192.0.2.1")))).toBe("200");
	});

	test("points to PACKSHOT_PUBLIC_URL when it is set, whatever the request says", async () => {
		const settings = { ...TRUST_LOCAL_PROXY, PACKSHOT_PUBLIC_URL: "https://images.example.com/" };
		const fixed = await started(settings);
		const client = await fixed.client();
		const forged = ["X-Forwarded-Host: evil.example"];
		expect(await askAs(fixed, client, ["Host: evil.example/x", ...forged])).toBe(
			"https://images.example.com …",
		);
	});
});
