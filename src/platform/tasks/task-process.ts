import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { workerFile } from "../worker-file.ts";
import { returningMemory } from "./returning-memory.ts";
import { type ProcessTask, type TaskCall, TaskEnded, type TaskReply } from "./task.ts";

export interface TaskProcess {
	/** @throws TaskEnded if it had to be killed, and only once it is gone; Error with the message of what the function threw. */
	run(task: ProcessTask): Promise<unknown>;
	/** Whether it can take another task. */
	isAlive(): boolean;
	/** Lets the calling process end although this one is alive. */
	rest(): void;
	/** Resolves when the process is gone. */
	kill(): Promise<void>;
}

const WATCH_MS = 100;
/** Starting takes some 200 ms on an idle machine. */
const LONGEST_START_MS = 120_000;
const MEBIBYTE = 1024 * 1024;

/**
 * Starts a process that serves tasks (serve-tasks.ts). Unlike a thread, it can be ended at any time: libuv's threads, in which native code works, belong to
 * a whole process, and go on when a thread that uses them is terminated.
 * @param entry name of the built file.
 * @param niceness its scheduling priority, from 0 (that of the server) to 19 (the lowest).
 */
export function startTaskProcess(entry: string, niceness: number): TaskProcess {
	const child = fork(workerFile(entry), [], {
		execArgv: [],
		env: { ...process.env, ...returningMemory },
		serialization: "advanced",
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	lower(child, niceness);
	const ended = endOf(child);
	const ready = within(LONGEST_START_MS, isReady(child, ended), () => child.kill("SIGKILL"));
	// Whoever gives it a task learns of it; without one, nobody has to know.
	ready.catch(() => undefined);

	return {
		async run(task) {
			hold(child);
			await ready;
			return perform(child, ended, task);
		},
		isAlive: () => !ended.aborted && !child.killed,
		rest() {
			child.unref();
			child.channel?.unref();
		},
		async kill() {
			// While it rests it keeps nobody alive: a program with nothing else to do would end in the middle of waiting for its end, as if it had succeeded.
			hold(child);
			child.kill("SIGKILL");
			if (!ended.aborted) await once(ended, "abort");
		},
	};
}

function hold(child: ChildProcess): void {
	child.ref();
	child.channel?.ref();
}

/** Set from outside, so that it applies to all threads that the process will have. */
function lower({ pid }: ChildProcess, niceness: number): void {
	try {
		if (pid !== undefined) setPriority(pid, niceness);
	} catch {
		// It has ended already, or the system does not allow it.
	}
}

/** Aborted when a process has ended; the reason is how, in words. */
function endOf(child: ChildProcess): AbortSignal {
	const ended = new AbortController();
	child.on("error", (fault) => {
		// Without a process id it never started; otherwise a message could not be sent, and the end of the process is reported as such.
		if (child.pid === undefined) ended.abort(fault.message);
	});
	child.once("exit", (code, signal) => ended.abort(signal ?? `exit code ${code}`));
	return ended.signal;
}

/** What a process says next, or that it ended instead. */
type Heard = TaskReply | { readonly ended: string };

function hear(child: ChildProcess, ended: AbortSignal): Promise<Heard> {
	return new Promise((resolve) => {
		const listen = (reply: unknown) => settle(reply as TaskReply);
		const over = () => settle({ ended: ended.reason });
		// The process outlives its tasks: it must not hold on to what they returned.
		const settle = (heard: Heard) => {
			child.off("message", listen);
			ended.removeEventListener("abort", over);
			resolve(heard);
		};
		child.on("message", listen);
		ended.addEventListener("abort", over);
		if (ended.aborted) over();
	});
}

async function isReady(child: ChildProcess, ended: AbortSignal): Promise<void> {
	const heard = await hear(child, ended);
	if (heard !== "ready") throw new Error(`a process did not start: ${JSON.stringify(heard)}`);
}

async function within<T>(limitMs: number, work: Promise<T>, late: () => void): Promise<T> {
	const timer = setTimeout(late, limitMs);
	timer.unref();
	try {
		return await work;
	} finally {
		clearTimeout(timer);
	}
}

async function perform(
	child: ChildProcess,
	ended: AbortSignal,
	{ name, input, longestMs, mostBytes, signal }: ProcessTask,
): Promise<unknown> {
	let excess: string | undefined;
	const kill = (why?: string) => {
		excess ??= why;
		child.kill("SIGKILL");
	};
	const abort = () => kill();
	const timer = setTimeout(() => kill(`it takes longer than ${longestMs / 1000} s`), longestMs);
	const watch = setInterval(() => {
		if (residentBytes(child.pid) > mostBytes)
			kill(`it takes more than ${mostBytes / MEBIBYTE} MiB of memory`);
	}, WATCH_MS);
	signal?.addEventListener("abort", abort, { once: true });
	try {
		if (signal?.aborted) abort();
		else child.send({ name, input } satisfies TaskCall, () => undefined);
		const heard = await hear(child, ended);
		if (heard === "ready") throw new Error("a process is ready twice");
		if ("result" in heard) return heard.result;
		if ("fault" in heard) throw new Error(heard.fault);
		signal?.throwIfAborted();
		throw new TaskEnded(excess ?? `it ended the process that worked on it (${heard.ended})`);
	} finally {
		clearTimeout(timer);
		clearInterval(watch);
		signal?.removeEventListener("abort", abort);
	}
}

/** Memory that a process occupies; 0 where that cannot be read. */
function residentBytes(pid: number | undefined): number {
	try {
		const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
		return 1024 * Number(kibibytes ?? 0);
	} catch {
		return 0;
	}
}
