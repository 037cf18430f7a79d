import type { FastifyInstance, FastifyReply } from "fastify";

/** The answers that are still owed, in the order their requests came, with the moment each came (`performance.now()`). */
export type OpenRequests = ReadonlyMap<FastifyReply, number>;

/** Keeps the list of requests that are not answered yet. To be called before any hook that looks at it is added. */
export function openRequests(app: FastifyInstance): OpenRequests {
	const open = new Map<FastifyReply, number>();
	app.addHook("onRequest", (_request, reply, done) => {
		open.set(reply, performance.now());
		reply.raw.on("close", () => open.delete(reply));
		done();
	});
	return open;
}
