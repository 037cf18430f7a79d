import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answerAfter, enforceDeadline } from "./deadline.ts";
import { createOpenRequests } from "./open-requests.ts";

const SECONDS = 0.2;

/** Longer than the deadline and its check together. */
const LATE_MS = 1000;

async function* slowly(): AsyncGenerator<string> {
	for (let part = 1; part <= 3; part++) {
		yield `part ${part}, `;
		await sleep(LATE_MS / 2);
	}
	yield "end";
}

let app: FastifyInstance;
/** What is due before an answer is sent. */
let due: () => Promise<void>;
beforeEach(async () => {
	due = async () => undefined;
	app = Fastify();
	const open = createOpenRequests();
	app.decorateRequest("responseMeta");
	app.addHook("onRequest", async (request) => {
		request.responseMeta = { debitedUnits: 0 };
	});
	open.follow(app);
	enforceDeadline(app, open, SECONDS);
	app.addHook("onSend", (_request, reply, _payload, done) => answerAfter(due(), reply, done));
	app.setErrorHandler((error, _request, reply) => reply.code(504).send({ error: String(error) }));
	app.get("/whole", async (_request, reply) => reply.send(Readable.from(slowly())));
	app.get("/late", async () => {
		await sleep(LATE_MS);
		return "late";
	});
	app.get("/now", async () => "now");
	await app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(() => app.close());

async function get(path: string): Promise<[number, string]> {
	const { port } = app.server.address() as { port: number };
	const answer = await fetch(`http://127.0.0.1:${port}${path}`);
	return [answer.status, await answer.text()];
}

test("an answer whose body is being written may take as long as it needs", async () => {
	expect(await get("/whole")).toEqual([200, "part 1, part 2, part 3, end"]);
});

test("504 when a handler takes too long, and what it gives in the end is dropped", async () => {
	const [status, body] = await get("/late");
	expect([status, body]).toEqual([504, expect.stringContaining("took too long")]);
	await sleep(LATE_MS);
	expect(await get("/now")).toEqual([200, "now"]);
});

test("what a handler gives while the 504 still waits for what is due does not mix with it", async () => {
	due = () => sleep(3 * LATE_MS);
	const [status, body] = await get("/late");
	expect([status, body]).toEqual([504, expect.stringContaining("took too long")]);
});

test("an answer that is there when the deadline passes is sent, without what is still due before it", async () => {
	let isDone = false;
	due = async () => {
		await sleep(LATE_MS);
		isDone = true;
	};
	expect(await get("/now")).toEqual([200, "now"]);
	expect(isDone).toBe(false);
	await sleep(LATE_MS);
	expect(isDone).toBe(true);
});
