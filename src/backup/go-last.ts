import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

const { PRIORITY_LOW } = constants.priority;

/** Lets every other process go first. */
export function goLast(): void {
	setPriority(PRIORITY_LOW);
	if (process.platform !== "linux") return;
	// Linux keeps a priority for each thread, and those that compress and collect garbage are there already.
	for (const thread of readdirSync("/proc/self/task")) lower(Number(thread));
}

function lower(thread: number): void {
	try {
		setPriority(thread, PRIORITY_LOW);
	} catch {
		// It has ended since.
	}
}
