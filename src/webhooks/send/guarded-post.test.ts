import { createServer as createHttp, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type NameServer, startNameServer } from "../../../test/support/name-server.ts";
import { type AddressRange, parseRange } from "../../platform/http/client-address.ts";
import { AUTHORITY, CERTIFICATE, PRIVATE_KEY } from "./certificates.fixture.ts";
import { createGuardedPost } from "./guarded-post.ts";
import { createResolveHost } from "./resolve-host.ts";

const PUBLIC = "93.184.215.14";
let names: NameServer;
beforeAll(async () => {
	names = await startNameServer((name, time) => {
		if (name === "silent.example") return undefined;
		if (name === "none.example") return [];
		// What an attacker's name server does (DNS rebinding): a public address first, then an internal one.
		if (name === "rebound.example") return time === 0 ? [PUBLIC] : ["127.0.0.1"];
		if (name === "both.example") return [PUBLIC, "127.0.0.1"];
		return ["127.0.0.1"];
	});
});
afterAll(() => names.close());

const open: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
	for (const socket of sockets) socket.destroy();
	await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(server: Server): Promise<number> {
	server.on("connection", (socket) => sockets.add(socket));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	open.push(server);
	return (server.address() as AddressInfo).port;
}

const withHttp = (answer: RequestListener) => listen(createHttp(answer));
const withHttps = (answer: RequestListener) =>
	listen(createHttps({ key: PRIVATE_KEY, cert: CERTIFICATE }, answer));

interface Given {
	readonly allow?: readonly string[];
	readonly totalMs?: number;
	readonly headers?: Record<string, string>;
}

/** A post to the loopback address, which the operator permits by default. */
function post(url: string, { allow = ["127.0.0.0/8"], totalMs, headers = {} }: Given = {}) {
	const send = createGuardedPost({
		rules: { allow: allow.map((text) => parseRange(text) as AddressRange) },
		resolveHost: createResolveHost({ servers: [names.place], hostsFile: "/nowhere" }),
		authorities: [AUTHORITY],
		...(totalMs === undefined ? {} : { totalMs }),
	});
	return send({ url, headers, body: '{"type":"products.changed"}' });
}

test("posts body and headers to the host that was named, over TLS", async () => {
	const seen: { headers: IncomingHttpHeaders; body: string; method?: string; url?: string }[] = [];
	const port = await withHttps(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		const { headers, method = "", url = "" } = request;
		seen.push({ headers, body, method, url });
		response.writeHead(204).end();
	});
	const outcome = await post(`https://hooks.example:${port}/in?a=1`, { headers: { "webhook-id": "evt_1" } });
	expect(outcome).toEqual({ status: 204 });
	expect(seen).toEqual([
		{
			method: "POST",
			url: "/in?a=1",
			body: '{"type":"products.changed"}',
			headers: expect.objectContaining({ host: `hooks.example:${port}`, "webhook-id": "evt_1" }),
		},
	]);
});

describe("nothing is sent to", () => {
	const refusing = { allow: [] };
	/** A server that counts its connections. */
	async function counted() {
		let connections = 0;
		const server = createHttps({ key: PRIVATE_KEY, cert: CERTIFICATE }, (_request, response) =>
			response.end(),
		);
		server.on("connection", () => connections++);
		return { port: await listen(server), connections: () => connections };
	}

	test.each(["127.0.0.1", "localhost", "hooks.example", "both.example", "[::ffff:127.0.0.1]", "2130706433"])(
		"%s, which is not public",
		async (host) => {
			const { port, connections } = await counted();
			const outcome = await post(`https://${host}:${port}/`, refusing);
			expect([outcome, connections()]).toEqual([{ reason: "address_not_allowed" }, 0]);
		},
	);

	test("a name that resolves to an internal address by now, though it was public when set", async () => {
		const { port, connections } = await counted();
		const resolveHost = createResolveHost({ servers: [names.place], hostsFile: "/nowhere" });
		expect(await resolveHost("rebound.example", AbortSignal.timeout(1000))).toEqual([PUBLIC]);
		expect(await post(`https://rebound.example:${port}/`, refusing)).toEqual({
			reason: "address_not_allowed",
		});
		expect(connections()).toBe(0);
	});

	test("an address other than the one checked: the name is resolved once", async () => {
		const port = await withHttps((_request, response) => response.end());
		expect(await post(`https://hooks.example:${port}/`)).toEqual({ status: 200 });
		const before = names.asked.get("hooks.example 1");
		await post(`https://hooks.example:${port}/`);
		expect(names.asked.get("hooks.example 1")).toBe((before ?? 0) + 1);
	});

	test("a redirect's target", async () => {
		const { port: inside, connections } = await counted();
		for (const status of [301, 302, 303, 307, 308]) {
			const port = await withHttp((_request, response) =>
				response.writeHead(status, { location: `https://127.0.0.1:${inside}/` }).end(),
			);
			expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status, reason: "redirected" });
		}
		expect(connections()).toBe(0);
	});

	test("a public address over plain http, unless the operator permits it", async () => {
		const allow = ["10.0.0.0/8"];
		expect(await post(`http://${PUBLIC}/`, { allow, totalMs: 500 })).toEqual({
			reason: "address_not_allowed",
		});
	});
});

describe("TLS", () => {
	test.each([
		["another name", "other.example"],
		["an address", "127.0.0.1"],
	])("rejects a certificate for a name when connecting to %s", async (_what, host) => {
		let requests = 0;
		const port = await withHttps((_request, response) => {
			requests++;
			response.end();
		});
		expect(await post(`https://${host}:${port}/`)).toEqual({ reason: "tls_failed" });
		expect(requests).toBe(0);
	});

	test("rejects an untrusted authority, even with NODE_TLS_REJECT_UNAUTHORIZED=0", async () => {
		const port = await withHttps((_request, response) => response.end());
		const send = createGuardedPost({
			rules: { allow: [parseRange("127.0.0.1") as AddressRange] },
			resolveHost: async () => ["127.0.0.1"],
		});
		const given = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
		process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
		const outcome = await send({ url: `https://hooks.example:${port}/`, headers: {}, body: "" });
		if (given === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
		else process.env.NODE_TLS_REJECT_UNAUTHORIZED = given;
		expect(outcome).toEqual({ reason: "tls_failed" });
	});

	test("rejects a server without TLS", async () => {
		const port = await withHttp((_request, response) => response.end());
		expect(await post(`https://hooks.example:${port}/`)).toEqual({ reason: "tls_failed" });
	});
});

describe("the time limit", () => {
	const SHORT = { totalMs: 300 };
	/** Bounded by its own time limit rather than the default one. */
	const within = async (outcome: Promise<unknown>) => {
		const startedMs = performance.now();
		const ended = await outcome;
		expect(performance.now() - startedMs).toBeLessThan(10_000);
		return ended;
	};

	test("gives up on an endpoint that never answers", async () => {
		const port = await withHttp(() => undefined);
		expect(await within(post(`http://127.0.0.1:${port}/`, SHORT))).toEqual({ reason: "timed_out" });
	});

	test("gives up on an endpoint that never completes the TLS handshake", async () => {
		const port = await listen(createTcp(() => undefined));
		expect(await within(post(`https://hooks.example:${port}/`, SHORT))).toEqual({ reason: "timed_out" });
	});

	test("gives up on an endpoint that sends one header at a time", async () => {
		const port = await listen(
			createTcp((socket) => {
				socket.on("error", () => undefined);
				socket.write("HTTP/1.1 200 OK\r\n");
				const dripping = setInterval(() => socket.write("x: y\r\n"), 20);
				socket.on("close", () => clearInterval(dripping));
			}),
		);
		expect(await within(post(`http://127.0.0.1:${port}/`, SHORT))).toEqual({ reason: "timed_out" });
	});

	test("gives up on a name server that never answers", async () => {
		expect(await within(post("https://silent.example/", SHORT))).toEqual({ reason: "timed_out" });
	});

	test("does not read an endless body: the connection is cut at once", async () => {
		let sent = 0;
		let isCut = false;
		const port = await withHttp((_request, response) => {
			response.writeHead(200);
			const chunk = Buffer.alloc(65_536);
			const more = () => {
				while (!response.destroyed && response.write(chunk)) sent += chunk.length;
			};
			response.on("drain", more);
			response.on("close", () => {
				isCut = true;
			});
			more();
		});
		expect(await within(post(`http://127.0.0.1:${port}/`))).toEqual({ status: 200 });
		await expect.poll(() => isCut).toBe(true);
		expect(sent).toBeLessThan(16 * 1024 * 1024);
	});
});

test.each([
	[200, undefined],
	[201, undefined],
	[299, undefined],
	[304, "redirected"],
	[400, "client_error_status"],
	[410, "client_error_status"],
	[429, "client_error_status"],
	[500, "server_error_status"],
	[503, "server_error_status"],
])("status %i: %s", async (status, reason) => {
	const port = await withHttp((_request, response) => response.writeHead(status).end("no"));
	expect(await post(`http://127.0.0.1:${port}/`)).toEqual(reason ? { status, reason } : { status });
});

describe("an endpoint that is not an HTTP server", () => {
	const answering = (text: string) =>
		listen(
			createTcp((socket) => {
				socket.on("error", () => undefined);
				socket.once("data", () => socket.end(text));
			}),
		);

	test.each([
		["another protocol's greeting", "SSH-2.0-OpenSSH_9.6\r\n", "invalid_answer"],
		[
			"a header of 100,000 characters",
			`HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`,
			"invalid_answer",
		],
		["nothing", "", "connection_failed"],
	])("fails if it sends %s", async (_what, text, reason) => {
		expect(await post(`http://127.0.0.1:${await answering(text)}/`)).toEqual({ reason });
	});
});

test("connection_failed for a closed port, name_not_found for a name without an address", async () => {
	const server = createTcp();
	const port = await listen(server);
	await new Promise((resolve) => open.splice(0)[0]?.close(resolve));
	expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ reason: "connection_failed" });
	expect(await post("https://none.example/")).toEqual({ reason: "name_not_found" });
});
