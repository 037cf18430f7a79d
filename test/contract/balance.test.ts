import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grantCredits } from "../../src/billing/balances/grant.ts";
import { revokeClient } from "../../src/clients/policy/store.ts";
import { expectError } from "../support/answers.ts";
import { START_MS } from "../support/clock.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
});
afterAll(() => packshot.close());

describe("GET /balance", () => {
	test("200 with the balance of the caller, free of charge", async () => {
		const client = await packshot.client({}, "12.5");
		const answer = await packshot.call("/balance", { client });
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			client_id: client.clientId,
			balance_id: expect.stringMatching(/^bal_[a-z2-7]{20}$/),
			credit_balance: 12.5,
			tier: "standard",
			meta: {
				request_id: answer.headers.get("x-request-id"),
				credits_debited: 0,
				credits_remaining: 12.5,
				response_generated: new Date(START_MS).toISOString(),
			},
		});
		expect(answer.headers.get("x-credits-remaining")).toBe("12.5");
		expect(await packshot.balance(client)).toBe(125_000);
		expect(await packshot.ledger(client)).toHaveLength(1);
	});

	test("returns the tier", async () => {
		const client = await packshot.client({ tier: "enterprise" });
		expect((await packshot.call("/balance", { client })).body.tier).toBe("enterprise");
	});

	test("0 for a client that was never given credits", async () => {
		const client = await packshot.client({}, "0");
		const { body, headers } = await packshot.call("/balance", { client });
		expect([body.credit_balance, headers.get("x-credits-remaining")]).toEqual([0, "0"]);
	});

	test("reflects charges and grants at once", async () => {
		const client = await packshot.client({}, "1");
		const shown = async () => (await packshot.call("/balance", { client })).body.credit_balance;
		await packshot.call("/products/4011?include=info", { client });
		expect(await shown()).toBe(0.9);
		await packshot.installation.db.write(grantCredits, {
			clientId: client.clientId,
			units: 1,
			note: null,
			requestId: "req_grant",
			atMs: START_MS,
		});
		expect(await shown()).toBe(0.9001);
	});

	test("counts against the quota like any other request", async () => {
		const client = await packshot.client({ requestsPerMinute: 2 });
		const remaining = async () =>
			(await packshot.call("/balance", { client })).headers.get("x-ratelimit-remaining-minute");
		expect([await remaining(), await remaining()]).toEqual(["1", "0"]);
		expectError(await packshot.call("/balance", { client }), "rate_limited");
	});

	test("401 without a token", async () => {
		expectError(await packshot.call("/balance"), "unauthenticated");
	});

	test("403 client_disabled for a revoked client", async () => {
		const client = await packshot.client();
		await client.token();
		await packshot.installation.db.write(revokeClient, { clientId: client.clientId, nowMs: START_MS });
		packshot.clock.advance(5000);
		expectError(await packshot.call("/balance", { client }), "client_disabled");
	});
});

describe("one reading an answer", () => {
	const ORDER = { items: [{ barcode: "4011" }] };
	test("body, meta and header show the same credits while the client is charged", async () => {
		const client = await packshot.client({ requestsPerMinute: 100_000, requestsPerDay: 100_000 }, "1000");
		const { body } = await packshot.call("/orders", { client, json: ORDER });
		const calls: [path: string, options: object][] = [
			["/balance", {}],
			["/account", {}],
			["/usage", {}],
			["/changes", {}],
			["/products", {}],
			["/products/4011?include=info", {}],
			["/metadata/4011", {}],
			["/metadata-fields", {}],
			["/metadata/products", {}],
			["/products/bulk-check", { json: { barcodes: ["4011"] } }],
			["/metadata/bulk-check", { json: { barcodes: ["4011"] } }],
			["/barcodes/resolve", { json: { barcodes: ["4011"] } }],
			["/orders", {}],
			["/orders", { json: ORDER }],
			[`/orders/${body.order_id}`, {}],
			[`/orders/${body.order_id}/products`, {}],
		];
		const shown = await Promise.all(
			Array.from({ length: 12 }, () => calls)
				.flat()
				.map(async ([path, options]) => {
					const answer = await packshot.call(path, { client, ...options });
					const inHeader = Number(answer.headers.get("x-credits-remaining"));
					const { meta, credit_balance = meta.credits_remaining } = answer.body;
					return { path, same: inHeader === meta.credits_remaining && inHeader === credit_balance };
				}),
		);
		expect(shown.filter(({ same }) => !same)).toEqual([]);
	});
});
