import { spawn } from "node:child_process";
import { once } from "node:events";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { LoadJob, LoadResult } from "./job.ts";

const generator = fileURLToPath(new URL("generator.ts", import.meta.url));

/** Loads a server on this machine from a process of its own. */
export async function load(
	job: Omit<LoadJob, "connections" | "warmUpSeconds"> & Partial<LoadJob>,
): Promise<LoadResult> {
	const child = spawn(process.execPath, ["--import", "tsx", generator], {
		stdio: ["pipe", "pipe", "inherit"],
	});
	const ended = once(child, "exit");
	child.stdin.end(JSON.stringify({ connections: 64, warmUpSeconds: 0.5, ...job }));
	const result = await json(child.stdout).catch(() => undefined);
	const [status] = await ended;
	if (status !== 0 || result === undefined) throw new Error(`the load generator ended with ${status}`);
	return result as LoadResult;
}
