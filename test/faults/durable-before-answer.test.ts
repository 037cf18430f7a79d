import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAIN, urlOf } from "../support/built-server.ts";
import { ON_A_BUSY_MACHINE } from "../support/busy-machine.ts";
import { testClock } from "../support/clock.ts";
import { startService, type TestClient } from "../support/service.ts";
import { readTrace, type SystemCall, whyNotTraceable } from "../support/strace.ts";

/** Nothing leaves the service before it is durable: checks the system calls of a real server in the order in which the kernel saw them. */

const reason = whyNotTraceable();
if (reason) console.info(`system calls are not traced: ${reason}`);

const TRACED = "trace=pwrite64,pwritev,fdatasync,fsync,write,writev,sendto,sendmsg";
const REQUESTS = 60;

describe.skipIf(reason !== undefined)("a response", () => {
	let folder: string;
	let calls: SystemCall[];
	let charged: string[];
	let usedUrlId: string;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "packshot-durable-"));
		const client = await fillStores(folder);
		const server = await startTraced(folder);
		const token = await signIn(server.url, client);
		charged = await chargeInWaves(server.url, token);
		usedUrlId = await fetchPicture(server.url, token);
		await stop(server.process);
		calls = readTrace(readFileSync(server.trace, "latin1"));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test("sends no byte before the write-ahead log with its charge is synced", () => {
		expect(charged).toHaveLength(REQUESTS);
		for (const requestId of charged) {
			const answer = calls.find((call) => isSent(call) && call.text.includes(requestId));
			expect(syncedAt(requestId)).toBeLessThan(answer?.startedAt ?? 0);
		}
	});

	test("sends no byte before the use of its signed URL is synced", () => {
		const picture = calls.find((call) => isSent(call) && call.text.includes("content-type: image/jpeg"));
		expect(syncedAt(usedUrlId)).toBeLessThan(picture?.startedAt ?? 0);
	});

	test("can share one sync with other charges", () => {
		expect(new Set(charged.map(syncedAt)).size).toBeLessThan(REQUESTS);
	});

	/** End of the first sync of the WAL that began after the text was written to it. */
	function syncedAt(text: string): number {
		const written = calls.find(
			(call) => call.name.startsWith("pwrite") && isWal(call) && call.text.includes(text),
		);
		expect(written).toBeDefined();
		const sync = calls.find((call) => isWalSync(call) && call.startedAt > (written?.endedAt ?? Infinity));
		expect(sync?.text).toMatch(/ = 0$/);
		return sync?.endedAt ?? Number.POSITIVE_INFINITY;
	}
});

function isWal(call: SystemCall): boolean {
	return /^\d+<[^>]*packshot\.sqlite-wal>/.test(call.text);
}

function isWalSync(call: SystemCall): boolean {
	return (call.name === "fdatasync" || call.name === "fsync") && isWal(call);
}

function isSent(call: SystemCall): boolean {
	return /^(write|send)/.test(call.name) && /^\d+<(socket|TCP)/.test(call.text);
}

async function fillStores(folder: string): Promise<TestClient> {
	const service = await startService({ folder, clock: testClock(Date.now()) });
	const client = await service.client({ requestsPerMinute: 1000 });
	await service.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	await service.picture("4011", "front");
	await service.close();
	return client;
}

interface TracedServer {
	readonly process: ChildProcess;
	readonly url: string;
	readonly trace: string;
}

/** With `-D`, the server rather than the tracer is our child, so that signals reach the server. */
async function startTraced(folder: string): Promise<TracedServer> {
	const trace = join(folder, "trace");
	const options = ["-D", "-f", "-y", "-s", "5000", "-e", TRACED, "-o", trace];
	const server = spawn("strace", [...options, process.execPath, MAIN, "serve", "--port", "0"], {
		env: {
			PATH: process.env.PATH,
			...ON_A_BUSY_MACHINE,
			PACKSHOT_DATA: folder,
			PACKSHOT_LOG_LEVEL: "silent",
		},
		stdio: ["ignore", "ignore", "pipe"],
	});
	return { process: server, url: await urlOf(server), trace };
}

async function stop(server: ChildProcess): Promise<void> {
	const gone = once(server, "exit");
	server.kill("SIGTERM");
	await gone;
}

async function signIn(url: string, { clientId, apiKey }: TestClient): Promise<string> {
	const response = await fetch(`${url}/auth/token`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ client_id: clientId, api_key: apiKey }),
	});
	return ((await response.json()) as { access_token: string }).access_token;
}

/** Makes charged requests, twenty concurrently. @returns their ids. */
async function chargeInWaves(url: string, token: string): Promise<string[]> {
	const ids: string[] = [];
	while (ids.length < REQUESTS) {
		const wave = Array.from({ length: 20 }, async () => {
			const headers = { authorization: `Bearer ${token}` };
			const response = await fetch(`${url}/products/4011`, { method: "HEAD", headers });
			expect([response.status, response.headers.get("x-credits-debited")]).toEqual([200, "0.05"]);
			return response.headers.get("x-request-id") ?? "";
		});
		ids.push(...(await Promise.all(wave)));
	}
	return ids;
}

/** @returns the id of the URL that was used. */
async function fetchPicture(url: string, token: string): Promise<string> {
	const headers = { authorization: `Bearer ${token}` };
	const redirect = await fetch(`${url}/products/4011/image?variant=front`, { headers, redirect: "manual" });
	const location = redirect.headers.get("location") ?? "";
	const picture = await fetch(location);
	expect([picture.status, (await picture.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
	const [payload = ""] = location.split("/").at(-1)?.split(".") ?? [];
	return JSON.parse(Buffer.from(payload, "base64url").toString())[0];
}
