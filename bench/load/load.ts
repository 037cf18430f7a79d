import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadJob, LoadResult } from "./job.ts";

const file = fileURLToPath(new URL("generator.ts", import.meta.url));

let generator: ChildProcess | undefined;

/** Generates load on a server on this machine from a separate process, one load at a time. */
export async function load(
	job: Omit<LoadJob, "connections" | "warmUpSeconds"> & Partial<LoadJob>,
): Promise<LoadResult> {
	generator ??= startGenerator();
	const answered = new AbortController();
	const { signal } = answered;
	const result = once(generator, "message", { signal }).then(([message]) => message as LoadResult);
	const ended = once(generator, "exit", { signal }).then(([status]) => {
		throw new Error(`the load generator ended with ${status}`);
	});
	generator.ref();
	generator.channel?.ref();
	generator.send({ connections: 64, warmUpSeconds: 0.5, ...job });
	try {
		return await Promise.race([result, ended]);
	} finally {
		answered.abort();
		await Promise.allSettled([result, ended]);
		generator?.unref();
		generator?.channel?.unref();
	}
}

/** It exits with its parent, and keeps the parent alive only while it works. */
function startGenerator(): ChildProcess {
	const started = fork(file, { execArgv: ["--import", "tsx"] });
	started.once("exit", () => {
		generator = undefined;
	});
	return started;
}
