import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MAIN } from "../../test/support/built-server.ts";
import { freePort } from "../../test/support/free-port.ts";
import type { Place } from "./place.ts";

/** A server that can be killed and restarted on the same ports. */
export interface Node {
	readonly name: string;
	/** `http://127.0.0.1:…` */
	readonly origin: string;
	readonly metricsUrl: string;
	/** The process that is serving; `undefined` if there is none. */
	pid(): number | undefined;
	start(): Promise<void>;
	/** As in a power failure. */
	kill(): Promise<void>;
	/** Stops it as an operator would. @returns its exit code. */
	stop(): Promise<number | null>;
}

/** libfaketime sets each process's clock from a file, so it can be changed while they run. */
const FAKE_TIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

/** The shared clock of all nodes. */
export interface NodeClock {
	/** Why it cannot be changed; `undefined` if it can. */
	readonly fixedBecause: string | undefined;
	readonly environment: Readonly<Record<string, string>>;
	/** Sets it to this many seconds from the machine's clock, within a second. */
	set(offsetSeconds: number): void;
}

export function createNodeClock({ folder, cluster }: Pick<Place, "folder" | "cluster">): NodeClock {
	if (cluster || !existsSync(FAKE_TIME)) {
		return {
			fixedBecause: cluster
				? "S3 refuses requests of another time"
				: "libfaketime is not installed (apt-get install faketime)",
			environment: {},
			set: () => undefined,
		};
	}
	const file = join(folder, "clock");
	const set = (offsetSeconds: number) => {
		writeFileSync(`${file}.new`, `${offsetSeconds < 0 ? "" : "+"}${offsetSeconds}\n`);
		renameSync(`${file}.new`, file);
	};
	set(0);
	const environment = {
		LD_PRELOAD: FAKE_TIME,
		FAKETIME_TIMESTAMP_FILE: file,
		FAKETIME_CACHE_DURATION: "1",
		FAKETIME_DONT_FAKE_MONOTONIC: "1",
	};
	return { fixedBecause: undefined, environment, set };
}

/** Creates a node of an installation without starting it; its output is kept beside the data. */
export async function createNode(place: Place, clock: NodeClock, name: string): Promise<Node> {
	const own = place.cluster?.nodes[name];
	const port = own?.PACKSHOT_PORT ?? String(await freePort());
	const metricsPort = await freePort();
	const environment = {
		PATH: process.env.PATH,
		...place.settings,
		...own,
		...clock.environment,
		PACKSHOT_PORT: port,
		PACKSHOT_METRICS_PORT: String(metricsPort),
	};
	const log = openSync(join(place.folder, `${name}.log`), "a");
	const origin = `http://127.0.0.1:${port}`;
	let running: ChildProcess | undefined;

	const end = async (signal: "SIGKILL" | "SIGTERM") => {
		const ending = running;
		running = undefined;
		if (!ending || ending.exitCode !== null) return ending?.exitCode ?? null;
		const gone = once(ending, "exit");
		ending.kill(signal);
		const [code] = (await gone) as [number | null];
		return code;
	};
	process.once("exit", () => running?.kill("SIGKILL"));

	return {
		name,
		origin,
		metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
		pid: () => running?.pid,
		async start() {
			const started = spawn(process.execPath, [MAIN, "serve"], {
				env: environment,
				stdio: ["ignore", log, log],
			});
			await untilServing(origin, started);
			running = started;
		},
		async kill() {
			await end("SIGKILL");
		},
		stop: () => end("SIGTERM"),
	};
}

async function untilServing(origin: string, started: ChildProcess): Promise<void> {
	while (started.exitCode === null && started.signalCode === null) {
		const answered = await fetch(`${origin}/api/v1/health`).then(
			async (answer) => {
				await answer.arrayBuffer();
				return answer.ok;
			},
			() => false,
		);
		if (answered) return;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error(`a node ended at its start with ${started.exitCode ?? started.signalCode}`);
}
