import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startService, type TestService } from "../support/service.ts";

/** Callers that open more connections than they may. */

let packshot: TestService;
const callers: Socket[] = [];
afterEach(async () => {
	for (const caller of callers.splice(0)) caller.destroy();
	await packshot.close();
});

async function holding(count: number, localAddress: string): Promise<Socket[]> {
	const port = Number(new URL(packshot.origin).port);
	const opened: Socket[] = [];
	for (let number = 0; number < count; number++) {
		const caller = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => undefined);
		await once(caller, "connect");
		opened.push(caller);
	}
	callers.push(...opened);
	return opened;
}

/** The status line of an answer; `undefined` if the connection is closed without one. */
function answerOn(caller: Socket): Promise<string | undefined> {
	caller.write("GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n");
	return new Promise((resolve) => {
		caller.once("data", (part) => resolve(String(part).split("\r\n")[0]));
		caller.once("close", () => resolve(undefined));
	});
}

const OK = "HTTP/1.1 200 OK";
const answersOn = (held: readonly Socket[]) => Promise.all(held.map(answerOn));

test("one address gets no more connections than its limit, others get theirs, and closing one makes room", async () => {
	packshot = await startService({ settings: { PACKSHOT_CONNECTIONS_PER_IP: "3" } });
	await packshot.call("/health");
	packshot.app.server.closeIdleConnections();
	const held = await holding(5, "127.0.0.2");
	expect(await answersOn(held)).toEqual([OK, OK, OK, undefined, undefined]);
	expect(await answersOn(await holding(1, "127.0.0.3"))).toEqual([OK]);
	const served = held[0] as Socket;
	served.destroy();
	await expect.poll(async () => answersOn(await holding(1, "127.0.0.2"))).toEqual([OK]);
});

test("all addresses together get no more connections than the overall limit", async () => {
	packshot = await startService({ settings: { PACKSHOT_CONNECTIONS: "4" } });
	const held = [...(await holding(2, "127.0.0.2")), ...(await holding(3, "127.0.0.3"))];
	expect(await answersOn(held)).toEqual([OK, OK, OK, OK, undefined]);
});

test("a trusted proxy is bound only by the overall connection limit", async () => {
	packshot = await startService({
		settings: { PACKSHOT_CONNECTIONS_PER_IP: "1", PACKSHOT_TRUSTED_PROXIES: "127.0.0.2" },
	});
	expect(await answersOn(await holding(5, "127.0.0.2"))).toEqual([OK, OK, OK, OK, OK]);
	expect(await answersOn(await holding(2, "127.0.0.3"))).toEqual([OK, undefined]);
});
