import type { FastifyRequest, onRequestHookHandler } from "fastify";
import type { MaybePromise } from "../maybe-promise.ts";

/** Turns a check into a hook that continues synchronously if the check did not have to wait. Whatever the check throws is answered instead. */
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
