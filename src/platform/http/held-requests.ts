import type { FastifyInstance, FastifyReply } from "fastify";
import type { OpenRequests } from "./open-requests.ts";

/** A request that waits on purpose. It is no load, and has no deadline. */
export interface HeldRequest {
	/** Aborted when it is to wait no longer: its time is over, the server closes, or its caller is gone. */
	readonly signal: AbortSignal;
	/** To be called when it is about to be answered. */
	release(): void;
}

export interface HeldRequests {
	/** Requests that wait at this moment. */
	count(): number;
	/**
	 * Lets a request wait.
	 * @param owner on whose behalf it waits. @param forMs from now on.
	 * @returns `undefined` when it may not: there are too many of them, or the server closes.
	 */
	hold(reply: FastifyReply, owner: string, forMs: number): HeldRequest | undefined;
}

/** How many requests may wait at a time. */
export interface HoldingLimits {
	readonly perOwner: number;
	readonly perProcess: number;
}

/** Lets requests of an app wait, until it closes. */
export function createHeldRequests(
	app: FastifyInstance,
	open: OpenRequests,
	{ perOwner, perProcess }: HoldingLimits,
): HeldRequests {
	const waiting = new Set<AbortController>();
	const owners = new Map<string, number>();
	let isClosing = false;
	app.addHook("preClose", (done) => {
		isClosing = true;
		for (const each of waiting) each.abort();
		done();
	});

	return {
		count: () => waiting.size,
		hold(reply, owner, forMs) {
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
				signal: over.signal,
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
