// Loaded before a program: writes the longest delay of its event loop, in milliseconds, to the file that LOOP_DELAY_FILE names when it ends.
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/** What a program does while it starts blocks nobody yet. */
const STARTED_AFTER_MS = 1500;

if (isMainThread) {
	const delays = monitorEventLoopDelay({ resolution: 1 });
	setTimeout(() => delays.enable(), STARTED_AFTER_MS).unref();
	process.on("exit", () => writeFileSync(process.env.LOOP_DELAY_FILE ?? "", String(delays.max / 1e6)));
}
