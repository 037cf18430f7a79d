import type { FastifyInstance, FastifyReply } from "fastify";
import { type Slots, slots } from "../slots.ts";

/** An answer that is still owed. */
interface OpenRequest {
	readonly reply: FastifyReply;
	/** When the request came (`performance.now()`). */
	readonly startedAt: number;
}

export type OpenRequests = Pick<Slots<OpenRequest>, "all" | "count">;

/** Keeps the requests that are not answered yet. To be called before any hook that looks at them is added. */
export function openRequests(app: FastifyInstance): OpenRequests {
	const open = slots<OpenRequest>();
	app.addHook("onRequest", (_request, reply, done) => {
		const slot = open.put({ reply, startedAt: performance.now() });
		reply.raw.once("close", () => open.take(slot));
		done();
	});
	return open;
}
