import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { closeInTime } from "./closing.ts";
import { createOpenRequests } from "./open-requests.ts";

const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n";

async function* slowly(): AsyncGenerator<string> {
	for (let part = 0; part < 5; part++) {
		yield "part ";
		await sleep(300);
	}
	yield "end";
}

/** A server that answers before it has read a body, and a caller whose body it waits for when it is told to close. */
async function waitingServer(requestMs: number): Promise<{ app: FastifyInstance; caller: Socket }> {
	const app = Fastify({ forceCloseConnections: "idle" });
	const open = createOpenRequests();
	open.follow(app);
	closeInTime(app, open, requestMs);
	app.get("/", async (_request, reply) => reply.send(Readable.from(slowly())));
	app.post("/", { onRequest: async (_request, reply) => reply.code(401).send("no") }, async () => "never");
	await app.listen({ host: "127.0.0.1", port: 0 });
	const { port } = app.server.address() as { port: number };
	const caller = connect(port, "127.0.0.1");
	caller.on("error", () => undefined);
	caller.write(HEAD);
	await once(caller, "data");
	return { app, caller };
}

test("a connection that becomes idle while the server closes is closed", async () => {
	const { app, caller } = await waitingServer(60_000);
	const startedAt = performance.now();
	const closed = app.close();
	await sleep(100);
	caller.write("0123456789");
	await closed;
	expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test("one whose request never ends is cut off", async () => {
	const { app } = await waitingServer(500);
	const startedAt = performance.now();
	await app.close();
	expect(performance.now() - startedAt).toBeGreaterThan(400);
	expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test("a caller who is being answered gets the whole answer, however long it takes", async () => {
	const { app } = await waitingServer(300);
	const { port } = app.server.address() as { port: number };
	const answer = await fetch(`http://127.0.0.1:${port}/`);
	const closed = app.close();
	expect(await answer.text()).toBe("part part part part part end");
	await closed;
});
