import type { FastifyInstance, FastifyReply } from "fastify";
import type { OpenRequests } from "./open-requests.ts";

export type LongPolls = ReturnType<typeof createLongPolls>;

/** Maximum numbers of waiting requests. */
export interface LongPollLimits {
	readonly perOwner: number;
	readonly perProcess: number;
}

/** Tracks waiting requests of an app until the app closes. */
export function createLongPolls(
	app: FastifyInstance,
	open: OpenRequests,
	{ perOwner, perProcess }: LongPollLimits,
) {
	const waiting = new Set<AbortController>();
	const owners = new Map<string, number>();
	let isClosing = false;
	app.addHook("preClose", (done) => {
		isClosing = true;
		for (const each of waiting) each.abort();
		done();
	});

	return {
		/**
		 * Makes a request wait deliberately for news: it does not count as load and has no deadline.
		 * @param owner on whose behalf it waits. @param forMs maximum duration in milliseconds.
		 * @returns `undefined` if it may not wait: there are too many already, or the server is closing.
		 */
		hold(reply: FastifyReply, owner: string, forMs: number) {
			const own = owners.get(owner) ?? 0;
			if (isClosing || own >= perOwner || waiting.size >= perProcess) return undefined;
			owners.set(owner, own + 1);
			const over = new AbortController();
			waiting.add(over);
			const abort = () => over.abort();
			const timer = setTimeout(abort, forMs);
			reply.raw.once("close", abort);
			const enterAgain = open.leave(reply);
			return {
				/** Aborted when the wait is over: its time has passed, the server is closing, or its caller has disconnected. */
				signal: over.signal,
				/** To be called right before the request is answered. */
				release() {
					if (!waiting.delete(over)) return;
					clearTimeout(timer);
					reply.raw.off("close", abort);
					const left = (owners.get(owner) ?? 1) - 1;
					if (left > 0) owners.set(owner, left);
					else owners.delete(owner);
					enterAgain();
				},
			};
		},
	};
}
