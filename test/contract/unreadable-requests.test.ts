import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RawAnswer, sendRaw } from "../support/raw-http.ts";
import { startService, type TestService } from "../support/service.ts";

/** Requests that cannot be parsed still get an answer: in JSON, with a request id, and never a 500 (SPEC D4 and SPEC D5). */

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const REQUEST_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;

function expectError(answer: RawAnswer, status: number, error: string): void {
	expect([answer.status, answer.body.error]).toEqual([status, error]);
	expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
	expect(answer.headers["x-request-id"]).toMatch(REQUEST_ID);
	expect(answer.body.request_id).toBe(answer.headers["x-request-id"]);
	expect(answer.headers["x-credits-debited"]).toBe("0");
	const limit = Number(answer.headers["x-ratelimit-limit-minute"]);
	expect(limit).toBeGreaterThanOrEqual(10);
	expect(Number(answer.headers["x-ratelimit-remaining-minute"])).toBeLessThanOrEqual(limit);
	expect(Number(answer.headers["x-ratelimit-reset"]) * 1000).toBeGreaterThan(packshot.clock.now());
	expect(Object.keys(answer.body).sort()).toEqual(["error", "message", "request_id"]);
}

const get = (target: string, ...headers: string[]) =>
	[`GET ${target} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n");

describe("before routing", () => {
	test.each([
		["is not HTTP", "hello there\r\n\r\n", 400],
		["has no method", "/api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
		["has an unknown method", "FETCH /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
		["has a header without a name", get("/api/v1/health", ": nameless"), 400],
		["has a bare carriage return in a header", get("/api/v1/health", "X-A: b\rX-C: d"), 400],
		["has a control character in a header", get("/api/v1/health", "X-A: \u0001"), 400],
		["has two Content-Length headers", get("/api/v1/health", "Content-Length: 3", "Content-Length: 4"), 400],
		[
			"has both Content-Length and Transfer-Encoding",
			get("/api/v1/health", "Content-Length: 3", "Transfer-Encoding: chunked"),
			400,
		],
		["has a header that is too long", get("/api/v1/health", `X-Long: ${"a".repeat(20_000)}`), 431],
		["speaks RTSP", "DESCRIBE /x RTSP/1.0\r\n\r\n", 400],
		["speaks RTSP to an endpoint", "SETUP /api/v1/health RTSP/1.0\r\nHost: x\r\n\r\n", 400],
		["has no Host", "GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
		["has two different Hosts", get("/api/v1/health", "Host: elsewhere"), 400],
		["has the same Host twice", get("/api/v1/health", "host: localhost"), 400],
		["has a URL that is too long", get(`/api/v1/health?${"a".repeat(20_000)}`), 431],
	])("bad_request for a request that %s", async (_what, request, status) => {
		expectError(await sendRaw(packshot.origin, request), status, "bad_request");
	});

	test("404 for CONNECT, as for any endpoint that does not exist", async () => {
		const answer = await sendRaw(
			packshot.origin,
			"CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n",
		);
		expectError(answer, 404, "not_found");
	});

	test("closes the connection of a malformed request, and serves the next one", async () => {
		const answer = await sendRaw(packshot.origin, "nonsense\r\n\r\n");
		expect(answer.headers.connection).toBe("close");
		expect((await packshot.call("/pricing")).status).toBe(200);
	});

	test("answers a malformed request whose body is still being sent", async () => {
		const head =
			"POST /api/v1/auth/token HTTP/1.1\r\nHost: localhost\r\n: nameless\r\nContent-Length: 16777216";
		const request = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.alloc(16 * 2 ** 20)]);
		expectError(await sendRaw(packshot.origin, request), 400, "bad_request");
	});

	test("closes the connection even when the client keeps its half open", async () => {
		const closed = new Promise<void>((resolve) => {
			packshot.app.server.once("connection", (socket) => socket.once("close", () => resolve()));
		});
		const caller = connect({
			host: "127.0.0.1",
			port: Number(new URL(packshot.origin).port),
			allowHalfOpen: true,
		});
		caller.write("nonsense\r\n\r\n");
		await closed;
		caller.destroy();
	});

	test("malformed HTTP counts against the rate limit of its IP address", async () => {
		for (const request of ["DESCRIBE /x RTSP/1.0\r\n\r\n", "GET /api/v1/health HTTP/1.1\r\n\r\n"]) {
			const [first, second] = [
				await sendRaw(packshot.origin, request),
				await sendRaw(packshot.origin, request),
			];
			const left = (answer: RawAnswer) => Number(answer.headers["x-ratelimit-remaining-minute"]);
			expect(left(first) - left(second)).toBe(1);
		}
	});

	test("an unreadable request is answered after one that was pipelined before it", async () => {
		const caller = connect({ host: "127.0.0.1", port: Number(new URL(packshot.origin).port) });
		caller.write("GET /api/v1/pricing HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n");
		const received = await text(caller);
		expect(received.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(["200", "400"]);
		expect(received).toMatch(/"error":"bad_request"[^{}]*\}$/);
	});

	test("HTTP/1.0 needs no Host, and an unknown Expect header is ignored", async () => {
		const expecting = get("/api/v1/balance", "Expect: a-miracle");
		expectError(await sendRaw(packshot.origin, expecting), 401, "unauthenticated");
		const http10 = "GET /api/v1/balance HTTP/1.0\r\n\r\n";
		expectError(await sendRaw(packshot.origin, http10), 401, "unauthenticated");
	});

	test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "TRACE", "QUERY"])(
		"404 for %s where that method does not exist, without requiring a token",
		async (method) => {
			for (const path of ["/balance", "/health", "/nothing"]) {
				const request = get(`/api/v1${path}`, "Content-Length: 0").replace("GET", method);
				expectError(await sendRaw(packshot.origin, request), 404, "not_found");
			}
		},
	);

	test("404 for an unknown path whatever its body is", async () => {
		const big = await packshot.call("/nothing", {
			body: "a".repeat(200_000),
			headers: { "content-type": "json" },
		});
		expect([big.status, big.body.error]).toEqual([404, "not_found"]);
	});

	test("a path parameter of any length that fits in a URL reaches its endpoint", async () => {
		expectError(
			await sendRaw(packshot.origin, get(`/api/v1/products/${"1".repeat(8000)}`)),
			401,
			"unauthenticated",
		);
		expectError(await sendRaw(packshot.origin, get(`/api/v1/image/${"a".repeat(8000)}`)), 404, "not_found");
		const token = await (await packshot.client()).token();
		const answer = await packshot.call(`/products/${"1".repeat(8000)}`, { token });
		expect([answer.status, answer.body.error]).toEqual([400, "invalid_barcode"]);
	});
});

describe("a request body", () => {
	const json = { "content-type": "application/json" };
	const post = (body: string | Uint8Array, headers: Record<string, string> = json, path = "/auth/token") =>
		packshot.call(path, { body, headers });

	test("of 128 KiB is read", async () => {
		const answer = await post(`{"client_id":"${"a".repeat(128 * 1024 - 32)}","api_key":"a"}`);
		expect([answer.status, answer.body.error]).toEqual([401, "invalid_credentials"]);
	});

	test("over 128 KiB is 413 bad_request, with or without a Content-Length", async () => {
		const long = `{"client_id":"${"a".repeat(128 * 1024)}"}`;
		const told = await post(long);
		expect([told.status, told.body.error]).toEqual([413, "bad_request"]);
		expect(told.headers.get("x-request-id")).toBe(told.body.request_id);
		const head = "POST /api/v1/auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
		const chunk = `${head}Transfer-Encoding: chunked\r\n\r\n${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`;
		expectError(await sendRaw(packshot.origin, chunk), 413, "bad_request");
	});

	test.each([
		["Content-Length: 16777216", Buffer.alloc(2 ** 24)],
		["Transfer-Encoding: chunked", Buffer.from(`1000000\r\n${"x".repeat(2 ** 24)}\r\n0\r\n\r\n`)],
	])("of 16 MiB gets its answer, and the connection serves the next request: %s", async (framing, body) => {
		const caller = connect({ host: "127.0.0.1", port: Number(new URL(packshot.origin).port) });
		const head = `POST /api/v1/auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${framing}`;
		caller.write(`${head}\r\n\r\n`);
		caller.write(body);
		caller.write(get("/api/v1/health"));
		expect((await text(caller)).match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
	});

	test.each([
		["not JSON", "{client_id: 1}"],
		["empty", ""],
		["truncated", '{"client_id":'],
		["followed by more data", '{"client_id":"a"} {}'],
		["an array", "[]"],
		["a string", '"client_id"'],
		["null", "null"],
		["an object with a value of the wrong type", '{"client_id":1,"api_key":"a"}'],
		["an object with a nested object as a value", '{"client_id":"a","api_key":{"$ne":null}}'],
		["an object with an array as a value", '{"client_id":["a"],"api_key":"a"}'],
		["nested 33 deep", `{"client_id":${"[".repeat(32)}${"]".repeat(32)}}`],
		["nested 100,000 deep", "[".repeat(100_000)],
	])("that is %s is 400 bad_request", async (_what, body) => {
		const answer = await post(body);
		expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
	});

	test("may be nested 32 deep in ignored members, and brackets in strings do not count", async () => {
		const deep = `{"more":${"[".repeat(31)}${"]".repeat(31)}}`;
		expect((await post(deep)).body.error).toBe("missing_credentials");
		expect((await post(`{"more":"${"[".repeat(100)}\\"${"{".repeat(100)}"}`)).body.error).toBe(
			"missing_credentials",
		);
	});

	test.each([
		["a lone continuation byte", [0x80]],
		["an overlong encoding of a slash", [0xc0, 0xaf]],
		["a surrogate", [0xed, 0xa0, 0x80]],
		["a truncated character", [0xe2, 0x82]],
	])("with invalid UTF-8 is 400: %s", async (_what, bytes) => {
		const body = Buffer.concat([
			Buffer.from('{"client_id":"'),
			Buffer.from(bytes),
			Buffer.from('","api_key":"a"}'),
		]);
		const answer = await post(body);
		expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
		expect(answer.body.message).toMatch(/UTF-8/);
	});

	test.each(["gzip", "br", "identity, gzip"])(
		"with Content-Encoding %s is 400 and says that it is compressed",
		async (encoding) => {
			const body = gzipSync('{"client_id":"a","api_key":"b"}');
			const answer = await post(body, { "content-type": "application/json", "content-encoding": encoding });
			expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
			expect(answer.body.message).toMatch(/compressed/);
		},
	);

	test("with Content-Encoding identity is read", async () => {
		const answer = await post('{"client_id":"nobody","api_key":"b"}', {
			"content-type": "application/json",
			"content-encoding": "Identity",
		});
		expect(answer.body.error).toBe("invalid_credentials");
	});

	test("with a duplicate key uses the last value", async () => {
		const { clientId, apiKey } = await packshot.client();
		const body = `{"client_id":"nobody","client_id":"${clientId}","api_key":"wrong","api_key":"${apiKey}"}`;
		expect((await post(body)).status).toBe(200);
		const turned = `{"client_id":"${clientId}","api_key":"${apiKey}","api_key":"wrong"}`;
		expect((await post(turned)).status).toBe(401);
	});

	test("may have unknown keys, even __proto__ and constructor", async () => {
		const { clientId, apiKey } = await packshot.client();
		const right = `"client_id":"${clientId}","api_key":"${apiKey}"`;
		expect((await post(`{${right},"scope":"all","__proto__":{"a":1},"constructor":1}`)).status).toBe(200);
		expect((await post(`{"__proto__":{${right}}}`)).body.error).toBe("missing_credentials");
	});

	test.each([
		["a form", "application/x-www-form-urlencoded"],
		["plain text", "text/plain"],
		["JSONP", "application/jsonp"],
		["JSON:API", "application/vnd.api+json"],
		["a type without a slash", "json"],
		["a type without a subtype", "application/"],
		["a charset alone", "; charset=utf-8"],
	])("declared as %s is treated as an empty object", async (_what, type) => {
		const { clientId, apiKey } = await packshot.client();
		const body = JSON.stringify({ client_id: clientId, api_key: apiKey, refresh_token: "a" });
		const answer = await post(body, { "content-type": type });
		expect([answer.status, answer.body.error]).toEqual([400, "missing_credentials"]);
		const renewal = await post(body, { "content-type": type }, "/auth/refresh");
		expect([renewal.status, renewal.body.error]).toEqual([400, "missing_refresh_token"]);
	});

	test("left unread because of its Content-Type is reported in the message, others are not", async () => {
		const unread = "The body was not read: its Content-Type is not application/json.";
		const body = '{"client_id":"a","api_key":"b","barcodes":["4011"]}';
		const client = await packshot.client();
		const paths = ["/auth/token", "/auth/refresh", "/products/bulk-check", "/metadata/bulk-check"];
		for (const path of paths) {
			const message = async (type: string, sent: string) => {
				const answer = await packshot.call(path, { client, body: sent, headers: { "content-type": type } });
				expect([path, answer.status]).toEqual([path, 400]);
				return answer.body.message;
			};
			expect(await message("text/plain", body)).toContain(unread);
			expect(await message("json", body)).toContain(unread);
			expect(await message("text/plain", "")).not.toContain(unread);
			expect(await message("application/json", "{}")).not.toContain(unread);
		}
	});

	test("without a Content-Type is treated as an empty object", async () => {
		const body = '{"client_id":"a","api_key":"b"}';
		const head = "POST /api/v1/auth/token HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
		const untyped = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
		expectError(await sendRaw(packshot.origin, untyped), 400, "missing_credentials");
		expectError(await sendRaw(packshot.origin, `${head}\r\n`), 400, "missing_credentials");
	});

	test.each([
		"application/json",
		"APPLICATION/JSON",
		"application/json;charset=UTF-8",
		"application/json ; x=y",
	])("of type %s is read", async (type) => {
		const { clientId, apiKey } = await packshot.client();
		const body = JSON.stringify({ client_id: clientId, api_key: apiKey });
		expect((await post(body, { "content-type": type })).status).toBe(200);
	});

	test("is ignored where none is expected", async () => {
		for (const type of ["application/json", "text/plain", "json"]) {
			const token = await (await packshot.client()).token();
			const answer = await packshot.call("/auth/revoke", {
				token,
				body: '{"unfinished',
				headers: { "content-type": type },
			});
			expect([type, answer.status]).toEqual([type, 204]);
		}
	});

	test("is 413 beyond 128 KiB even where none is expected, as documented", async () => {
		const token = await (await packshot.client()).token();
		const answer = await packshot.call("/auth/revoke", { token, body: " ".repeat(128 * 1024 + 1) });
		expect([answer.status, answer.body.error]).toEqual([413, "bad_request"]);
		expect((await packshot.call("/balance", { token })).status).toBe(200);
	});
});

describe("a query string", () => {
	test.each([
		"include=info&include=hechshers",
		"include=",
		"include=info,,hechshers",
		"include=brands",
		"variants=top",
	])("400 for %s, nothing charged", async (query) => {
		await packshot.product({ barcode: "4200", info: { brand: "Wissotzky" } });
		const client = await packshot.client({}, "1");
		const answer = await packshot.call(`/products/4200?${query}`, { client });
		expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
		expect(await packshot.balance(client)).toBe(10_000);
	});

	test.each([
		["include[]=info", "include=info,hechshers"],
		["include%5B%5D=info&include%5B%5D=hechshers", "include=info,hechshers"],
		["include[0]=info", "include=info,hechshers"],
		["include=info&variants[0]=front", "variants=front"],
		["variants[a][b]=front", "variants=front"],
	])("400 for %s with a message that suggests %s, nothing charged", async (query, right) => {
		await packshot.product({ barcode: "4200", info: { brand: "Wissotzky" } });
		const client = await packshot.client({}, "1");
		const answer = await packshot.call(`/products/4200?${query}`, { client });
		expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
		expect(answer.body.message).toContain(`without brackets: ${right}.`);
		expect(await packshot.balance(client)).toBe(10_000);
	});

	test.each([
		["/products?page[]=2", "page=1"],
		["/metadata/products?has[]=info", "has="],
		["/metadata-fields?counts[]=1", "counts="],
		["/products/4200/image?variant[]=front", "variant="],
		["/usage?granularity[]=day", "granularity="],
	])("400 for brackets in %s too", async (path, right) => {
		const answer = await packshot.call(path, { client: await packshot.client() });
		expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
		expect(answer.body.message).toContain(`without brackets: ${right}`);
	});

	test("400 for a number that is too large names its upper limit", async () => {
		const client = await packshot.client();
		for (const name of ["page", "min_digits"]) {
			const answer = await packshot.call(`/products?${name}=1000000000000000`, { client });
			expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
			expect(answer.body.message).toContain(
				`${name} must be a whole number of at least 1 and at most 999999999999999.`,
			);
		}
		expect((await packshot.call("/products?page=999999999999999", { client })).status).toBe(200);
	});

	test.each(["%", "%zz=1", "&&&=", "__proto__=1&constructor=2", "nobody=asked", "nobody[]=asked"])(
		"%s is ignored",
		async (query) => {
			expect((await packshot.call(`/pricing?${query}`)).status).toBe(200);
		},
	);
});
