import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

const { PRIORITY_LOW } = constants.priority;

/** Lowers this process's priority below all others. */
export function lowerPriority(): void {
	setPriority(PRIORITY_LOW);
	if (process.platform !== "linux") return;
	// Linux has a priority per thread, and the threads for compression and garbage collection already exist.
	for (const thread of readdirSync("/proc/self/task")) lower(Number(thread));
}

function lower(thread: number): void {
	try {
		setPriority(thread, PRIORITY_LOW);
	} catch {
		// The thread has ended in the meantime.
	}
}
