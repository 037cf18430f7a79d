import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createConnectionQueues } from "./connection-queue.ts";

const closers: (() => void)[] = [];
afterEach(() => {
	for (const close of closers.splice(0)) close();
});

/** A server that records which requests have begun and answers on command, and one connection to it. */
async function connected() {
	const begun: { url: string | undefined; response: ServerResponse }[] = [];
	const queues = createConnectionQueues(({ url }, response) => begun.push({ url, response }));
	const server = createServer(queues.take);
	server.on("clientError", (_fault, socket) =>
		queues.answerUnreadable(socket as Socket, () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
	);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
	let received = "";
	socket.setEncoding("latin1").on("data", (text) => {
		received += text;
	});
	socket.on("error", () => undefined);
	closers.push(() => {
		socket.destroy();
		server.closeAllConnections();
		server.close();
	});
	const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
	const paths = () => begun.map(({ url }) => url);
	const answer = (place: number) => begun[place]?.response.end(`answer ${place}`);
	const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
	const answers = () => received.match(/answer \d+/g);
	return { socket, get, begun, paths, answer, answers, statuses, begunSince: queues.begunSince };
}

test("pipelined requests are started one after another, each when the previous one is answered", async () => {
	const { socket, get, paths, answer, answers } = await connected();
	socket.write(get("/0") + get("/1") + get("/2"));
	await expect.poll(paths).toEqual(["/0"]);
	await sleep(20);
	expect(paths()).toEqual(["/0"]);
	answer(0);
	await expect.poll(paths).toEqual(["/0", "/1"]);
	answer(1);
	await expect.poll(paths).toEqual(["/0", "/1", "/2"]);
	answer(2);
	await expect.poll(answers).toEqual(["answer 0", "answer 1", "answer 2"]);
	socket.write(get("/3"));
	await expect.poll(paths).toEqual(["/0", "/1", "/2", "/3"]);
});

test("requests and their connections are counted anew each time that somebody asks", async () => {
	const { socket, get, paths, answer, begunSince } = await connected();
	socket.write(get("/0") + get("/1"));
	await expect.poll(paths).toEqual(["/0"]);
	answer(0);
	await expect.poll(paths).toEqual(["/0", "/1"]);
	expect(begunSince()).toEqual({ requests: 2, connections: 1 });
	expect(begunSince()).toEqual({ requests: 0, connections: 0 });
	answer(1);
	socket.write(get("/2"));
	await expect.poll(paths).toEqual(["/0", "/1", "/2"]);
	expect(begunSince()).toEqual({ requests: 1, connections: 1 });
});

test("many requests may be pipelined over time if they are answered meanwhile", async () => {
	const { socket, get, begun, answer } = await connected();
	const long = get(`/${"a".repeat(5000)}`);
	socket.write(long.repeat(4));
	for (let place = 0; place < 40; place++) {
		await expect.poll(() => begun.length).toBe(place + 1);
		answer(place);
		socket.write(long);
	}
	expect(socket.destroyed).toBe(false);
});

test.each([
	["requests", "/a", 100],
	["bytes", `/${"a".repeat(12_000)}`, 20],
])("a connection that sends too many %s ahead is closed", async (_what, path, times) => {
	const { socket, get, begun } = await connected();
	socket.write(get(path).repeat(times));
	await expect.poll(() => socket.closed).toBe(true);
	expect(begun.length).toBe(1);
});

test("an unreadable request is answered after the requests before it", async () => {
	const { socket, get, paths, answer, statuses } = await connected();
	socket.write(`${get("/0") + get("/1")}nonsense\r\n\r\n`);
	await expect.poll(paths).toEqual(["/0"]);
	await sleep(20);
	expect(statuses()).toEqual([]);
	answer(0);
	await expect.poll(paths).toEqual(["/0", "/1"]);
	answer(1);
	await expect.poll(statuses).toEqual(["200", "200", "400"]);
});

test("a request with a malformed body is answered in its turn", async () => {
	const { socket, get, paths, answer, statuses } = await connected();
	const broken = "POST /1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
	socket.write(get("/0") + broken);
	await expect.poll(paths).toEqual(["/0"]);
	answer(0);
	await expect.poll(statuses).toEqual(["200", "400"]);
	expect(paths()).toEqual(["/0"]);
});

test("a response already under way is not followed by a second one to the same request", async () => {
	const { socket, begun, statuses } = await connected();
	socket.write("POST /0 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n");
	await expect.poll(() => begun.length).toBe(1);
	begun[0]?.response.write("half of an answer");
	await expect.poll(statuses).toEqual(["200"]);
	socket.write("zz\r\n");
	await expect.poll(() => socket.closed).toBe(true);
	expect(statuses()).toEqual(["200"]);
});
