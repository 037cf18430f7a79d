import { readFileSync } from "node:fs";

/** Clock ticks of `/proc` a second, on every platform that Node.js supports (proc(5), `sysconf(_SC_CLK_TCK)`). */
const TICKS_PER_SECOND = 100;

/** CPU time of a process with all its threads so far, in milliseconds. */
export function processorMs(pid: number): number {
	const { user, system } = usedTicks(pid);
	return ((user + system) * 1000) / TICKS_PER_SECOND;
}

/** The same with all processes that it started and that have ended. */
export function processorMsOfAll(pid: number): number {
	const { user, system, endedUser, endedSystem } = usedTicks(pid);
	return ((user + system + endedUser + endedSystem) * 1000) / TICKS_PER_SECOND;
}

function usedTicks(pid: number) {
	const text = readFileSync(`/proc/${pid}/stat`, "utf8");
	const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = text
		.slice(text.lastIndexOf(")") + 2)
		.split(" ")
		.slice(11, 15)
		.map(Number);
	return { user, system, endedUser, endedSystem };
}

/** A process that gets a smaller share of the machine than this is sleeping. */
const LEAST_SHARE = 1 / 8;

/**
 * How long a process kept a caller waiting: the elapsed time or, if other programs took the CPU, the process's own CPU time; but at least an
 * eighth of the elapsed time, so that a process that does nothing does not pass for a fast one.
 */
export async function waitedMs(pid: number, work: () => Promise<unknown>): Promise<number> {
	const [startedAt, usedBefore] = [performance.now(), processorMs(pid)];
	await work();
	const passedMs = performance.now() - startedAt;
	return Math.min(passedMs, Math.max(processorMs(pid) - usedBefore, passedMs * LEAST_SHARE));
}
