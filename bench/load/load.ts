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
	if (generator?.connected !== true) generator = startGenerator();
	return loadFrom(generator, { connections: 64, warmUpSeconds: 0.5, ...job });
}

/** Generates load from this process, which keeps the program alive only while it works. */
export async function loadFrom(from: ChildProcess, job: LoadJob): Promise<LoadResult> {
	const answered = new AbortController();
	const { signal } = answered;
	const result = once(from, "message", { signal }).then(([message]) => message as LoadResult);
	const ended = once(from, "exit", { signal }).then(([status]) => {
		throw new Error(`the load generator ended with ${status}`);
	});
	from.ref();
	from.channel?.ref();
	from.send(job);
	try {
		return await Promise.race([result, ended]);
	} finally {
		answered.abort();
		await Promise.allSettled([result, ended]);
		from.unref();
		from.channel?.unref();
	}
}

/** It exits with its parent. */
export function startGenerator(): ChildProcess {
	return fork(file, { execArgv: ["--import", "tsx"] });
}
