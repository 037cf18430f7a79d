import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import type { RouteName } from "../../src/routes.ts";
import { MAIN, urlOf } from "../support/built-server.ts";
import { ON_A_BUSY_MACHINE } from "../support/busy-machine.ts";
import { browser, PASSWORD } from "../support/portal.ts";
import { routes } from "../support/routes.ts";
import { openMigrated, postgresUrl } from "../support/schemas.ts";
import type { TestService } from "../support/service.ts";
import { readTrace, whyNotTraceable } from "../support/strace.ts";

/** Nothing is sent home: lists every address that the system calls of a new server connect or send to, by itself and while it is used. */

const reason = whyNotTraceable();
if (reason) console.info(`system calls are not traced: ${reason}`);

interface TracedServer {
	readonly process: ChildProcess;
	readonly url: string;
	/** Stops it. @returns the addresses that it connected or sent to, each once, as `127.0.0.1:5432` */
	stop(): Promise<string[]>;
}

/** With `-D`, the server rather than the tracer is our child, so that signals reach the server. */
async function startTraced(settings: Record<string, string>): Promise<TracedServer> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-home-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const trace = join(folder, "trace");
	const options = ["-D", "-f", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", trace];
	const child = spawn("strace", [...options, process.execPath, MAIN, "serve", "--port", "0"], {
		cwd: folder,
		env: { PATH: process.env.PATH, ...ON_A_BUSY_MACHINE, ...settings },
		stdio: ["ignore", "ignore", "pipe"],
	});
	onTestFinished(() => void child.kill("SIGKILL"));
	return {
		process: child,
		url: await urlOf(child),
		async stop() {
			const gone = once(child, "exit");
			child.kill("SIGTERM");
			await gone;
			const calls = readTrace(readFileSync(trace, "latin1"));
			const addresses = calls.flatMap(({ text }) =>
				[...text.matchAll(ADDRESS)].map(([, port, four, six]) => `${four ?? six}:${port}`),
			);
			return [...new Set(addresses)];
		},
	};
}

/** As strace prints it; sockets of this machine's files and of its kernel have other families. */
const ADDRESS = /sin6?_port=htons\((\d+)\)[^}]*?(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")/g;

/** Sets the server up, as the link of the first run does, and loads every page and everything that pages read without naming an object. */
async function use({ url }: TracedServer, settings: Record<string, string>): Promise<void> {
	const { origin } = new URL(url);
	const env = { PATH: process.env.PATH, ...settings };
	const { stdout } = await promisify(execFile)(process.execPath, [MAIN, "setup", "--json"], { env });
	const person = browser({ origin } as TestService);
	const setup = {
		administrator: { email: "boss@example.com", password: PASSWORD },
		storefront: { name: "Pantry" },
	};
	const made = await person.ask("POST /setup", {
		body: { token: new URL(JSON.parse(stdout).link).hash.slice(1), setup },
	});
	expect(made.status).toBe(201);
	const reads = Object.keys(routes).filter((name) => /^GET [^{]*$/.test(name)) as RouteName[];
	expect(reads.length).toBeGreaterThan(30);
	for (const name of reads) expect((await person.ask(name)).status, name).toBeLessThan(500);
	for (const path of [
		"/",
		"/docs",
		"/docs/api",
		"/p/4011",
		"/sitemap.xml",
		"/openapi.json",
		"/api/v1/health",
		"/api/v1/pricing",
	])
		expect((await fetch(origin + path)).status, path).toBeLessThan(500);
}

/** Waits until so much of the server's time has passed. */
async function pass(milliseconds: number, { url }: TracedServer): Promise<void> {
	const untilMs = Date.now() + milliseconds;
	await expect
		.poll(async () => Date.parse((await (await fetch(`${url}/health`)).json()).time), { interval: 500 })
		.toBeGreaterThan(untilMs);
}

const FASTER = {
	NODE_OPTIONS: `--require ${fileURLToPath(new URL("../support/faster.cjs", import.meta.url))}`,
	TIMES_AS_FAST: "20000",
};

describe.skipIf(reason !== undefined)("a new server", () => {
	const data = () => {
		const folder = mkdtempSync(join(tmpdir(), "packshot-home-"));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		return { PACKSHOT_DATA: folder, PACKSHOT_STOREFRONT: "on" };
	};

	test("connects to nobody when it starts, is set up and shows its pages, nor in a day of work in the background", async () => {
		const settings = data();
		const server = await startTraced(settings);
		await use(server, settings);
		expect(await server.stop()).toEqual([]);

		const later = await startTraced({ ...settings, ...FASTER });
		await pass(DAY_MS, later);
		expect(await later.stop()).toEqual([]);
	});

	test.skipIf(!postgresUrl)("connects to its PostgreSQL and to nobody else", async () => {
		const { url, drop } = await openMigrated("nothing sent home");
		onTestFinished(drop);
		const settings = {
			...data(),
			PACKSHOT_DATABASE_URL: url,
			PACKSHOT_SECRET: "a secret of more than 32 characters",
		};
		const server = await startTraced({ ...settings });
		await use(server, settings);
		expect(await server.stop()).toEqual([new URL(url).host]);

		const later = await startTraced({ ...settings, ...FASTER });
		await pass(DAY_MS, later);
		expect(await later.stop()).toEqual([new URL(url).host]);
	});

	test("connects to what its settings name, which is seen", async () => {
		const settings = { ...data(), ...FASTER, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" };
		const server = await startTraced(settings);
		await pass(DAY_MS / 24, server);
		expect(await server.stop()).toEqual(["127.0.0.1:9"]);
	});
});
