import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAIN } from "../support/built-server.ts";
import { ON_A_BUSY_MACHINE } from "../support/busy-machine.ts";
import { testClock } from "../support/clock.ts";
import { startService } from "../support/service.ts";

/** After a run that touches every kind of secret, none of them appears in the database, in the log, or in an error answer. */

const WRONG_KEY = "wrong-key-0123456789-0123456789-0123456789-x";
const SECRET_SETTING = "PACKSHOT_SECRET";
const MASTER = "master-secret-0123456789-0123456789-0123456789";

let folder: string;
let server: ChildProcess;
let api: string;
let log = "";
let calls = 0;
const mistakes: string[] = [];
/** Secrets that must not be found, by description. */
const secrets: Record<string, string> = { "master secret": MASTER, "wrong key": WRONG_KEY };

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "packshot-secrets-"));
	const settings = { PACKSHOT_DATA: folder, PACKSHOT_DATABASE_URL: "", [SECRET_SETTING]: MASTER };
	const service = await startService({ folder, settings, clock: testClock(Date.now()) });
	await service.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	await service.picture("4011", "front");
	await service.picture("4012", "front");
	const gone = await service.installation.db.read
		.selectFrom("image")
		.select(["watermarked_blob"])
		.where("barcode", "=", "4012")
		.executeTakeFirstOrThrow();
	rmSync(join(folder, "blobs", gone.watermarked_blob));
	await service.close();
	await start({
		...settings,
		PACKSHOT_LOG_LEVEL: "debug",
		PACKSHOT_WEBHOOKS: "on",
		PACKSHOT_LOG_REQUESTS: "on",
	});
	await exercise(runCommand(settings));
	const ended = once(server, "exit");
	server.kill("SIGTERM");
	await ended;
});
afterAll(() => {
	server?.kill("SIGKILL");
	rmSync(folder, { recursive: true, force: true });
});

async function start(settings: Record<string, string>): Promise<void> {
	server = spawn(process.execPath, [MAIN, "serve", "--port", "0"], {
		env: { PATH: process.env.PATH, ...ON_A_BUSY_MACHINE, ...settings },
		stdio: ["ignore", "pipe", "pipe"],
	});
	api = await new Promise((resolve) => {
		const hear = (chunk: Buffer) => {
			log += chunk;
			const [, url, token] = /serving (http\S+).*\/setup#(\S+)/s.exec(log) ?? [];
			if (!url || !token) return;
			// The link of the first run is printed once, which is its only place.
			secrets["token of the first run's link"] = token;
			log = log.replace(token, "");
			resolve(url);
		};
		server.stdout?.on("data", hear);
		server.stderr?.on("data", hear);
	});
}

function runCommand(settings: Record<string, string>): { client_id: string; api_key: string } {
	const args = ["client", "create", "--name", "Secretive", "--credits", "5", "--json"];
	const env = { PATH: process.env.PATH, ...settings };
	return JSON.parse(spawnSync(process.execPath, [MAIN, ...args], { env, encoding: "utf8" }).stdout);
}

interface Output {
	readonly status: number;
	readonly location: string;
	// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
	readonly body: any;
}

/** Makes a call, and keeps the text of the answer if it is an error. */
async function call(path: string, init: RequestInit = {}): Promise<Output> {
	calls++;
	const response = await fetch(path.startsWith("http") ? path : api + path, { redirect: "manual", ...init });
	const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
	if (response.status >= 400) mistakes.push(`${JSON.stringify([...response.headers])}\n${text}`);
	const isJson = response.headers.get("content-type")?.startsWith("application/json");
	return {
		status: response.status,
		location: response.headers.get("location") ?? "",
		body: isJson && text !== "" ? JSON.parse(text) : undefined,
	};
}

function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Output> {
	return call(path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
}

async function exercise({ client_id, api_key }: { client_id: string; api_key: string }): Promise<void> {
	secrets["API key"] = api_key;
	const link = `${new URL(api).origin}/portal/api/setup/link`;
	const fromPage = { origin: new URL(api).origin, "x-packshot-csrf": "1" };
	const linkToken = secrets["token of the first run's link"];
	const ask = async (given: unknown) => (await post(link, JSON.stringify({ token: given }), fromPage)).status;
	// Somebody uses the installation by now, but nobody administers it.
	expect([await ask(linkToken), await ask(`${linkToken}x`), await ask([linkToken])]).toEqual([200, 410, 400]);
	const signedIn = await post("/auth/token", JSON.stringify({ client_id, api_key }));
	const refreshed = await post(
		"/auth/refresh",
		JSON.stringify({ refresh_token: signedIn.body.refresh_token }),
	);
	const { access_token: token } = refreshed.body;
	Object.assign(secrets, {
		"refresh token that was used": signedIn.body.refresh_token,
		"refresh token": refreshed.body.refresh_token,
		"access token": token.split(".")[2],
		"access token that was given first": signedIn.body.access_token.split(".")[2],
	});
	const headers = { authorization: `Bearer ${token}` };
	const hook = { method: "PUT", body: JSON.stringify({ url: "https://127.0.0.1/" }) };
	const json = { "content-type": "application/json", ...headers };
	expect((await call("/webhook", { ...hook, headers: json })).status).toBe(400);
	const permitted = { ...hook, body: JSON.stringify({ url: "https://93.184.215.14/" }), headers: json };
	secrets["webhook secret"] = (await call("/webhook", permitted)).body.secret.slice("whsec_".length);
	const url = (await call("/products/4011/image?variant=front", { headers })).location;
	secrets["signed URL"] = url.split(".").at(-1) ?? "";
	const unread = (await call("/products/4012/image?variant=front", { headers })).location;
	secrets["signed URL of a lost picture"] = unread.split(".").at(-1) ?? "";
	const statuses = [
		await call(url),
		await call(url),
		await call(unread),
		await call(`${url}x`),
		await post("/auth/token", JSON.stringify({ client_id, api_key: WRONG_KEY })),
		await post("/auth/token", `{"client_id": "${client_id}", "api_key": "${api_key}"`),
		await post("/auth/token", JSON.stringify({ client_id: api_key, api_key: client_id })),
		await post("/auth/refresh", JSON.stringify({ refresh_token: signedIn.body.refresh_token })),
		await call(`/products/${token}`, { headers }),
		await call(`/nowhere/${token}?key=${api_key}`, { headers }),
		await call("/products/4011?include=none", { headers }),
		await call("/products/4011?include=info", { headers: { authorization: `Basic ${api_key}` } }),
		await post("/products/bulk-check", '{"barcodes": ["4011"]}', {
			...headers,
			"idempotency-key": "5a1e2d3c-0000-4000-8000-000000000001",
		}),
		await call("/products/4011", { headers }),
	].map(({ status }) => status);
	expect(statuses).toEqual([200, 410, 502, 404, 401, 400, 401, 401, 400, 404, 400, 401, 200, 200]);
	await post("/auth/revoke", "", headers);
	await call("/balance", { headers });
}

/** Everything that the server wrote, except for the pictures. */
function writtenFiles(): [name: string, content: string][] {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes("blobs"));
	return files.map(({ name }) => [name, readFileSync(join(folder, name), "latin1")]);
}

test("no secret appears in the database files", () => {
	const files = writtenFiles();
	expect(files.map(([name]) => name)).toContain("packshot.sqlite");
	expect(files.some(([, content]) => content.includes("ps_client_"))).toBe(true);
	for (const [what, secret] of Object.entries(secrets)) {
		expect(secret.length, what).toBeGreaterThan(20);
		for (const [name, content] of files)
			expect([name, what, content.includes(secret)]).toEqual([name, what, false]);
	}
});

test("no secret appears in the log, even at level debug and with a line per request", () => {
	expect(log).toContain("upstream_error");
	expect(log).toContain('"route":"/api/v1/image/:token"');
	for (const [what, secret] of Object.entries(secrets))
		expect([what, log.includes(secret)]).toEqual([what, false]);
});

test("every request has one line in the log, with these fields alone", () => {
	const lines = log
		.split("\n")
		.filter((line) => line.includes('"msg":"request"'))
		.map((line) => JSON.parse(line));
	expect(lines).toHaveLength(calls);
	const fields = ["level", "time", "request_id", "method", "route", "status", "error", "ms", "address"];
	for (const line of lines) expect(Object.keys(line)).toEqual([...fields, "client_id", "credits", "msg"]);
	const one = (route: string, status: number) =>
		lines.find((line) => line.route === route && line.status === status);
	expect(one("/api/v1/products/:barcode/image", 302)).toMatchObject({
		method: "GET",
		error: null,
		address: "127.0.0.1",
		credits: 0.25,
		request_id: expect.stringMatching(/^req_/),
		client_id: expect.stringMatching(/^ps_client_/),
	});
	expect(one("/api/v1/image/:token", 410)).toMatchObject({ error: "signed_url_consumed", client_id: null });
	expect(one("/api/*", 404)).toMatchObject({ error: "not_found" });
});

test("no secret appears in an error response", () => {
	expect(mistakes.length).toBeGreaterThan(10);
	for (const [what, secret] of Object.entries(secrets)) {
		expect([what, mistakes.filter((text) => text.includes(secret))]).toEqual([what, []]);
	}
});
