import cluster, { type Worker } from "node:cluster";
import { CommandFailure } from "./command-line.ts";

/** The command gives up when this many workers have exited before being ready, with none becoming ready in between. */
const FRUITLESS_STARTS = 5;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** How long workers get to complete requests at shutdown. */
const DRAIN_MS = 25_000;

/** The message a worker sends once its dependencies answer. */
const READY = "packshot:ready";

export function reportReady(): void {
	if (process.connected) process.send?.(READY);
}

export const isWorker = cluster.isWorker;

/** The message of a worker that is to stop. */
const LEAVE = "packshot:leave";
/** The answer: no further connections follow. */
const LEFT = "packshot:left";

/**
 * Resolves when this worker has received the last connection that the supervisor handed it, and can stop listening. One that stops any earlier returns
 * the connections on their way to it, and the supervisor of the last worker keeps them without an answer.
 */
export function leaveSupervisor(): Promise<void> {
	return new Promise((resolve) => {
		process.on("message", (message) => {
			if (message === LEFT) resolve();
		});
		process.send?.(LEAVE);
	});
}

/** Closes the channel to the supervisor, which would otherwise keep this worker alive. */
export function disconnectSupervisor(): void {
	cluster.worker?.disconnect();
}

interface Supervision {
	readonly count: number;
	/** Resolves when the whole service is to stop. */
	readonly stopRequested: Promise<void>;
	readonly log: (line: string) => void;
}

/**
 * Runs this same command `count` times on one port, restarts workers that die, and ends when signalled and every worker has drained.
 * @throws CommandFailure when workers exit as soon as they start.
 */
export async function supervise({ count, stopRequested, log }: Supervision): Promise<void> {
	const alive = new Set<Worker>();
	const ready = new Set<number>();
	let stopping = false;
	let failedStarts = 0;
	let giveUp: (reason: CommandFailure) => void = () => undefined;
	const startFailed = new Promise<never>((_, reject) => {
		giveUp = reject;
	});

	const start = () => {
		if (stopping) return;
		const worker = cluster.fork();
		// What is sent to a worker that has just died is lost, which without a listener would end the supervisor. Its exit follows.
		worker.on("error", ({ message }) => log(`worker ${worker.process.pid} cannot be reached: ${message}`));
		worker.on("exit", watchHandover(worker));
		alive.add(worker);
	};
	cluster.on("message", (worker, message) => {
		if (message === LEAVE) {
			worker.disconnect();
			worker.send(LEFT);
		}
		if (message !== READY) return;
		ready.add(worker.id);
		failedStarts = 0;
		log(`worker ${worker.process.pid} is ready, ${ready.size} of ${count}`);
	});
	cluster.on("exit", (worker, code, signal) => {
		alive.delete(worker);
		const wasReady = ready.delete(worker.id);
		if (stopping) return;
		log(`worker ${worker.process.pid} ended (${signal ?? `exit code ${code}`}) and is restarted`);
		if (!wasReady && ++failedStarts >= FRUITLESS_STARTS) {
			giveUp(new CommandFailure("the workers exit as soon as they start; their output is above"));
		}
		const pauseMs = wasReady ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failedStarts);
		setTimeout(start, pauseMs);
	});

	for (let number = 0; number < count; number++) start();
	try {
		await Promise.race([stopRequested, startFailed]);
	} finally {
		stopping = true;
		await drain([...alive]);
	}
}

interface Connection {
	close(): void;
}

/**
 * A worker takes one connection after another, and says so. Node.js keeps one that a worker was handed before it died open, and nobody ever answers it.
 * @returns a function that closes what the worker has not taken.
 */
function watchHandover({ process: child }: Worker): () => void {
	const untaken = new Map<number, Connection>();
	const send = child.send.bind(child) as (...given: unknown[]) => boolean;
	child.send = (...given: unknown[]) => {
		const [message, connection] = given as [{ act?: string; seq: number }, Connection];
		if (message.act === "newconn") untaken.set(message.seq, connection);
		return send(...given);
	};
	child.on("internalMessage", ({ ack }) => untaken.delete(ack));
	return () => {
		for (const connection of untaken.values()) connection.close();
	};
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
