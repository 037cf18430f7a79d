// Preloaded into a program: on exit, writes the longest delay of its event loop in milliseconds to the file named by LOOP_DELAY_FILE.
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/** Delays during start-up block nobody yet. */
const STARTED_AFTER_MS = 1500;

if (isMainThread) {
	const delays = monitorEventLoopDelay({ resolution: 1 });
	setTimeout(() => delays.enable(), STARTED_AFTER_MS).unref();
	process.on("exit", () => writeFileSync(process.env.LOOP_DELAY_FILE ?? "", String(delays.max / 1e6)));
}
