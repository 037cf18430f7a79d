import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answerAfter, enforceDeadline, waitForLargeBodies } from "./deadline.ts";
import { createOpenRequests } from "./open-requests.ts";

const SECONDS = 0.2;

/** Longer than the deadline and its check interval together. */
const LATE_MS = 500;

async function* slowly(): AsyncGenerator<string> {
	for (let part = 1; part <= 3; part++) {
		yield `part ${part}, `;
		await sleep(LATE_MS);
	}
	yield "end";
}

/** Work that takes until it is told to end. */
function createGate() {
	let begin: () => void = () => undefined;
	let end: () => void = () => undefined;
	const begun = new Promise<void>((resolve) => {
		begin = resolve;
	});
	const ended = new Promise<void>((resolve) => {
		end = resolve;
	});
	const pass = () => {
		begin();
		return ended;
	};
	return { begun, end: () => end(), pass };
}

let app: FastifyInstance;
/** What a handler waits for before it answers. */
let work: ReturnType<typeof createGate>;
/** What has to be done before an answer is sent. */
let due: () => Promise<void>;
beforeEach(async () => {
	due = async () => undefined;
	work = createGate();
	app = Fastify();
	const open = createOpenRequests();
	app.decorateRequest("responseMeta");
	app.addHook("onRequest", async (request) => {
		request.responseMeta = { debitedUnits: 0 };
	});
	open.follow(app);
	waitForLargeBodies(app, open);
	enforceDeadline(app, open, SECONDS);
	app.addHook("onSend", (_request, reply, _payload, done) => answerAfter(due(), reply, done));
	app.setErrorHandler((error, _request, reply) => reply.code(504).send({ error: String(error) }));
	app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
	app.post("/picture", { config: { bodyMedia: "image/png" } }, async ({ body }) => body);
	app.get("/whole", async (_request, reply) => reply.send(Readable.from(slowly())));
	app.get("/late", async () => {
		await work.pass();
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

test("a response whose body is being written may take as long as it needs", async () => {
	expect(await get("/whole")).toEqual([200, "part 1, part 2, part 3, end"]);
});

test("504 when a handler takes too long, and its late result is discarded", async () => {
	const [status, body] = await get("/late");
	expect([status, body]).toEqual([504, expect.stringContaining("took too long")]);
	work.end();
	expect(await get("/now")).toEqual([200, "now"]);
});

test("a handler's late result does not mix with a 504 that still waits for pending work", async () => {
	const dues = createGate();
	due = dues.pass;
	const answering = get("/late");
	await dues.begun;
	work.end();
	await nextTurn();
	dues.end();
	const [status, body] = await answering;
	expect([status, body]).toEqual([504, expect.stringContaining("took too long")]);
});

test("a response ready when the deadline passes is sent without waiting for pending work", async () => {
	const dues = createGate();
	due = dues.pass;
	expect(await get("/now")).toEqual([200, "now"]);
	dues.end();
	await nextTurn();
	due = async () => undefined;
	expect(await get("/now")).toEqual([200, "now"]);
});

test("a large request body may take longer than the deadline to arrive", async () => {
	const { port } = app.server.address() as { port: number };
	const headers = { "content-type": "image/png" };
	const sending = request({ port, path: "/picture", method: "POST", headers });
	sending.write("first, ");
	await sleep(LATE_MS);
	sending.end("rest");
	const [answer] = (await once(sending, "response")) as [IncomingMessage];
	expect([answer.statusCode, await text(answer)]).toEqual([200, "first, rest"]);
});
