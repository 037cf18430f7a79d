import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { processorMs } from "../test/support/processor-time.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const packshot = join(root, "dist/main.js");

/** One for each server that may run at the same time. */
export const ports = {
	plain: 8191,
	bare: 8192,
	peer: 8193,
	pictured: 8194,
	million: 8195,
	images: 8196,
	postgres: 8197,
	ledger: 8198,
	feed: 8199,
	pages: 8190,
	administration: 8187,
	orders: 8188,
	archive: 8189,
	clicks: 8186,
} as const;

/** A data folder for one benchmark, deleted when it ends. */
export function benchFolder(): { folder: string; remove: () => void } {
	const folder = mkdtempSync(join(tmpdir(), "packshot-bench-"));
	const remove = () => {
		process.off("exit", remove);
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	};
	process.once("exit", remove);
	return { folder, remove };
}

/** Runs the command to completion and returns the JSON it prints. */
export function runPackshot(
	folder: string,
	args: readonly string[],
	settings: Record<string, string> = {},
): unknown {
	const result = spawnSync(process.execPath, [packshot, ...args, "--json"], {
		env: { ...process.env, PACKSHOT_DATA: folder, ...settings },
		encoding: "utf8",
		maxBuffer: 2 ** 28,
	});
	if (result.status !== 0) throw new Error(`packshot ${args.join(" ")}: ${result.stderr}`);
	return JSON.parse(result.stdout);
}

export interface Server {
	readonly port: number;
	readonly process: ChildProcess;
	stop(): Promise<void>;
}

/** A single person makes more requests a minute here than people do. */
const UNLIMITED = { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000000" };

/** Starts the service as an operator would, in its own process. */
export function startPackshot(
	folder: string,
	port: number,
	settings: Record<string, string> = {},
	options: readonly string[] = [],
): Promise<Server> {
	const environment = { PACKSHOT_DATA: folder, PACKSHOT_PORT: String(port), PACKSHOT_LOG_LEVEL: "error" };
	return startNode([packshot, "serve", ...options], port, { ...environment, ...UNLIMITED, ...settings });
}

/** Starts the demo on an empty folder and waits for its catalogue and accounts; it serves before they are there. */
export async function startDemo(folder: string, port: number): Promise<Server> {
	const environment = { PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "error", ...UNLIMITED };
	const server = await startNode([packshot, "demo", "--port", String(port)], port, environment);
	while (!existsSync(join(folder, "demo-credentials.json"))) {
		if (server.process.exitCode !== null) throw new Error(`the demo ended with ${server.process.exitCode}`);
		await new Promise((resolve) => setTimeout(resolve, ATTEMPT_INTERVAL_MS));
	}
	return server;
}

/** Starts a peer: a TypeScript file in this folder that listens on PORT. */
export function startPeer(file: string, port: number, environment: Record<string, string>): Promise<Server> {
	const path = fileURLToPath(new URL(file, import.meta.url));
	return startNode(["--import", "tsx", path], port, { ...environment, PORT: String(port) });
}

async function startNode(
	args: readonly string[],
	port: number,
	environment: Record<string, string>,
): Promise<Server> {
	const child = spawn(process.execPath, args, {
		cwd: root,
		env: { ...process.env, ...environment },
		stdio: ["ignore", "ignore", "inherit"],
	});
	// An interrupted benchmark leaves no process behind; its folder is deleted after that.
	const kill = () => void child.kill("SIGKILL");
	process.prependOnceListener("exit", kill);
	await untilListening(port, child);
	return {
		port,
		process: child,
		async stop() {
			const gone = once(child, "exit");
			child.kill("SIGTERM");
			await gone;
			process.off("exit", kill);
		},
	};
}

/** Two minutes, as a peer may have to fill a catalogue first. */
const MOST_ATTEMPTS = 6000;
const ATTEMPT_INTERVAL_MS = 20;

async function untilListening(port: number, child: ChildProcess): Promise<void> {
	for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
		if (child.exitCode !== null || child.signalCode !== null)
			throw new Error(`the server ended with ${child.exitCode}`);
		const answered = await fetch(`http://127.0.0.1:${port}/api/v1/health`).then(
			() => true,
			() => false,
		);
		if (answered) return;
		await new Promise((resolve) => setTimeout(resolve, ATTEMPT_INTERVAL_MS));
	}
	throw new Error(`nothing listens on ${port}`);
}

/** Anonymous memory of a process, as Linux counts it. */
export function anonymousMegabytes(pid: number | undefined): number {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** CPU seconds of a process over all its threads, as Linux counts them. */
export function processorSeconds(pid: number | undefined): number {
	return processorMs(Number(pid)) / 1000;
}
