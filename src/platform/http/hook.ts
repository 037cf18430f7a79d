import type { FastifyRequest, onRequestHookHandler } from "fastify";
import type { MaybePromise } from "../maybe-promise.ts";

/** A check of requests as a hook, which goes on at once where the check had nothing to wait for. What it throws is answered instead. */
export function hookOf(check: (request: FastifyRequest) => MaybePromise<void>): onRequestHookHandler {
	return (request, _reply, done) => {
		let checked: MaybePromise<void>;
		try {
			checked = check(request);
		} catch (refusal) {
			done(refusal as Error);
			return;
		}
		if (checked instanceof Promise) checked.then(() => done(), done);
		else done();
	};
}
