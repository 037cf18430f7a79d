import { PoolFull, type ProcessTask } from "./task.ts";
import { startTaskProcess, type TaskProcess } from "./task-process.ts";

export interface PoolOptions {
	/** Name of the built file that serves the tasks (serve-tasks.ts). */
	readonly entry: string;
	/** Maximum number of processes. Each is started when it is first needed. */
	readonly processes: number;
	/** Maximum number of tasks that wait for one. */
	readonly mostWaiting: number;
	/** A process without a task ends after this time. */
	readonly idleMs: number;
	/** Scheduling priority, from 0 (that of this process) to 19 (the lowest). */
	readonly niceness: number;
}

/** Processes for work that must be endable, such as decoding what somebody sent. */
export function createProcessPool(options: PoolOptions) {
	const { processes, mostWaiting } = options;
	const started = createProcesses(options);
	const waiting: (() => void)[] = [];
	let working = 0;

	return {
		/** Runs a task in a process, once one is free. @throws TaskEnded if it had to be killed, PoolFull, or Error with the message of what was thrown. */
		async run(task: ProcessTask) {
			if (working >= processes) {
				if (waiting.length >= mostWaiting) throw new PoolFull(`${waiting.length} tasks are waiting`);
				await new Promise<void>((resolve) => waiting.push(resolve));
			} else working++;
			try {
				task.signal?.throwIfAborted();
				return await started.use((process) => process.run(task));
			} finally {
				// Whoever waits takes over the place.
				const next = waiting.shift();
				if (next) next();
				else working--;
			}
		},
		/** Kills all processes; their tasks fail. */
		close: () => started.close(),
	};
}

/** The processes of a pool. Those that are idle are kept for a while. */
function createProcesses({ entry, idleMs, niceness }: PoolOptions) {
	const all = new Set<TaskProcess>();
	/** The process used last is last: its memory is warm, and the others may end. */
	const idle = new Map<TaskProcess, NodeJS.Timeout>();
	let isClosed = false;

	function take(): TaskProcess {
		if (isClosed) throw new Error("the pool is closed");
		for (const [free, timer] of [...idle].reverse()) {
			clearTimeout(timer);
			idle.delete(free);
			if (free.isAlive()) return free;
			all.delete(free);
		}
		const started = startTaskProcess(entry, niceness);
		all.add(started);
		return started;
	}

	function end(process: TaskProcess): Promise<void> {
		clearTimeout(idle.get(process));
		idle.delete(process);
		all.delete(process);
		return process.kill();
	}

	function giveBack(process: TaskProcess): void {
		if (!process.isAlive() || isClosed) return void end(process);
		process.rest();
		idle.set(
			process,
			setTimeout(() => void end(process), idleMs),
		);
		idle.get(process)?.unref();
	}

	return {
		async use<T>(work: (process: TaskProcess) => Promise<T>): Promise<T> {
			const process = take();
			try {
				return await work(process);
			} finally {
				giveBack(process);
			}
		},
		async close(): Promise<void> {
			isClosed = true;
			await Promise.all([...all].map(end));
		},
	};
}
