import type { FastifyInstance, FastifyReply } from "fastify";
import { integerSetting } from "../settings.ts";
import { httpError, requestTimeout } from "./http-error.ts";
import type { OpenRequests } from "./open-requests.ts";

export const deadlineSettings = {
	seconds: integerSetting(
		"PACKSHOT_REQUEST_SECONDS",
		15,
		{ min: 1, max: 600 },
		"After this long without an answer a request gets 504",
	),
};

declare module "./response-meta.ts" {
	interface ResponseMeta {
		/** An irreversible operation is in progress: from here on the answer waits for it, however long (SPEC D39). */
		isIrrevocable?: boolean;
		/** 504 was answered: nothing may be done any more that cannot be taken back. */
		isOverdue?: boolean;
	}
}

/** How much later than the deadline it may be noticed. */
const CHECK_MS = 200;

/** Answers 504 when a request takes too long, unless an irreversible operation is in progress. */
export function enforceDeadline(app: FastifyInstance, open: OpenRequests, seconds: number): void {
	// One timer for all: few requests ever come near the deadline.
	const checking = setInterval(() => {
		const latest = performance.now() - seconds * 1000;
		for (const { reply, startedAt } of open.all()) {
			if (startedAt <= latest && !reply.sent) refuseLate(reply);
		}
	}, CHECK_MS);
	checking.unref();
	app.addHook("onClose", () => clearInterval(checking));
}

function refuseLate(reply: FastifyReply): void {
	const { responseMeta } = reply.request;
	if (responseMeta.isIrrevocable || responseMeta.isOverdue) return;
	responseMeta.isOverdue = true;
	const { complete, readableEnded } = reply.request.raw;
	if (complete || readableEnded) reply.send(httpError("gateway_timeout", { retryAfterSeconds: 1 }));
	// The time passed while the body was arriving: the rest of it would be read as the next request.
	else reply.header("connection", "close").send(requestTimeout());
}

/** To be called right before a write that cannot be taken back is sent to the database. @throws HttpError 504 when it is too late for one. */
export function markIrrevocable(responseMeta: { isIrrevocable?: boolean; isOverdue?: boolean }): void {
	if (responseMeta.isOverdue) throw httpError("gateway_timeout", { retryAfterSeconds: 1 });
	responseMeta.isIrrevocable = true;
}
