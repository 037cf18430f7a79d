import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { balanceOf } from "../../src/billing/balances/balance.ts";
import { type BuiltServer, startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { expectNothingLost, moveAndKill } from "../support/moved-clients.ts";
import { expectPaid, noPayments, payBlindly, payOnce } from "../support/paying.ts";
import { startService, type TestClient } from "../support/service.ts";
import { repetitions } from "../support/thoroughness.ts";

/** A server on SQLite is killed again and again, as in power failures, while clients keep calling. */

const KILLS = repetitions({ gate: 4, long: 120 });
const CALLERS = 6;
const SETTINGS = {
	PACKSHOT_TOKEN_REQUESTS_PER_MINUTE: "1000000",
	PACKSHOT_TOKEN_REQUESTS_PER_MINUTE_PER_IP: "1000000",
	PACKSHOT_IP_REQUESTS_PER_MINUTE: "1000000",
	PACKSHOT_LOG_LEVEL: "silent",
};

let folder: string;
let client: TestClient;
let server: BuiltServer;
let killing = true;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "packshot-killed-"));
	const service = await startService({ folder, clock: testClock(Date.now()) });
	client = await service.client({ requestsPerMinute: 10_000_000, requestsPerDay: 100_000_000 }, "10000");
	await service.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	await service.picture("4011", "front");
	await service.close();
	server = await startBuiltServer({ ...SETTINGS, PACKSHOT_DATA: folder });
});
afterAll(() => {
	server.process.kill("SIGKILL");
	rmSync(folder, { recursive: true, force: true });
});

test(`a server killed ${KILLS} times loses nothing acknowledged, charges nothing twice and revives nothing used or revoked`, async () => {
	const token = await signIn();
	const payments = noPayments();
	const callers = Array.from({ length: CALLERS }, async () => {
		while (killing) await payOnce(() => server.url, token, payments, Number.POSITIVE_INFINITY);
	});
	const seen: Seen = { used: [], revoked: [], revived: [] };
	const others = [useAndTryAgain(token, seen), revokeAndTryAgain(seen)];
	// Each kill interrupts the requests in flight, so the number of successes depends on the number of kills.
	const isEnough = () =>
		Math.min(seen.used.length, seen.revoked.length) > Math.floor(KILLS / 24) &&
		payments.acknowledged.length > KILLS;
	for (let kill = 0; kill < KILLS; kill++) {
		await sleep(Math.random() * 200);
		// On a busy machine, servers may be killed before they have answered anything.
		if (kill === KILLS - 1) await expect.poll(isEnough).toBe(true);
		const gone = once(server.process, "exit");
		server.process.kill("SIGKILL");
		await gone;
		server = await startBuiltServer({ ...SETTINGS, PACKSHOT_DATA: folder });
	}
	killing = false;
	await Promise.all([...others, ...callers]);
	expect(seen.revived).toEqual([]);

	server.process.kill("SIGTERM");
	await once(server.process, "exit");
	const service = await startService({ folder, clock: testClock(Date.now()) });
	await expectPaid(service, client, payments);
	await service.close();
});

test("a client that joins and leaves a balance beside a server that is killed, by commands that are, loses no credits, and brings none", async () => {
	const own = mkdtempSync(join(tmpdir(), "packshot-moved-"));
	onTestFinished(() => rmSync(own, { recursive: true, force: true }));
	const environment = { ...SETTINGS, PACKSHOT_DATA: own };
	const service = await startService({ folder: own, clock: testClock(Date.now()) });
	await service.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	const limits = { requestsPerMinute: 10_000_000, requestsPerDay: 100_000_000 };
	const [first, second] = [await service.client(limits, "100"), await service.client(limits, "100")];
	const balanceId = (await balanceOf(service.installation.db, first.clientId))?.balance_id ?? "";
	const tokens = [await first.token(), await second.token()];
	await service.close();
	server = await startBuiltServer(environment);
	const paid = noPayments();
	let moving = true;
	const calling = tokens.map(async (token) => {
		while (moving) await payBlindly(() => server.url, token, paid);
	});
	for (let round = 0; round < KILLS; round++) {
		await moveAndKill(second, { balanceId, round }, environment);
		const gone = once(server.process, "exit");
		server.process.kill("SIGKILL");
		await gone;
		server = await startBuiltServer(environment);
	}
	moving = false;
	await Promise.all(calling);
	server.process.kill("SIGTERM");
	await once(server.process, "exit");
	const after = await startService({ folder: own, clock: testClock(Date.now()) });
	onTestFinished(() => after.close());
	const { acknowledged } = paid;
	await expectNothingLost(after, [first, second], { grantedUnits: 2_000_000, acknowledged });
});

/** Repeats a call until it is answered. */
async function answered(path: string, options: RequestInit): Promise<Response> {
	for (;;) {
		const address = path.startsWith("/") ? server.url + path : path.replace(/^.*(?=\/image\/)/, server.url);
		const answer = await fetch(address, options).catch(() => undefined);
		if (answer && answer.status < 500) return answer;
		await sleep(20);
	}
}

async function signIn(): Promise<string> {
	const body = JSON.stringify({ client_id: client.clientId, api_key: client.apiKey });
	const headers = { "content-type": "application/json" };
	const answer = await answered("/auth/token", { method: "POST", headers, body });
	return ((await answer.json()) as { access_token: string }).access_token;
}

const withToken = (token: string) => ({ authorization: `Bearer ${token}` });

interface Seen {
	/** URLs that delivered a picture. */
	readonly used: string[];
	/** Tokens that were revoked. */
	readonly revoked: string[];
	/** URLs and tokens that wrongly worked again. */
	readonly revived: string[];
}

/** Uses signed URLs, and retries some that have already delivered a picture. */
async function useAndTryAgain(token: string, { used, revived }: Seen): Promise<void> {
	while (killing) {
		const options = { headers: withToken(token), redirect: "manual" } as const;
		const redirect = await answered("/products/4011/image?variant=front", options);
		const url = redirect.headers.get("location") ?? "";
		const first = await answered(url, {});
		const bytes = await first.arrayBuffer().catch(() => undefined);
		if (first.status === 200 && bytes) used.push(url);
		const earlier = used[Math.floor(Math.random() * used.length)];
		if (earlier && (await answered(earlier, {})).status !== 410) revived.push(earlier);
	}
}

/** Revokes tokens, and retries some of the revoked ones. */
async function revokeAndTryAgain({ revoked, revived }: Seen): Promise<void> {
	while (killing) {
		const token = await signIn();
		const { status } = await answered("/auth/revoke", { method: "POST", headers: withToken(token) });
		if (status === 204) revoked.push(token);
		const earlier = revoked[Math.floor(Math.random() * revoked.length)];
		if (!earlier) continue;
		const again = await answered("/balance", { headers: withToken(earlier) });
		if (again.status !== 401) revived.push(`a token: ${again.status}`);
	}
}
