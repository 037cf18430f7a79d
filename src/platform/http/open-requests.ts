import type { FastifyInstance, FastifyReply } from "fastify";
import { type Slab, slab } from "../slab.ts";

/** A request that is not answered yet. */
interface OpenRequest {
	readonly reply: FastifyReply;
	/** Arrival time (`performance.now()`). */
	readonly startedAt: number;
}

export interface OpenRequests extends Pick<Slab<OpenRequest>, "all" | "count"> {
	/** Tracks the requests of an app from now on. Call it before adding any hook that uses them. */
	follow(app: FastifyInstance): void;
}

/** The requests that are not answered yet. */
export function createOpenRequests(): OpenRequests {
	const open = slab<OpenRequest>();
	return {
		all: open.all,
		count: open.count,
		follow(app) {
			app.addHook("onRequest", (_request, reply, done) => {
				const slot = open.put({ reply, startedAt: performance.now() });
				reply.raw.once("close", () => open.take(slot));
				done();
			});
		},
	};
}
