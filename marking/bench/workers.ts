import { fork } from "node:child_process";
import { once } from "node:events";
import type { Task } from "./worker.ts";

/** The argument that turns the benchmark's own file into a worker. */
export const workerArgument = "--worker";

/** Distributes the tasks over `count` processes: attribution is one long computation, for which threads would share a heap. */
export async function runTasks(tasks: readonly Task[], count: number): Promise<void> {
	const waiting = [...tasks];
	const started = performance.now();
	const work = async () => {
		const child = fork(process.argv[1] as string, [workerArgument]);
		const gone = once(child, "exit").then(([code]) => {
			throw new Error(`a worker ended with ${code}`);
		});
		for (let task = waiting.shift(); task; task = waiting.shift()) {
			child.send(task);
			await Promise.race([once(child, "message"), gone]);
			const minutes = (performance.now() - started) / 60_000;
			const left = tasks.length - waiting.length;
			process.stderr.write(`\r${task.step}: ${left} of ${tasks.length}, ${minutes.toFixed(1)} min `);
		}
		gone.catch(() => undefined);
		child.disconnect();
		await once(child, "exit");
	};
	await Promise.all(Array.from({ length: Math.min(count, tasks.length) }, work));
	process.stderr.write("\n");
}
