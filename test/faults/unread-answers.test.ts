import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuiltServer, startBuiltServer } from "../support/built-server.ts";
import { waitedMs } from "../support/processor-time.ts";

/** Callers that make many requests at once and never read the answers. */

let folder: string;
let server: BuiltServer;
let origin: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "packshot-unread-"));
	server = await startBuiltServer({
		PACKSHOT_DATA: folder,
		PACKSHOT_LOG_LEVEL: "silent",
		PACKSHOT_IP_REQUESTS_PER_MINUTE: "1000000",
	});
	origin = new URL(server.url).origin;
});
afterAll(() => {
	server.process.kill("SIGKILL");
	rmSync(folder, { recursive: true, force: true });
});

/** Open descriptors of the server, except those of database threads, which start on first use at unpredictable times. */
function openFiles(): number {
	const links = readdirSync(`/proc/${server.process.pid}/fd`).map((name) => linkOf(name));
	return links.filter((link) => /^(socket:|\/)/.test(link) && !link.startsWith(folder)).length;
}

/** Target of a descriptor; empty if it has been closed meanwhile. */
function linkOf(descriptor: string): string {
	try {
		return readlinkSync(`/proc/${server.process.pid}/fd/${descriptor}`);
	} catch {
		return "";
	}
}

function residentMegabytes(): number {
	const status = readFileSync(`/proc/${server.process.pid}/status`, "utf8");
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Connections that each request a path many times and read nothing. */
async function unread(path: string, connections: number, times: number): Promise<Socket[]> {
	const requests = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times);
	const opened = Array.from({ length: connections }, async () => {
		const socket = connect(Number(new URL(origin).port), "127.0.0.1");
		socket.on("error", () => undefined).pause();
		await once(socket, "connect");
		socket.write(requests);
		return socket;
	});
	return Promise.all(opened);
}

/** The main script of the pages: a file of 400 KB. */
async function scriptOfPages(): Promise<string> {
	const page = await (await fetch(`${origin}/sign-in`)).text();
	const [, path] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
	if (!path) throw new Error("the page loads no script");
	return new URL(path, `${origin}/sign-in`).pathname;
}

test("no file stays open for callers who disconnect without reading", async () => {
	const script = await scriptOfPages();
	expect((await fetch(origin + script)).status).toBe(200);
	const before = openFiles();
	const sockets = await unread(script, 20, 30);
	await sleep(1000);
	for (const socket of sockets) socket.destroy();
	await expect.poll(openFiles).toBeLessThanOrEqual(before + 5);
});

test("health checks are answered in time beside 300 connections that send 30 requests and read nothing", async () => {
	expect((await fetch(`${origin}/openapi.json`)).status).toBe(200);
	const before = residentMegabytes();
	const sockets = await unread("/openapi.json", 300, 30);
	for (let time = 0; time < 5; time++) {
		const ms = await waitedMs(Number(server.process.pid), async () => {
			expect((await fetch(`${server.url}/health`)).status).toBe(200);
		});
		expect(ms).toBeLessThan(1500);
		await sleep(200);
	}
	expect(residentMegabytes() - before).toBeLessThan(150);
	for (const socket of sockets) socket.destroy();
});
