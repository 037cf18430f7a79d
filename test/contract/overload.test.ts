import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** A service that admits one request at a time, and a caller that occupies the slot with a body that never ends. */

let packshot: TestService;
let token: string;
/** A client that makes requests in only one test. */
let other: TestClient;
let otherToken: string;
let holder: Socket;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_REQUESTS_AT_ONCE: "1" } });
	const client = await packshot.client({ requestsPerMinute: 100_000, requestsPerDay: 1_000_000 });
	await packshot.product({ barcode: "4600", info: { brand: "Golden Sheaf" } });
	token = await client.token();
	other = await packshot.client();
	otherToken = await other.token();
});
afterAll(() => packshot.close());
beforeEach(async () => {
	do {
		holder?.destroy();
		holder = occupyPlace();
	} while (!(await isOccupied()));
});
afterEach(() => freePlace());

function occupyPlace(): Socket {
	const socket = connect(Number(new URL(packshot.origin).port), "127.0.0.1");
	socket.on("error", () => undefined).resume();
	socket.write(
		"POST /api/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
	);
	return socket;
}

/** Waits until nobody else is admitted. @returns whether the holder has the slot: it may have come too early and been refused. */
async function isOccupied(): Promise<boolean> {
	for (let refusals = 0; refusals < 3; await sleep(20)) {
		if (holder.bytesRead > 0) return false;
		refusals = (await read()).status === 503 ? refusals + 1 : 0;
	}
	return holder.bytesRead === 0;
}

async function freePlace(): Promise<void> {
	holder.destroy();
	while ((await read()).status !== 200) await sleep(20);
}

/** On a fresh connection, which any caller needs who was just refused and does not want to wait. */
function read(method = "GET", as = token) {
	return packshot.call("/products/4600?include=info", {
		token: as,
		method,
		headers: { connection: "close" },
	});
}

describe("above the limit of concurrent requests", () => {
	test("503 at once with Retry-After and the common headers", async () => {
		const { status, headers, body } = await read();
		expect(status).toBe(503);
		expect(body).toEqual({
			error: "service_unavailable",
			message: expect.any(String),
			request_id: headers.get("x-request-id"),
		});
		expect(headers.get("retry-after")).toBe("1");
		expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
		expect(headers.get("x-credits-debited")).toBe("0");
		expect(headers.get("x-request-id")).toMatch(/^req_/);
		expect(Number(headers.get("x-ratelimit-limit-minute"))).toBeGreaterThan(0);
		expect(Number(headers.get("x-ratelimit-remaining-minute"))).toBeGreaterThan(0);
		expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(0);
	});

	test("HEAD gets the same without a body", async () => {
		const { status, headers, bytes } = await read("HEAD");
		expect([status, headers.get("retry-after"), bytes.length]).toEqual([503, "1", 0]);
	});

	test("nothing is charged or counted against the rate limit", async () => {
		const spent = async () => [await packshot.balance(other), (await packshot.ledger(other)).length];
		const before = await spent();
		for (let time = 0; time < 5; time++) expect((await read("GET", otherToken)).status).toBe(503);
		expect(await spent()).toEqual(before);
		await freePlace();
		const { status, headers } = await read("GET", otherToken);
		expect([status, headers.get("x-ratelimit-remaining-minute")]).toEqual([200, "59"]);
	});

	test("health checks are answered", async () => {
		expect((await packshot.call("/health")).status).toBe(200);
	});
});

describe("a connection over which a request was refused", () => {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	afterAll(() => agent.destroy());

	/** Sends a request on the agent's only connection. @returns the status and the duration. */
	async function ask(method: string, body = ""): Promise<{ status: number | undefined; tookMs: number }> {
		const startedAt = performance.now();
		const asking = httpRequest(`${packshot.origin}/api/v1/products/4600?include=info`, {
			agent,
			method,
			headers: {
				authorization: `Bearer ${token}`,
				"content-type": "application/json",
				...(body && { "content-length": Buffer.byteLength(body) }),
			},
		});
		asking.end(body);
		const [answer] = (await once(asking, "response")) as [IncomingMessage];
		await text(answer);
		return { status: answer.statusCode, tookMs: performance.now() - startedAt };
	}

	test.each([
		["GET", ""],
		["POST", "x".repeat(100_000)],
	])("is read again once Retry-After has elapsed, after a %s", async (method, body) => {
		const askedAt = performance.now();
		expect(await ask(method, body)).toMatchObject({ status: 503 });
		await freePlace();
		expect(await ask("GET")).toMatchObject({ status: 200 });
		expect(performance.now() - askedAt).toBeGreaterThan(950);
		const isQuick = ({ tookMs }: { tookMs: number }) => tookMs < 500;
		const further = [await ask("GET"), await ask("GET"), await ask("GET")];
		// On a busy machine, the fastest answer shows that none is delayed.
		while (further.length < 20 && !further.some(isQuick)) further.push(await ask("GET"));
		expect(new Set(further.map(({ status }) => status))).toEqual(new Set([200]));
		expect(further.some(isQuick)).toBe(true);
	});
});
