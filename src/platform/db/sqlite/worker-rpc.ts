import type { Worker } from "node:worker_threads";
import { slab } from "../../slab.ts";
import { StorageUnavailable, TransactionTooLong } from "../database.ts";
import type { FaultReply } from "./messages.ts";

/** Requests to a worker thread and its responses, matched by number. */
export interface WorkerRpc {
	readonly post: (message: unknown) => void;
	/** Assigns the request a number while it is open, and resolves with the response to that number. */
	ask<A>(send: (id: number) => void): Promise<A>;
	/** Number of requests without a response. */
	waiting(): number;
	/** Whether the thread was started. */
	isStarted(): boolean;
	close(): Promise<void>;
}

interface Question {
	readonly resolve: (answer: never) => void;
	readonly reject: (fault: Error) => void;
}

/** Interprets a message from the thread: calls `answer` with the number of a request and its response. */
export type HearReply<M> = (message: M, answer: (id: number, answer: unknown) => void) => void;

/**
 * An RPC channel to a worker thread, which is started on the first request: most commands need only some of the threads, and each takes longer to
 * start than they take to run. If the thread dies, every open request fails.
 */
export function createWorkerRpc<M>(start: () => Worker, hear: HearReply<M>): WorkerRpc {
	const open = slab<Question>();
	let started: Worker | undefined;
	let ended: Error | undefined;

	const answer = (id: number, given: unknown) => open.take(id)?.resolve(given as never);
	const failAll = (fault: Error) => {
		ended = fault;
		for (const question of open.takeAll()) question.reject(fault);
	};

	const thread = () => {
		started ??= start()
			.on("message", (message: M | FaultReply) => {
				if (isFault(message)) {
					const { id, fault } = message;
					const Kind = fault.isTooLong ? TransactionTooLong : StorageUnavailable;
					open.take(id)?.reject(new Kind(fault.message, { cause: fault.stack }));
				} else hear(message, answer);
			})
			.on("error", (fault) => failAll(new StorageUnavailable(`database thread failed: ${String(fault)}`)))
			.on("exit", () => failAll(closed()));
		return started;
	};

	return {
		post: (message) => thread().postMessage(message),
		ask(send) {
			if (ended) return Promise.reject(ended);
			return new Promise((resolve, reject) => send(open.put({ resolve, reject })));
		},
		waiting: () => open.count(),
		isStarted: () => started !== undefined,
		async close() {
			await waitUntil(() => open.count() === 0);
			if (!started) return failAll(closed());
			const gone = new Promise((resolve) => started?.once("exit", resolve));
			started.postMessage("close");
			if (!ended) await gone;
		},
	};
}

function closed(): StorageUnavailable {
	return new StorageUnavailable("the database is closed");
}

function isFault(message: unknown): message is FaultReply {
	return typeof message === "object" && message !== null && "fault" in message;
}

async function waitUntil(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}
