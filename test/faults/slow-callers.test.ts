import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../support/service.ts";

/** Callers that hold a connection open without ever sending a whole request. */

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());

test.concurrent("a request head that never ends is answered with 408 and the connection is closed", async () => {
	const socket = open();
	socket.write("GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Slow: ");
	const { text, afterMs } = await everything(socket);
	expect(text).toMatch(/^HTTP\/1\.1 408 /);
	expect(text).toMatch(/x-request-id: req_/i);
	expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n"))).error).toBe("bad_request");
	expect(afterMs).toBeLessThan(120_000);
});

test.concurrent("a request body that trickles in is answered with 408 and the connection is closed", async () => {
	const socket = open();
	socket.write(
		"POST /api/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
	);
	const drip = setInterval(() => socket.write(" "), 500);
	const { text, afterMs } = await everything(socket);
	clearInterval(drip);
	expect(text).toMatch(/^HTTP\/1\.1 408 /);
	expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
	expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n"))).error).toBe("bad_request");
	expect(afterMs).toBeLessThan(120_000);
});

test.concurrent("a caller who never reads the response is disconnected", async () => {
	const socket = open().pause();
	socket.on("error", () => undefined);
	const [served] = await Promise.all([connectionOf(socket), once(socket, "connect")]);
	const startedAt = performance.now();
	// More than the system buffers for a caller that does not read, but no more requests than may be pipelined.
	socket.write("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(30));
	await once(served, "close");
	expect(performance.now() - startedAt).toBeGreaterThan(25_000);
	socket.destroy();
});

test.concurrent("five hundred slow callers leave room for others", async () => {
	const slow = Array.from({ length: 500 }, () => {
		const socket = open();
		socket.on("error", () => undefined);
		socket.write("GET /api/v1/health HTTP/1.1\r\n");
		return socket;
	});
	for (let time = 0; time < 20; time++) expect((await packshot.call("/health")).status).toBe(200);
	for (const socket of slow) socket.destroy();
});

function open(): Socket {
	return connect(Number(new URL(packshot.origin).port), "127.0.0.1");
}

/** The server side of a connection that is being opened. */
function connectionOf(caller: Socket): Promise<Socket> {
	return new Promise((resolve) => {
		packshot.app.server.on("connection", (connection: Socket) => {
			if (connection.remotePort === caller.localPort) resolve(connection);
		});
	});
}

function everything(socket: Socket): Promise<{ text: string; afterMs: number }> {
	const startedAt = performance.now();
	let text = "";
	return new Promise((resolve) => {
		socket.on("error", () => undefined);
		socket.setEncoding("utf8").on("data", (part) => {
			text += part;
		});
		socket.on("close", () => resolve({ text, afterMs: performance.now() - startedAt }));
	});
}
