import type { FastifyInstance, FastifyReply } from "fastify";
import { type Slab, slab } from "../slab.ts";

/** A request that is not answered yet. */
interface OpenRequest {
	readonly reply: FastifyReply;
	/** Arrival time (`performance.now()`); for a request that left, the time of its return. */
	startedAt: number;
	/** Where it is kept; `undefined` while it is not. */
	slot: number | undefined;
}

export interface OpenRequests extends Pick<Slab<Readonly<OpenRequest>>, "all" | "count"> {
	/** Tracks the requests of an app from now on. Call it before adding any hook that uses them. */
	follow(app: FastifyInstance): void;
	/** Takes out a request that waits on purpose. @returns what puts it back, as one that has just arrived. */
	leave(reply: FastifyReply): () => void;
}

/** The requests that are not answered yet. */
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
				// Emitted once: `once` would only cost an object and a bound function more.
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
