import type { Worker } from "node:worker_threads";
import { StorageUnavailable } from "../database.ts";
import type { FaultReply } from "./messages.ts";

/** Questions to a worker thread and its answers, matched by number. */
export interface Conversation {
	readonly post: (message: unknown) => void;
	/** Gives the question the next number and resolves with the answer of that number. */
	ask<A>(send: (id: number) => void): Promise<A>;
	/** How many questions have no answer yet. */
	waiting(): number;
	close(): Promise<void>;
}

/** Says which question a message answers, and with what. */
export type HearReply<M> = (message: M, answer: (id: number, answer: unknown) => void) => void;

/** Starts to talk with a thread. One that dies fails every open question. */
export function conversation<M>(worker: Worker, hear: HearReply<M>): Conversation {
	const open = new Map<number, { resolve: (answer: never) => void; reject: (fault: Error) => void }>();
	let nextId = 0;
	let ended: Error | undefined;

	const take = (id: number) => {
		const question = open.get(id);
		open.delete(id);
		return question;
	};
	const answer = (id: number, given: unknown) => take(id)?.resolve(given as never);
	const failAll = (fault: Error) => {
		ended = fault;
		for (const question of open.values()) question.reject(fault);
		open.clear();
	};

	worker.on("message", (message: M | FaultReply) => {
		if (isFault(message)) {
			const { id, fault } = message;
			take(id)?.reject(new StorageUnavailable(fault.message, { cause: fault.stack }));
		} else hear(message, answer);
	});
	worker.on("error", (fault) => failAll(new StorageUnavailable(`database thread failed: ${String(fault)}`)));
	worker.on("exit", () => failAll(new StorageUnavailable("the database is closed")));

	return {
		post: (message) => worker.postMessage(message),
		ask(send) {
			if (ended) return Promise.reject(ended);
			const id = nextId++;
			return new Promise((resolve, reject) => {
				open.set(id, { resolve, reject });
				send(id);
			});
		},
		waiting: () => open.size,
		async close() {
			await waitUntil(() => open.size === 0);
			const gone = new Promise((resolve) => worker.once("exit", resolve));
			worker.postMessage("close");
			if (!ended) await gone;
		},
	};
}

function isFault(message: unknown): message is FaultReply {
	return typeof message === "object" && message !== null && "fault" in message;
}

async function waitUntil(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}
