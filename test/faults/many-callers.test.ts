import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuiltServer, startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { waitedMs } from "../support/processor-time.ts";
import { startService, type TestClient } from "../support/service.ts";

/** Callers that hold many connections open while idle, or reading a byte now and then. */

const IDLE = 10_000;

let folder: string;
let server: BuiltServer;
let client: TestClient;
let token: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "packshot-many-"));
	const service = await startService({ folder, clock: testClock(Date.now()) });
	client = await service.client({ requestsPerMinute: 100_000, requestsPerDay: 1_000_000 }, "1000");
	await service.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	await service.picture("4011", "front");
	token = await client.token();
	await service.close();
	server = await startBuiltServer({
		PACKSHOT_DATA: folder,
		PACKSHOT_LOG_LEVEL: "silent",
		PACKSHOT_CONNECTIONS_PER_IP: String(2 * IDLE),
	});
});
afterAll(() => {
	server.process.kill("SIGKILL");
	rmSync(folder, { recursive: true, force: true });
});

const headers = () => ({ authorization: `Bearer ${token}` });
const read = () => fetch(`${server.url}/products/4011?include=info`, { headers: headers() });

async function open(): Promise<Socket> {
	const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
	await once(socket, "connect");
	return socket.on("error", () => undefined);
}

test(`${IDLE} idle connections leave room for other callers`, async () => {
	const idle: Socket[] = [];
	while (idle.length < IDLE) idle.push(...(await Promise.all(Array.from({ length: 250 }, open))));
	const ms = await waitedMs(Number(server.process.pid), async () => {
		for (let time = 0; time < 20; time++) {
			expect((await read()).status).toBe(200);
			expect((await fetch(`${server.url}/health`)).status).toBe(200);
		}
	});
	expect(ms / 40).toBeLessThan(250);
	for (const socket of idle) socket.destroy();
});

test("500 connections reset in the middle of a request leave room for other callers", async () => {
	const gone = await Promise.all(Array.from({ length: 500 }, open));
	for (const socket of gone) {
		socket.write("GET /api/v1/health HTTP/1.1\r\nHost: x\r\n");
		socket.resetAndDestroy();
	}
	for (let time = 0; time < 20; time++) expect((await read()).status).toBe(200);
});

test("callers who read one byte per second are served and do not slow down the others", async () => {
	const slow = await Promise.all(Array.from({ length: 20 }, open));
	for (const socket of slow) {
		const redirect = await fetch(`${server.url}/products/4011/image?variant=front`, {
			headers: headers(),
			redirect: "manual",
		});
		const { pathname } = new URL(redirect.headers.get("location") ?? "");
		socket.pause();
		socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
	}
	const begun = new Map(slow.map((socket) => [socket, [] as Buffer[]]));
	for (let second = 0; second < 3; second++) {
		for (const [socket, parts] of begun) parts.push(socket.read(1) ?? Buffer.alloc(0));
		const ms = await waitedMs(Number(server.process.pid), async () => {
			for (let time = 0; time < 10; time++) expect((await read()).status).toBe(200);
		});
		expect(ms / 10).toBeLessThan(250);
		await sleep(1000);
	}
	for (const [socket, parts] of begun) {
		const answer = Buffer.concat([...parts, await buffer(socket)]);
		const head = answer.subarray(0, answer.indexOf("\r\n\r\n") + 4).toString();
		expect(head).toMatch(/^HTTP\/1\.1 200 /);
		expect(answer.length - head.length).toBe(Number(/^content-length: (\d+)/im.exec(head)?.[1]));
	}
});
