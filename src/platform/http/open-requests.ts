import type { FastifyInstance, FastifyReply } from "fastify";
import { type Slab, slab } from "../slab.ts";

/** A request that has not been answered yet. */
interface OpenRequest {
	readonly reply: FastifyReply;
	/** Arrival time (`performance.now()`); for a request that was taken out, the time at which it was put back. */
	startedAt: number;
	/** Slot in which it is kept; `undefined` while it is taken out. */
	slot: number | undefined;
}

export interface OpenRequests extends Pick<Slab<Readonly<OpenRequest>>, "all" | "count"> {
	/** Tracks the requests of an app from now on. To be called before adding any hook that relies on it. */
	follow(app: FastifyInstance): void;
	/** Takes out a request that is waiting deliberately. @returns a function that puts it back as if it had just arrived. */
	leave(reply: FastifyReply): () => void;
}

/** Tracks the requests that have not been answered yet. */
export function createOpenRequests(): OpenRequests {
	const open = slab<OpenRequest>();
	function take(request: OpenRequest): void {
		if (request.slot !== undefined) open.take(request.slot);
		request.slot = undefined;
	}
	return {
		all: open.all,
		count: open.count,
		follow(app) {
			app.addHook("onRequest", (_request, reply, done) => {
				const request: OpenRequest = { reply, startedAt: performance.now(), slot: undefined };
				request.slot = open.put(request);
				// The event fires only once anyway: `once` would cost an extra object and a bound function.
				reply.raw.on("close", () => take(request));
				done();
			});
		},
		leave(reply) {
			const request = open.all().find((each) => each.reply === reply);
			if (!request) return () => undefined;
			take(request);
			return () => {
				if (reply.raw.closed) return;
				request.startedAt = performance.now();
				request.slot = open.put(request);
			};
		},
	};
}
