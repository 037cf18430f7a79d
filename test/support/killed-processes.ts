import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";

/** Kills a process with all of those that it started at once, so that none of them notices that another is gone. */
export async function killWhole(parent: ChildProcess): Promise<void> {
	if (parent.pid === undefined || parent.exitCode !== null || parent.signalCode !== null) return;
	const gone = once(parent, "exit");
	parent.kill("SIGSTOP");
	for (const pid of childrenOf(parent.pid)) killIfThere(pid);
	parent.kill("SIGKILL");
	await gone;
}

/** One may have ended by itself since it was listed. */
function killIfThere(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch (fault) {
		if ((fault as NodeJS.ErrnoException).code !== "ESRCH") throw fault;
	}
}

/** The processes that a process started, and that run. */
export function childrenOf(parent: number): number[] {
	return runningProcesses().filter(
		(pid) => Number(/^PPid:\s+(\d+)/m.exec(said(pid, "status"))?.[1]) === parent,
	);
}

/** The running processes that were started with this word. */
export function startedWith(word: string): number[] {
	return runningProcesses().filter((pid) => said(pid, "cmdline").split("\0").includes(word));
}

function runningProcesses(): number[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.map(Number);
}

/** Empty when it is gone by now. */
function said(pid: number, file: string): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, "utf8");
	} catch {
		return "";
	}
}
