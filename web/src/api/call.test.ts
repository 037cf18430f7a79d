import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { call, upload } from "./call.ts";
import { asFailure } from "./failure.ts";

afterEach(() => void vi.unstubAllGlobals());

/** What browsers and libraries say, which means nothing to the users of these pages. */
const ENGINE =
	/unexpected (end|token)|JSON|fetch|TypeError|SyntaxError|undefined|null|not a function|not iterable|NetworkError|Load failed/i;

type Answering = (url: string, init: RequestInit) => Response | Promise<Response>;

function answering(answer: Answering): void {
	vi.stubGlobal("fetch", async (url: string, init: RequestInit) => answer(url, init));
}

/** A body that breaks in the middle. */
function broken(): ReadableStream {
	return new ReadableStream({
		start(controller) {
			controller.enqueue(new TextEncoder().encode('{"data": ['));
			controller.error(new TypeError("terminated"));
		},
	});
}

const HTML = "<html><body><h1>Oops</h1></body></html>";
const BROKEN: readonly [what: string, code: string, answer: Answering][] = [
	["no network", "unreachable", () => Promise.reject(new TypeError("Failed to fetch"))],
	["a connection that breaks", "unreachable", () => new Response(broken())],
	["an empty 200", "unreadable", () => new Response("")],
	["an empty 201", "unreadable", () => new Response(null, { status: 201 })],
	["JSON that is cut off", "unreadable", () => new Response('{"data": [')],
	["a proxy's page with 200", "unreadable", () => new Response(HTML)],
	["a bare null", "unreadable", () => new Response("null")],
	["a bare text", "unreadable", () => new Response('"sign in"')],
	["a proxy's page with 502", "internal_error", () => new Response(HTML, { status: 502 })],
	["a proxy's page with 413", "internal_error", () => new Response(HTML, { status: 413 })],
	["an empty 500", "internal_error", () => new Response("", { status: 500 })],
	["a 504 that breaks", "internal_error", () => new Response(broken(), { status: 504 })],
	["a refusal of another kind", "internal_error", () => new Response('{"error": 7}', { status: 400 })],
	["a redirect to nowhere", "internal_error", () => new Response(null, { status: 304 })],
];

describe.each(BROKEN)("%s", (_what, code, answer) => {
	const calls: readonly [string, () => Promise<unknown>][] = [
		["a read", () => call("GET /keys", { query: {} })],
		["a change", () => call("POST /keys/{client_id}/webhook/test", { path: { client_id: "cl_1" } })],
		["an upload", () => upload("POST /proposal-pieces", { file: new Blob(["x"]) })],
	];
	test.each(calls)("is told in plain words, with what to do, after %s", async (_kind, make) => {
		answering(answer);
		const failure = asFailure(await make().catch((error: unknown) => error));
		expect(failure).toMatchObject({ name: "Failure", code });
		expect(failure.message).not.toMatch(ENGINE);
		expect(failure.message).toMatch(/\b(try|send|look|sign in)\b/i);
	});
});

test.each([202, 204])("an empty %i is an answer", async (status) => {
	answering(() => new Response(status === 204 ? null : "", { status }));
	const path = { client_id: "cl_1" };
	expect(await call("POST /keys/{client_id}/webhook/test", { path })).toBeUndefined();
});

test("what was aborted, before or while it arrives, throws the reason and is no failure", async () => {
	const reason = new Error("left the page");
	for (const late of [false, true]) {
		const controller = new AbortController();
		answering(() => {
			controller.abort(reason);
			if (!late) throw reason;
			return new Response(broken());
		});
		const thrown = await call("GET /keys", { query: {} }, controller.signal).catch((error) => error);
		expect(thrown).not.toHaveProperty("code");
	}
});

test("the service's own words are shown as they are, with its request id", async () => {
	const body = { error: "not_found", message: "There is no such key.", request_id: "req_1" };
	answering(() => Response.json(body, { status: 404, headers: { "retry-after": "7" } }));
	const failure = await call("GET /keys", { query: {} }).catch((error) => error);
	expect(failure).toMatchObject({
		code: "not_found",
		message: body.message,
		requestId: "req_1",
		retryAfterSeconds: 7,
	});
});

test.each([
	new TypeError("Cannot read properties of undefined (reading 'map')"),
	new SyntaxError("Unexpected end of JSON input"),
	new DOMException("The operation was aborted.", "AbortError"),
	"a text",
	undefined,
])("%s, thrown in a page, is shown in plain words and kept as the cause", (error) => {
	const failure = asFailure(error);
	expect(failure.message).toBe(
		"Something in this page went wrong. Reload it and try again; if that does not help, tell whoever runs this service.",
	);
	expect(failure.cause).toBe(error);
});

test("no page makes a request, or reads an answer, anywhere else", () => {
	const pages = join(import.meta.dirname, "..");
	const places = readdirSync(pages, { recursive: true, encoding: "utf8" })
		.filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".test.ts"))
		.filter((name) =>
			/\bfetch\(|\bresponse\.(json|text|blob)\(/.test(readFileSync(join(pages, name), "utf8")),
		);
	expect(places.sort()).toEqual(["api/exchange.ts", "api/failure.ts"]);
});
