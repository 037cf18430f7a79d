import cluster, { type Worker } from "node:cluster";
import { CommandFailure } from "./command-line.ts";

/** A worker that ends before it was ready this often, with none ready in between, ends them all: it is no accident then. */
const FRUITLESS_STARTS = 5;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** Workers that are told to stop get this long to answer what they have begun. */
const DRAIN_MS = 25_000;

/** What a worker tells once it can answer: its dependencies do. */
const READY = "packshot:ready";

/** Tells the supervisor of this worker, if it has one, that it is ready. */
export function tellReady(): void {
	if (process.connected) process.send?.(READY);
}

export const isWorker = cluster.isWorker;

/** Lets go of the supervisor, whose line would keep this worker alive when it is done. */
export function leaveSupervisor(): void {
	cluster.worker?.disconnect();
}

interface Supervision {
	readonly count: number;
	/** Resolves when the whole service is to stop. */
	readonly told: Promise<void>;
	readonly log: (line: string) => void;
}

/**
 * Runs this very command `count` times side by side on one port, starts a worker that dies anew, and ends when told to and every worker
 * has drained.
 * @throws CommandFailure when workers end as soon as they start.
 */
export async function supervise({ count, told, log }: Supervision): Promise<void> {
	const ready = new Set<number>();
	let stopping = false;
	let fruitless = 0;
	let giveUp: (reason: CommandFailure) => void = () => undefined;
	const hopeless = new Promise<never>((_, reject) => {
		giveUp = reject;
	});

	const start = () => {
		if (!stopping) cluster.fork();
	};
	cluster.on("message", (worker, message) => {
		if (message !== READY) return;
		ready.add(worker.id);
		fruitless = 0;
		log(`worker ${worker.process.pid} is ready, ${ready.size} of ${count}`);
	});
	cluster.on("exit", (worker, code, signal) => {
		const wasReady = ready.delete(worker.id);
		if (stopping) return;
		log(`worker ${worker.process.pid} ended (${signal ?? `exit code ${code}`}) and is started anew`);
		if (!wasReady && ++fruitless >= FRUITLESS_STARTS) {
			giveUp(new CommandFailure("the workers end as soon as they start; what they said stands above"));
		}
		const pauseMs = wasReady ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** fruitless);
		setTimeout(start, pauseMs);
	});

	for (let number = 0; number < count; number++) start();
	try {
		await Promise.race([told, hopeless]);
	} finally {
		stopping = true;
		await drain(Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []));
	}
}

async function drain(workers: readonly Worker[]): Promise<void> {
	const late = setTimeout(() => {
		for (const worker of workers) worker.process.kill("SIGKILL");
	}, DRAIN_MS);
	await Promise.all(
		workers.map(
			(worker) =>
				new Promise<void>((resolve) => {
					if (worker.isDead()) return resolve();
					worker.once("exit", () => resolve());
					worker.process.kill("SIGTERM");
				}),
		),
	);
	clearTimeout(late);
}
