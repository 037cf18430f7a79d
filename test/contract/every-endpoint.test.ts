import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chargeLines } from "../../src/billing/ledger/charge-lines.ts";
import { chargeText } from "../../src/billing/ledger/charge-text.ts";
import { revokeClient } from "../../src/clients/policy/store.ts";
import { verifiedBalance } from "../support/ledger.ts";
import { everyScope } from "../support/products.ts";
import { apiRoutes } from "../support/routes.ts";
import { type CallOptions, startService, type TestClient, type TestService } from "../support/service.ts";

/** Checks every endpoint for what holds for all of them; one that needs no token has to be listed here to pass. */

let packshot: TestService;
const BARCODE = "0725272730706";
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_WEBHOOKS: "on" } });
	await packshot.product(everyScope(BARCODE));
	await packshot.picture(BARCODE, "front");
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(60_000));

/** What an endpoint requires besides a token. */
const queries: Readonly<Record<string, string>> = { "GET /products/{barcode}/image": "?variant=front" };
const bodies: Readonly<Record<string, object>> = {
	"POST /products/bulk-check": { barcodes: [BARCODE] },
	"POST /metadata/bulk-check": { barcodes: [BARCODE] },
	"POST /orders": { items: [{ barcode: BARCODE, include: ["info"] }] },
	"POST /barcodes/resolve": { barcodes: [BARCODE] },
	"PUT /webhook": { url: "https://93.184.215.14/" },
	"POST /orders/quote": { items: [{ barcode: BARCODE }] },
};
const open = [
	"POST /auth/token",
	"POST /auth/refresh",
	"GET /image/{token}",
	"HEAD /image/{token}",
	"GET /archive/{token}",
	"HEAD /archive/{token}",
	"GET /health",
	"HEAD /health",
	"GET /pricing",
	"HEAD /pricing",
];
const bearer = Object.entries(apiRoutes)
	.filter(([name]) => !open.includes(name))
	.map(([name, { charges }]) => ({
		isPriced: charges !== undefined,
		call: [name + (queries[name] ?? ""), bodies[name]] as [endpoint: string, json?: object],
	}));
const priced = bearer.filter(({ isPriced }) => isPriced).map(({ call }) => call);
/** Without those of an order or an alert: there is none here, which only an authorised caller learns. */
const free = bearer
	.filter(({ isPriced, call: [endpoint] }) => !isPriced && !/\{(order|alert)_id\}/.test(endpoint))
	.map(({ call }) => call);

function ask(endpoint: string, json?: object, options: CallOptions = {}) {
	const [method = "", path = ""] = endpoint.replace("{barcode}", BARCODE).split(" ");
	return packshot.call(path, { method, ...(json ? { json } : {}), ...options });
}

/** A HEAD response has no body to carry the code. */
function expectRefusal(
	endpoint: string,
	answer: Awaited<ReturnType<typeof ask>>,
	code: string,
	status: number,
) {
	expect([endpoint, answer.status]).toEqual([endpoint, status]);
	expect(answer.body?.error).toBe(endpoint.startsWith("HEAD") ? undefined : code);
	expect(answer.headers.get("x-credits-debited")).toBe("0");
}

describe.each(bearer.map(({ call }) => call))("%s", (endpoint, json) => {
	test("401 without a token", async () => {
		expectRefusal(endpoint, await ask(endpoint, json), "unauthenticated", 401);
	});

	test("403 client_disabled for a revoked client", async () => {
		const client = await packshot.client();
		await client.token();
		const { clientId } = client;
		await packshot.installation.db.write(revokeClient, { clientId, nowMs: packshot.clock.now() });
		packshot.clock.advance(5000);
		expectRefusal(endpoint, await ask(endpoint, json, { client }), "client_disabled", 403);
	});

	test("403 client_ip_not_allowed from another address", async () => {
		const client = await packshot.client();
		await client.token();
		await packshot.updateClient(client, { allowlist: ["192.0.2.0/24"] });
		packshot.clock.advance(5000);
		expectRefusal(endpoint, await ask(endpoint, json, { client }), "client_ip_not_allowed", 403);
	});

	test("429 rate_limited for a client over its limit, with the wait", async () => {
		const client = await packshot.client({ requestsPerMinute: 1 });
		await packshot.call("/balance", { client });
		const answer = await ask(endpoint, json, { client });
		expectRefusal(endpoint, answer, "rate_limited", 429);
		const secondsLeft = 60 - ((packshot.clock.now() / 1000) % 60);
		expect(answer.headers.get("retry-after")).toBe(String(secondsLeft));
	});
});

test.each<[endpoint: string, json: object | undefined, barcode: string | null, what: string]>([
	[
		"GET /products/{barcode}?include=info,images",
		undefined,
		BARCODE,
		`Product ${BARCODE}: product facts, 1 picture`,
	],
	["HEAD /products/{barcode}", undefined, BARCODE, `Product ${BARCODE}: existence check`],
	["GET /products/{barcode}/image?variant=front", undefined, BARCODE, `Product ${BARCODE}: 1 picture`],
	[
		"POST /products/bulk-check",
		{ barcodes: [BARCODE, "4011", BARCODE] },
		null,
		"Bulk existence check, 2 barcodes",
	],
	["GET /metadata/{barcode}", undefined, BARCODE, `Product ${BARCODE}: availability`],
	["POST /metadata/bulk-check", { barcodes: [BARCODE] }, null, "Bulk availability, 1 barcode"],
	[
		"POST /metadata/bulk-check",
		{ barcodes: [BARCODE, "4011"], fields: true },
		null,
		"Bulk availability with fields, 2 barcodes",
	],
	[
		"POST /orders",
		{ items: [{ barcode: BARCODE, include: ["info"] }] },
		BARCODE,
		`Product ${BARCODE}: product facts`,
	],
	["GET /metadata/products", undefined, null, "Products by availability, 1 page"],
	["GET /metadata-fields", undefined, null, "List of metadata fields"],
])("the ledger records the charge of %s %j for %s as %j", async (endpoint, json, barcode, what) => {
	const client = await packshot.client();
	const { headers } = await ask(endpoint, json, { client });
	const ledger = await packshot.ledger(client);
	const charge = ledger.at(-1)!;
	expect([charge.kind, charge.request_id]).toEqual(["charge", headers.get("x-request-id")]);
	expect([charge.barcode, chargeText(chargeLines(charge), charge.barcode)]).toEqual([barcode, what]);
	const charged = chargeLines(charge).map(({ action }) => action);
	expect((await documentedCharges(endpoint)).filter((action) => charged.includes(action))).toEqual(charged);
	expect(verifiedBalance(ledger)).toBe(await packshot.balance(client));
});

/** The charged actions that the OpenAPI document lists for an endpoint. */
async function documentedCharges(endpoint: string): Promise<string[]> {
	const [method = "", path = ""] = endpoint.replace(/\?.*/, "").split(" ");
	const { body } = await packshot.call(`${packshot.origin}/openapi.json`);
	return body.paths[path][method.toLowerCase()]["x-charges"];
}

/** Success statuses other than 200. */
const answeredWith: Readonly<Record<string, number>> = {
	"POST /auth/revoke": 204,
	"DELETE /webhook": 204,
	"POST /webhook/test": 202,
};

describe("without credits", () => {
	const outcome = async (client: TestClient, endpoint: string, json?: object) => {
		const answer = await ask(endpoint, json, { client });
		expect(await packshot.balance(client)).toBe(0);
		return answer;
	};

	test.each(priced)("402 for %s, nothing charged", async (endpoint, json) => {
		const answer = await outcome(await packshot.client({}, "0"), endpoint, json);
		expectRefusal(endpoint, answer, "insufficient_credits", 402);
		expect(answer.headers.get("x-credits-remaining")).toBe("0");
	});

	test.each(free)("%s is answered", async (endpoint, json) => {
		const client = await packshot.client({}, "0");
		await packshot.call("/webhook", { method: "PUT", json: { url: "https://93.184.215.14/" }, client });
		const { status, headers } = await outcome(client, endpoint, json);
		expect([status, headers.get("x-credits-debited")]).toEqual([answeredWith[endpoint] ?? 200, "0"]);
	});
});

test.each(open)("%s requires no token", async (endpoint) => {
	const answer = await ask(endpoint.replace("{token}", "forged"), undefined);
	expect([200, 400, 404]).toContain(answer.status);
});
