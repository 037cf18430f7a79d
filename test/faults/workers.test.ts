import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { get, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ON_A_BUSY_MACHINE } from "../support/busy-machine.ts";
import { freePort } from "../support/free-port.ts";
import { type PostgresServer, postgresPrograms, startPostgres } from "../support/postgres-server.ts";

/** The built `packshot serve --workers` on a real PostgreSQL. */

const programs = postgresPrograms();
if (!programs) console.log("skipped: PostgreSQL is not installed (apt-get install postgresql)");
const main = join(import.meta.dirname, "../../dist/main.js");

describe.skipIf(!programs)("several workers", () => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-workers-"));
	let postgres: PostgresServer;
	let service: Service;
	let metricsPort: number;
	beforeAll(async () => {
		postgres = await startPostgres(programs as string);
		metricsPort = await freePort();
		service = await serve({
			PACKSHOT_DATABASE_URL: postgres.url,
			PACKSHOT_METRICS_PORT: String(metricsPort),
		});
		await service.said(/is ready, 2 of 2/);
	});
	afterAll(async () => {
		service.process.kill("SIGKILL");
		await postgres.remove();
		rmSync(folder, { recursive: true, force: true });
	});

	interface Service {
		readonly process: ChildProcess;
		readonly port: number;
		/** Resolves with the first match in past or future output. */
		said(pattern: RegExp): Promise<RegExpMatchArray>;
		text(): string;
		forget(): void;
	}

	async function serve(environment: Record<string, string>): Promise<Service> {
		const port = await freePort();
		let text = "";
		const child = spawn(process.execPath, [main, "serve", "--workers", "2"], {
			env: {
				...process.env,
				...ON_A_BUSY_MACHINE,
				PACKSHOT_DATA: folder,
				PACKSHOT_PORT: String(port),
				PACKSHOT_SECRET: "a secret for all the workers of a test",
				PACKSHOT_LOG_LEVEL: "silent",
				...environment,
			},
			stdio: ["ignore", "ignore", "pipe"],
		});
		child.stderr?.setEncoding("utf8").on("data", (part) => {
			text += part;
		});
		return {
			process: child,
			port,
			async said(pattern) {
				for (;;) {
					const match = text.match(pattern);
					if (match) return match;
					if (child.exitCode !== null) throw new Error(`it ended, saying: ${text}`);
					await new Promise((resolve) => setTimeout(resolve, 50));
				}
			},
			text: () => text,
			forget() {
				text = "";
			},
		};
	}
	const health = () => fetch(`http://127.0.0.1:${service.port}/api/v1/health`);

	test("answer on one port", async () => {
		for (let time = 0; time < 10; time++) expect((await health()).status).toBe(200);
	});

	test("serve the sum of all their metrics on one port", async () => {
		const path = "/api/v1/products/4011";
		// Connections are distributed in turn, so each worker answers half.
		for (let time = 0; time < 20; time++) expect(await statusOnNewConnection(service.port, path)).toBe(401);
		const line = 'packshot_requests_total{method="GET",route="/api/v1/products/:barcode",status="401"}';
		for (let time = 0; time < 3; time++) {
			const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
			expect(text.split("\n").filter((each) => each.startsWith(line))).toEqual([`${line} 20`]);
			expect(text).toMatch(/^packshot_info\{version="[^"]+"\} 1$/m);
		}
	});

	test("keep serving while one that was killed is restarted", async () => {
		const [, pid] = await service.said(/worker (\d+) is ready/);
		service.forget();
		process.kill(Number(pid), "SIGKILL");
		await service.said(new RegExp(`worker ${pid} ended \\(SIGKILL\\) and is restarted`));
		for (let time = 0; time < 10; time++) expect((await health()).status).toBe(200);
		await service.said(/is ready, 2 of 2/);
	});

	test("complete open requests on SIGTERM, and the command exits with 0", async () => {
		const open = [await openRequest(service.port), await openRequest(service.port)];
		const gone = once(service.process, "exit");
		service.process.kill("SIGTERM");
		await expect.poll(() => isListening(service.port)).toBe(false);
		for (const request of open) expect(await request.complete()).toBe(400);
		expect(await gone).toEqual([0, null]);
		await expect(health()).rejects.toThrow();
	});

	test("answer or refuse at once whoever connects while they stop, however long an open request takes", async () => {
		const stopping = await serve({ PACKSHOT_DATABASE_URL: postgres.url });
		await stopping.said(/is ready, 2 of 2/);
		const open = await openRequest(stopping.port);
		const callers = connectAllTheTime(stopping.port);
		await expect.poll(() => callers.answered()).toBeGreaterThan(200);
		const gone = once(stopping.process, "exit");
		// As a service manager does, which signals the workers as well.
		for (const [, pid] of stopping.text().matchAll(/worker (\d+) is ready/g))
			process.kill(Number(pid), "SIGTERM");
		stopping.process.kill("SIGTERM");
		await callers.released;
		// It is cut off 20 s after the signal.
		expect(await open.complete()).toBe(400);
		expect(await gone).toEqual([0, null]);
	});

	test("are not ready while the picture store is unreachable, and still stop on SIGTERM", async () => {
		const waiting = await serve({
			PACKSHOT_DATABASE_URL: postgres.url,
			PACKSHOT_BLOB_URL: "s3://pictures?endpoint=http://127.0.0.1:9",
			AWS_ACCESS_KEY_ID: "any",
			AWS_SECRET_ACCESS_KEY: "any",
		});
		const status = () =>
			fetch(`http://127.0.0.1:${waiting.port}/api/v1/health`).then(
				(answer) => answer.status,
				() => 0,
			);
		await expect.poll(status).toBe(503);
		expect(waiting.text()).not.toContain("is ready");
		const gone = once(waiting.process, "exit");
		waiting.process.kill("SIGTERM");
		expect(await gone).toEqual([0, null]);
	});

	test("that cannot start make the command exit with 1 and a reason", async () => {
		const hopeless = await serve({ PACKSHOT_DATABASE_URL: postgres.url, PACKSHOT_SECRET: "short" });
		const gone = once(hopeless.process, "exit");
		await hopeless.said(/PACKSHOT_SECRET must have at least 32 characters/);
		expect(await gone).toEqual([1, null]);
	});

	test("that exit as soon as they start make the command give up with 1 and a reason", async () => {
		const taken = createServer().listen(0, "127.0.0.1");
		await once(taken, "listening");
		const { port } = taken.address() as AddressInfo;
		const hopeless = await serve({ PACKSHOT_DATABASE_URL: postgres.url, PACKSHOT_PORT: String(port) });
		const gone = once(hopeless.process, "exit");
		await hopeless.said(/the workers exit as soon as they start/);
		expect(await gone).toEqual([1, null]);
		taken.close();
	});
});

function statusOnNewConnection(port: number, path: string): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const request = get({ port, path, host: "127.0.0.1", agent: false }, (answer) => {
			answer.resume().once("end", () => resolve(answer.statusCode));
		});
		request.once("error", reject);
	});
}

function isListening(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
		socket.once("connect", () => socket.destroy());
	});
}

/** Keeps opening connections that ask for one thing each, until one is refused; `released` once none of the others waits any more. */
function connectAllTheTime(port: number) {
	const waiting = new Set<Socket>();
	let answered = 0;
	let isRefused = false;
	let release: () => void = () => undefined;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const call = () => {
		const socket = connect(port, "127.0.0.1", () => {
			waiting.add(socket);
			socket.write("GET /api/v1/pricing HTTP/1.1\r\nHost: packshot.test\r\nConnection: close\r\n\r\n");
		});
		socket.once("data", () => answered++).once("error", () => undefined);
		socket.once("close", () => {
			const wasConnected = waiting.delete(socket);
			isRefused ||= !wasConnected;
			if (!isRefused) call();
			else if (waiting.size === 0) release();
		});
	};
	for (let caller = 0; caller < 30; caller++) call();
	return { released, answered: () => answered };
}

/** A request that a worker has begun to receive, without its body. */
async function openRequest(port: number) {
	const headers = { "Content-Type": "application/json", "Content-Length": 2, Expect: "100-continue" };
	const path = "/api/v1/auth/token";
	const opened = request({ port, path, host: "127.0.0.1", method: "POST", headers, agent: false });
	const answered = once(opened, "response") as Promise<[IncomingMessage]>;
	opened.flushHeaders();
	await Promise.race([once(opened, "continue"), answered]);
	return {
		async complete(): Promise<number | undefined> {
			opened.end("{}");
			const [answer] = await answered;
			answer.resume();
			return answer.statusCode;
		},
	};
}
