import type { FastifyInstance, FastifyReply } from "fastify";
import { type Slab, slab } from "../slab.ts";

/** An answer that is still owed. */
interface OpenRequest {
	readonly reply: FastifyReply;
	/** When the request came (`performance.now()`). */
	readonly startedAt: number;
}

export interface OpenRequests extends Pick<Slab<OpenRequest>, "all" | "count"> {
	/** Keeps the requests of an app from now on. To be called before any hook that looks at them is added. */
	follow(app: FastifyInstance): void;
}

/** The requests that are not answered yet. */
export function openRequests(): OpenRequests {
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
