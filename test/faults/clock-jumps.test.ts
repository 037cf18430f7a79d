import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "../../src/platform/time/durations.ts";
import { expectPaid, noPayments } from "../support/paying.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";

/** The clock jumps by two hours, forwards and back, during normal operation. */

const JUMPS_HOURS = [2, -2, -2, 2, 2, 2, -2, -2, -2, 2];

let packshot: TestService;
let client: TestClient;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_TOKEN_REQUESTS_PER_MINUTE_PER_IP: "100000" } });
	client = await packshot.client({ requestsPerMinute: 100_000, requestsPerDay: 1_000_000 }, "1000");
	await packshot.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	await packshot.picture("4011", "front");
});
afterAll(() => packshot.close());

interface TokenSet {
	readonly access_token: string;
	readonly refresh_token: string;
}

async function signIn(): Promise<TokenSet> {
	// Each sign-in gets a fresh minute: its limit is not what is tested here.
	packshot.clock.advance(60_000);
	const { status, body } = await packshot.call("/auth/token", {
		json: { client_id: client.clientId, api_key: client.apiKey },
	});
	expect(status).toBe(200);
	return body;
}

test("clock jumps keep charges exact and revive no used URL, revoked token or spent refresh token", async () => {
	const payments = noPayments();
	const usedUrls: string[] = [];
	const revoked: string[] = [];
	const spent: string[] = [];
	for (const hours of [0, ...JUMPS_HOURS]) {
		packshot.clock.advance(hours * HOUR_MS);
		const { access_token: token, refresh_token: refresh } = await signIn();
		const paid = await Promise.all(
			Array.from({ length: 20 }, () => packshot.call("/products/4011?include=info", { token })),
		);
		for (const { status, body } of paid) {
			if (status === 200) payments.acknowledged.push(body.meta.request_id);
			else payments.wrong.push(status);
		}
		const url = await signedUrl(packshot, { ...client, token: async () => token }, "4011");
		expect((await packshot.call(url)).status).toBe(200);
		payments.acknowledged.push(...(await chargedSince(payments.acknowledged)));
		usedUrls.push(url);
		expect((await packshot.call("/auth/refresh", { json: { refresh_token: refresh } })).status).toBe(200);
		spent.push(refresh);
		expect((await packshot.call("/auth/revoke", { method: "POST", token })).status).toBe(204);
		revoked.push(token);

		for (const each of usedUrls) expect((await packshot.call(each)).status).toBe(410);
		for (const each of revoked) expect((await packshot.call("/balance", { token: each })).status).toBe(401);
		for (const each of spent) {
			const again = await packshot.call("/auth/refresh", { json: { refresh_token: each } });
			expect([401, 429]).toContain(again.status);
		}
	}
	await expectPaid(packshot, client, payments);
	const ledger = await packshot.ledger(client);
	expect(ledger.filter(({ kind }) => kind === "charge")).toHaveLength(payments.acknowledged.length);
});

/** Charges in the ledger that no answer reported: those of redirects. */
async function chargedSince(known: readonly string[]): Promise<string[]> {
	const ids = (await packshot.ledger(client))
		.filter(({ kind }) => kind === "charge")
		.map((row) => row.request_id);
	const told = new Set(known);
	return ids.filter((id) => !told.has(id));
}
