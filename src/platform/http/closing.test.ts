import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import { PATIENCE_MS } from "../../../test/support/patience.ts";
import { closeInTime } from "./closing.ts";
import { createOpenRequests } from "./open-requests.ts";

const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n";

async function* endless(): AsyncGenerator<string> {
	for (;;) {
		yield "part ";
		await sleep(50);
	}
}

/** A server that answers before it has read a body, and a caller whose body it still waits for when told to close. */
async function waitingServer(drainMs: number) {
	const app = Fastify({ forceCloseConnections: "idle" });
	const open = createOpenRequests();
	open.follow(app);
	closeInTime(app, open, drainMs);
	let answer: (text: string) => void = () => undefined;
	const answered = new Promise<string>((resolve) => {
		answer = resolve;
	});
	app.get("/", async () => answered);
	app.get("/endless", async (_request, reply) => reply.send(Readable.from(endless())));
	app.post("/", { onRequest: async (_request, reply) => reply.code(401).send("no") }, async () => "never");
	await app.listen({ host: "127.0.0.1", port: 0 });
	const { port } = app.server.address() as { port: number };
	const caller = connect(port, "127.0.0.1");
	caller.on("error", () => undefined);
	caller.write(HEAD);
	await once(caller, "data");
	return { app, open, caller, answer, origin: `http://127.0.0.1:${port}` };
}

test("a connection that becomes idle while the server closes is closed", async () => {
	const { app, caller } = await waitingServer(PATIENCE_MS);
	const closed = app.close();
	await sleep(100);
	caller.write("0123456789");
	await closed;
});

test("a connection whose request never ends is cut off", async () => {
	const { app } = await waitingServer(500);
	const startedAt = performance.now();
	await app.close();
	expect(performance.now() - startedAt).toBeGreaterThan(400);
});

test("a request that was received is answered, however long that takes", async () => {
	const { app, open, caller, answer, origin } = await waitingServer(100);
	const asked = fetch(origin);
	await vi.waitFor(() => expect(open.count()).toBe(1), PATIENCE_MS);
	const closed = app.close();
	// Callers that are too slow have been cut off by now.
	await once(caller, "close");
	answer("whole");
	expect(await (await asked).text()).toBe("whole");
	await closed;
});

test("a response that never ends is cut off", async () => {
	const { app, origin } = await waitingServer(100);
	const { body } = await fetch(`${origin}/endless`);
	await app.close();
	await expect(new Response(body).text()).rejects.toThrow();
});
