import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { grantCredits } from "../../src/billing/balances/grant.ts";
import type { ClientPolicy } from "../../src/clients/policy/client.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { START_MS } from "../support/clock.ts";
import { verifiedBalance } from "../support/ledger.ts";
import { everyScope } from "../support/products.ts";
import { sdkClient } from "../support/sdk.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

const BARCODE = "0725272730706";

let service: TestService;
beforeAll(async () => {
	service = await startService();
	await service.product(everyScope(BARCODE));
	await service.picture(BARCODE, "front");
});
afterAll(() => service.close());

let day = START_MS;
beforeEach(() => {
	day += DAY_MS;
	service.clock.set(day);
});

async function open(policy: Partial<ClientPolicy> = {}, credits = "100") {
	const client = await service.client(policy, credits);
	const opened = sdkClient(service, client);
	const requests = () => opened.sent.map(({ name, status }) => `${name} ${status}`).slice(1);
	return { client, ...opened, requests };
}

async function charges(client: TestClient): Promise<number[]> {
	const rows = await service.ledger(client);
	verifiedBalance(rows);
	return rows.filter(({ kind }) => kind === "charge").map(({ units }) => -units / 10_000);
}

async function topUp({ clientId }: TestClient, units: number): Promise<void> {
	await service.installation.db.write(grantCredits, {
		clientId,
		units,
		note: null,
		requestId: "req_top_up",
		atMs: service.clock.now(),
	});
}

describe("a lost response", () => {
	test("to a bulk check is replayed and charged once", async () => {
		const { sdk, client, requests, loseAnswers } = await open();
		loseAnswers("POST /products/bulk-check");
		const checked = await sdk.products.bulkCheck([BARCODE, "9999"]);
		expect(checked.results[BARCODE]).toEqual({ exists: true, variants: ["front"] });
		expect(checked.meta.credits_debited).toBe(0.02);
		expect(checked.response).toMatchObject({ isReplay: true, creditsDebited: { exact: "0" } });
		expect(requests()).toHaveLength(2);
		expect(await charges(client)).toEqual([0.02]);
	});

	test("to a billed read is reported, not retried, and charged once", async () => {
		const { sdk, client, loseAnswers } = await open();
		loseAnswers(`GET /products/${BARCODE}`);
		await expect(sdk.products.get(BARCODE, { include: ["info"] })).rejects.toMatchObject({
			code: "connection_failed",
			mayHaveBeenCharged: true,
		});
		expect(await charges(client)).toEqual([0.1]);
	});

	test("to a billed read is retried and charged twice with retryLostBilledReads", async () => {
		const { sdk, client, loseAnswers } = await open();
		loseAnswers(`GET /products/${BARCODE}`);
		await sdk.products.get(BARCODE, { include: ["info"] }, { retryLostBilledReads: true });
		expect(await charges(client)).toEqual([0.1, 0.1]);
	});

	test("to a free call is retried", async () => {
		const { sdk, requests, loseAnswers } = await open();
		loseAnswers("GET /balance", 2);
		await sdk.account.balance();
		expect(requests()).toEqual(["GET /balance 200", "GET /balance 200", "GET /balance 200"]);
	});

	test("with a picture is reported, and the URL is used up", async () => {
		const { sdk, client, requests, loseAnswers } = await open();
		loseAnswers("GET /image");
		await expect(sdk.images.download(BARCODE, "front")).rejects.toMatchObject({
			code: "signed_url_consumed",
			mayHaveBeenCharged: true,
		});
		expect(requests()).toEqual([`GET /products/${BARCODE} 200`, "GET /image 200", "GET /image 410"]);
		expect(await charges(client)).toEqual([0.25]);
	});
});

describe("a rate limit", () => {
	test("is waited out after a single 429, until the next minute", async () => {
		const { sdk, requests } = await open({ requestsPerMinute: 3 });
		const startMs = service.clock.now();
		for (let call = 0; call < 5; call++) await sdk.account.balance();
		expect(requests()).toEqual([
			...Array(3).fill("GET /balance 200"),
			"GET /balance 429",
			...Array(2).fill("GET /balance 200"),
		]);
		expect(service.clock.now() - startMs).toBeGreaterThanOrEqual(30_000);
		expect(service.clock.now() - startMs).toBeLessThan(31_000);
	});

	test("per day is reported immediately when the wait exceeds the call's timeout", async () => {
		const client = await service.client({ requestsPerDay: 1 });
		const clock = { now: service.clock.now, sleep: () => new Promise<void>(() => {}) };
		const { sdk, sent } = sdkClient(service, client, { clock, totalTimeoutMs: 120_000 });
		await sdk.account.balance();
		await expect(sdk.account.balance()).rejects.toMatchObject({
			code: "rate_limited",
			retryAfterSeconds: 41_370,
		});
		expect(sent.map(({ status }) => status)).toEqual([200, 200, 429]);
	});
});

describe("running out of credits", () => {
	test("during a bulk check charges nothing twice: the same key continues after a top-up", async () => {
		const barcodes = Array.from({ length: 1200 }, (_, index) => String(30_000_000 + index));
		const { sdk, client } = await open({}, "7");
		const error = await sdk.products.bulkCheck(barcodes).catch((reason) => reason);
		expect(error).toMatchObject({ code: "insufficient_credits", mayHaveBeenCharged: false });
		expect(await charges(client)).toEqual([5]);
		await topUp(client, 100_000);
		const checked = await sdk.products.bulkCheck(barcodes, { idempotencyKey: error.idempotencyKey });
		expect(Object.keys(checked.results)).toHaveLength(1200);
		expect(checked.parts.map(({ isReplay }) => isReplay)).toEqual([true, false, false]);
		expect(checked.response.creditsDebited.exact).toBe("7");
		expect(await charges(client)).toEqual([5, 5, 2]);
	});

	test("an idempotency key used for other barcodes is rejected", async () => {
		const { sdk } = await open();
		const options = { idempotencyKey: "stock-check-2027-05-15" };
		await sdk.products.bulkCheck([BARCODE], options);
		await expect(sdk.products.bulkCheck(["9999"], options)).rejects.toMatchObject({
			code: "idempotency_key_mismatch",
			status: 409,
		});
	});
});

describe("an unavailable service", () => {
	test("fails with connection_failed and mayHaveBeenCharged false", async () => {
		const client = await service.client();
		const { sdk } = sdkClient(service, client, { baseUrl: "http://127.0.0.1:1", maxAttempts: 2 });
		await expect(sdk.products.get(BARCODE)).rejects.toMatchObject({
			code: "connection_failed",
			mayHaveBeenCharged: false,
		});
	});
});
