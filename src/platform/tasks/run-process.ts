import { type ChildProcess, fork } from "node:child_process";
import { workerFile } from "../worker-file.ts";
import { returningMemory } from "./returning-memory.ts";

/** How long a process has to give back its task before it is killed. */
const PATIENCE_MS = 15_000;

/** Runs a claimed task in a process of its own, which ends with the server's IPC channel. @returns how it ended, unless it succeeded or was stopped. */
export async function runProcess(
	command: readonly string[],
	stopping: AbortSignal,
): Promise<string | undefined> {
	const child = fork(workerFile("main"), command, {
		env: { ...process.env, ...returningMemory },
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	const ended = endOf(child);
	let killing: NodeJS.Timeout | undefined;
	const stop = () => {
		if (child.connected) child.disconnect();
		killing = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
	};
	stopping.addEventListener("abort", stop, { once: true });
	if (stopping.aborted) stop();
	const { code, signal } = await ended;
	clearTimeout(killing);
	stopping.removeEventListener("abort", stop);
	return code === 0 || stopping.aborted ? undefined : (signal ?? `exit code ${code}`);
}

function endOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", (code, signal) => resolve({ code, signal }));
	});
}
