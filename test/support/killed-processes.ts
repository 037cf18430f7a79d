import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";

/** Kills a process and all its children at the same moment, so that none of them notices that another is gone. */
export async function killWhole(parent: ChildProcess): Promise<void> {
	if (parent.pid === undefined || parent.exitCode !== null || parent.signalCode !== null) return;
	const gone = once(parent, "exit");
	parent.kill("SIGSTOP");
	for (const pid of childrenOf(parent.pid)) killIfThere(pid);
	parent.kill("SIGKILL");
	await gone;
}

/** It may have exited since it was listed. */
function killIfThere(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch (fault) {
		if ((fault as NodeJS.ErrnoException).code !== "ESRCH") throw fault;
	}
}

/** Running child processes of a process. */
export function childrenOf(parent: number): number[] {
	return runningProcesses().filter(
		(pid) => Number(/^PPid:\s+(\d+)/m.exec(said(pid, "status"))?.[1]) === parent,
	);
}

/** Running processes that have this word on their command line. */
export function startedWith(word: string): number[] {
	return runningProcesses().filter((pid) => said(pid, "cmdline").split("\0").includes(word));
}

function runningProcesses(): number[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.map(Number);
}

/** Empty if the process has exited. */
function said(pid: number, file: string): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, "utf8");
	} catch {
		return "";
	}
}
