import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPages } from "./pages.ts";

const HTML = "<!doctype html><title>Packshot</title>";
const SCRIPT = "console.log(1);".repeat(100);

let counted = 0;
const addressLimit = { count: () => void counted++, show: () => undefined };

const settings = { publicUrl: "https://photos.example.com/" };
const visitors = () => undefined;

const HOME = "<!doctype html><title>Documentation</title>";
const GUIDE = "<!doctype html><title>Running</title>";
const NO_DOCUMENT = "<!doctype html><title>There is no such page</title>";

let folder: string;
let docsFolder: string;
let app: FastifyInstance;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "packshot-pages-"));
	mkdirSync(join(folder, "assets"));
	writeFileSync(join(folder, "index.html"), HTML);
	writeFileSync(join(folder, "favicon.svg"), "<svg/>");
	writeFileSync(join(folder, "assets/index-a1b2c3.js"), SCRIPT);
	writeFileSync(join(folder, "assets/index-a1b2c3.js.gz"), gzipSync(SCRIPT));
	writeFileSync(join(folder, "assets/index-a1b2c3.js.br"), brotliCompressSync(SCRIPT));
	docsFolder = builtDocumentation();
	app = Fastify();
	await app.register(createPages({ folder, docsFolder, settings, addressLimit, visitors }).routes);
});
afterAll(async () => {
	await app.close();
	for (const each of [folder, docsFolder]) rmSync(each, { recursive: true, force: true });
});

function builtDocumentation(): string {
	const docs = mkdtempSync(join(tmpdir(), "packshot-docs-"));
	for (const name of ["assets", "decisions", "files"]) mkdirSync(join(docs, name));
	const files = {
		"index.html": HOME,
		"404.html": NO_DOCUMENT,
		"operators.html": GUIDE,
		"decisions.html": GUIDE,
	};
	for (const [name, text] of Object.entries(files)) writeFileSync(join(docs, name), text);
	writeFileSync(join(docs, "decisions/0001-one.html"), GUIDE);
	writeFileSync(join(docs, "operators.html.br"), brotliCompressSync(GUIDE));
	writeFileSync(join(docs, "assets/main-a1b2c3.js"), SCRIPT);
	writeFileSync(join(docs, "files/nginx.conf"), "events {}");
	writeFileSync(join(docs, "search.json"), "[]");
	return docs;
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe("a page", () => {
	test.each(["/", "/keys", "/keys/ps_client_x/ledger", "/reset", "/?from=mail"])(
		"%s is the start page",
		async (url) => {
			const { statusCode, headers, body } = await get(url);
			expect([statusCode, headers["content-type"], body]).toEqual([200, "text/html; charset=utf-8", HTML]);
			expect(headers["cache-control"]).toBe("no-cache");
		},
	);

	test.each(["/nowhere", "/a%20b", "/keys/x/nowhere"])(
		"404 for %s, with the start page as the body",
		async (url) => {
			const { statusCode, headers, body } = await get(url);
			expect([statusCode, headers["content-type"], body]).toEqual([404, "text/html; charset=utf-8", HTML]);
		},
	);

	test("runs nothing inline, cannot be framed and makes requests only to its own host and the picture host", async () => {
		const { headers } = await get("/");
		expect(headers["content-security-policy"]).toBe(
			"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' https://photos.example.com; img-src 'self' data: blob: https://photos.example.com; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
		);
		expect(headers).toMatchObject({
			"x-content-type-options": "nosniff",
			"x-frame-options": "DENY",
			"referrer-policy": "same-origin",
			"cross-origin-opener-policy": "same-origin",
		});
		const names = Object.keys(headers).filter((name) => /^x-(credits|ratelimit)/.test(name));
		expect(names).toEqual([]);
	});
});

describe("a file", () => {
	test.each([
		["br, gzip", "br"],
		["gzip", "gzip"],
		["identity", undefined],
	])("is served in its best precompressed form for Accept-Encoding %s", async (accepted, encoding) => {
		const { statusCode, headers } = await get("/assets/index-a1b2c3.js", { "accept-encoding": accepted });
		expect([statusCode, headers["content-encoding"]]).toEqual([200, encoding]);
		expect(headers["content-type"]).toMatch(/^(text|application)\/javascript/);
		expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
	});

	test("without a hash in its name is cached for an hour", async () => {
		expect((await get("/favicon.svg")).headers["cache-control"]).toBe("public, max-age=3600");
	});

	test.each([
		"/assets/gone.js",
		"/index.php",
		"/assets/../../../../etc/passwd.txt",
		"/assets/%2e%2e/index.html",
		"/assets/index-a1b2c3.js.gz",
		"/index.html",
	])("404 for %s", async (url) => {
		const { statusCode, body } = await get(url);
		expect([statusCode, body]).toEqual([404, "There is no such file.\n"]);
	});

	test("is served from memory, even after the folder is deleted", async () => {
		const gone = mkdtempSync(join(tmpdir(), "packshot-gone-"));
		mkdirSync(join(gone, "assets"));
		writeFileSync(join(gone, "index.html"), HTML);
		writeFileSync(join(gone, "assets/index-a1b2c3.js"), SCRIPT);
		const serving = Fastify();
		await serving.register(createPages({ folder: gone, settings, addressLimit, visitors }).routes);
		rmSync(gone, { recursive: true });
		expect((await serving.inject("/assets/index-a1b2c3.js")).body).toBe(SCRIPT);
		expect((await serving.inject("/keys")).body).toBe(HTML);
		await serving.close();
	});

	test("is not sent again to a browser that has cached it", async () => {
		const first = await get("/assets/index-a1b2c3.js", { "accept-encoding": "br" });
		const etag = String(first.headers.etag);
		for (const held of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
			const again = await get("/assets/index-a1b2c3.js", { "accept-encoding": "br", "if-none-match": held });
			expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
			expect(again.headers["cache-control"]).toMatch(/immutable/);
		}
		const plain = await get("/assets/index-a1b2c3.js", { "if-none-match": etag });
		expect([plain.statusCode, plain.body]).toEqual([200, SCRIPT]);
		expect(plain.headers.vary).toBe("accept-encoding");
	});

	test.each([
		["br;q=0, gzip", "gzip"],
		["br;q=0.5, gzip;q=1.0", "gzip"],
		["*", "br"],
		["deflate", undefined],
		["identity;q=1, br;q=0", undefined],
	])("is encoded as requested by Accept-Encoding %s", async (accepted, encoding) => {
		const { headers } = await get("/assets/index-a1b2c3.js", { "accept-encoding": accepted });
		expect(headers["content-encoding"]).toBe(encoding);
	});

	test("HEAD shows its headers", async () => {
		const { statusCode, headers, body } = await app.inject({
			method: "HEAD",
			url: "/assets/index-a1b2c3.js",
		});
		expect([statusCode, headers["content-length"], body]).toEqual([200, String(SCRIPT.length), ""]);
	});
});

test.each([
	["/", 1],
	["/keys", 1],
	["/nothing.php", 1],
	["/docs/nothing", 1],
	["/docs/operators", 1],
	["/docs/search.json", 1],
	["/docs/assets/main-a1b2c3.js", 0],
	["/assets/index-a1b2c3.js", 0],
])("%s counts %i times against the caller's address", async (url, times) => {
	const before = counted;
	await get(url);
	expect(counted - before).toBe(times);
});

describe("the documentation", () => {
	test.each([
		["/docs", HOME],
		["/docs/", HOME],
		["/docs?from=mail", HOME],
		["/docs/operators", GUIDE],
		["/docs/operators/", GUIDE],
		["/docs/decisions", GUIDE],
		["/docs/decisions/0001-one", GUIDE],
	])(
		"serves %s as a page that is revalidated each time, under the same policy as all pages",
		async (url, html) => {
			const { statusCode, headers, body } = await get(url);
			expect([statusCode, headers["content-type"], body]).toEqual([200, "text/html; charset=utf-8", html]);
			expect(headers["cache-control"]).toBe("no-cache");
			expect(headers["content-security-policy"]).toMatch(/^default-src 'self'; /);
			expect(headers["content-security-policy"]).not.toMatch(/'unsafe|https?:\/\/(?!photos)/);
			const again = await get(url, { "if-none-match": String(headers.etag) });
			expect([again.statusCode, again.body]).toEqual([304, ""]);
		},
	);

	test("its assets are cached for good, under names with a hash", async () => {
		const { statusCode, headers } = await get("/docs/assets/main-a1b2c3.js");
		expect([statusCode, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
	});

	test("serves a page precompressed, and HEAD returns its headers", async () => {
		const url = "/docs/operators";
		expect((await get(url, { "accept-encoding": "br" })).headers["content-encoding"]).toBe("br");
		const { statusCode, headers, body } = await app.inject({ method: "HEAD", url });
		expect([statusCode, headers["content-length"], body]).toEqual([200, String(GUIDE.length), ""]);
	});

	test("serves linked configuration files as plain text with nosniff", async () => {
		const { headers } = await get("/docs/files/nginx.conf");
		expect([headers["content-type"], headers["x-content-type-options"]]).toEqual([
			"text/plain; charset=utf-8",
			"nosniff",
		]);
	});

	test.each(["/docs/nothing", "/docs/404", "/docs/..%2foperators", "/docs//operators", "/docs/operators/x"])(
		"404 for %s, with its own error page as the body",
		async (url) => {
			const { statusCode, headers, body } = await get(url);
			expect([statusCode, headers["content-type"], body]).toEqual([
				404,
				"text/html; charset=utf-8",
				NO_DOCUMENT,
			]);
		},
	);

	test.each([
		"/docs/operators.html",
		"/docs/operators.html.br",
		"/docs/index.html",
		"/docs/assets/../../../etc/passwd.txt",
	])("404 for the file %s", async (url) => {
		const { statusCode, body } = await get(url);
		expect([statusCode, body]).toEqual([404, "There is no such file.\n"]);
	});

	test.each(["POST", "PUT", "DELETE"] as const)("404 for %s requests", async (method) => {
		expect((await app.inject({ method, url: "/docs/operators" })).statusCode).toBe(404);
	});

	test("404 with the start page as the body if it was not built", async () => {
		const bare = Fastify();
		await bare.register(
			createPages({ folder, docsFolder: join(folder, "nowhere"), settings, addressLimit, visitors }).routes,
		);
		const { statusCode, body } = await bare.inject("/docs");
		expect([statusCode, body]).toEqual([404, HTML]);
		await bare.close();
	});
});

test.each(["/api", "/portal", "/docs/json/nothing", "/openapi.json/x"])("%s is not a page", async (url) => {
	expect((await get(url)).body).not.toContain("<!doctype");
});

test("404 with a plain-text explanation if the pages were not built", async () => {
	const bare = Fastify();
	await bare.register(
		createPages({ folder: join(folder, "nowhere"), settings, addressLimit, visitors }).routes,
	);
	const { statusCode, headers, body } = await bare.inject("/keys");
	expect([statusCode, headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
	expect(body).toMatch(/not built/);
	await bare.close();
});

test("the page behind a link to a case is neither kept, nor found, nor named to others", async () => {
	for (const path of ["/case", "/case/"]) {
		const { statusCode, headers } = await get(path);
		expect([statusCode, headers]).toMatchObject([
			200,
			{
				"cache-control": "no-store",
				"referrer-policy": "no-referrer",
				"x-robots-tag": "noindex, nofollow",
			},
		]);
	}
	expect((await get("/keys")).headers).not.toHaveProperty("x-robots-tag");
});
