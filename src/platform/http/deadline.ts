import type { FastifyInstance, FastifyReply } from "fastify";
import { integerSetting } from "../settings.ts";
import { commonErrors, requestTimeout } from "./http-error.ts";
import type { OpenRequests } from "./open-requests.ts";

export const deadlineSettings = {
	seconds: integerSetting(
		"PACKSHOT_REQUEST_SECONDS",
		15,
		{ min: 1, max: 600 },
		"Seconds after which an unanswered request gets 504",
	),
};

declare module "./response-meta.ts" {
	interface ResponseMeta {
		/** An irreversible operation is in progress: from here on, the answer waits for it however long it takes (SPEC D39). */
		isIrrevocable?: boolean;
		/** 504 was sent: no irreversible operation may be started any more. */
		isOverdue?: boolean;
		/** Sends the answer without waiting for the work still due before it; present only while there is such work. */
		answerNow?: () => void;
	}
}

/** Granularity with which deadlines are checked. */
const CHECK_MS = 200;

/**
 * Starts the deadline of requests with a body of their own media type, such as a file, only when the body has fully arrived: how long that takes
 * depends on its size and the caller's connection. To be called before routes are added.
 */
export function waitForLargeBodies(app: FastifyInstance, open: OpenRequests): void {
	app.addHook("onRoute", (route) => {
		if (route.config?.bodyMedia === undefined) return;
		route.preParsing = (request, reply, payload, done) => {
			request.raw.once("end", open.leave(reply));
			done(null, payload);
		};
	});
}

/**
 * Answers 504 when a request takes too long, unless an irreversible operation is in progress. An answer that is already available is sent, and one
 * whose body is being written may take as long as it needs.
 */
export function enforceDeadline(app: FastifyInstance, open: OpenRequests, seconds: number): void {
	// One timer for all requests: few of them ever come near the deadline.
	const checking = setInterval(() => {
		const latest = performance.now() - seconds * 1000;
		for (const { reply, startedAt } of open.all()) {
			if (startedAt <= latest) endWaiting(reply);
		}
	}, CHECK_MS);
	checking.unref();
	app.addHook("onClose", () => clearInterval(checking));
}

function endWaiting(reply: FastifyReply): void {
	const { answerNow } = reply.request.responseMeta;
	if (answerNow) answerNow();
	else if (!reply.sent && !reply.raw.headersSent) refuseLate(reply);
}

function refuseLate(reply: FastifyReply): void {
	const { responseMeta } = reply.request;
	if (responseMeta.isIrrevocable || responseMeta.isOverdue) return;
	responseMeta.isOverdue = true;
	const { complete, readableEnded } = reply.request.raw;
	if (complete || readableEnded) reply.send(commonErrors.gateway_timeout({ retryAfterSeconds: 1 }));
	// The body was still arriving when time ran out; if the connection stayed open, the rest of it would be read as the next request.
	else reply.header("connection", "close").send(requestTimeout());
}

/** To be called right before an irreversible write is sent to the database. @throws HttpError 504 when it is too late for one. */
export function markIrrevocable(responseMeta: { isIrrevocable?: boolean; isOverdue?: boolean }): void {
	if (responseMeta.isOverdue) throw commonErrors.gateway_timeout({ retryAfterSeconds: 1 });
	responseMeta.isIrrevocable = true;
}

/**
 * Sends an answer once the work due before it is done, or when the deadline has passed. From now on this is the answer: anything else that the
 * handler or the deadline would send is dropped.
 */
export function answerAfter(due: Promise<void>, reply: FastifyReply, answer: () => void): void {
	const { responseMeta } = reply.request;
	// Until the headers are written, Fastify would accept a second answer and mix it with the first.
	reply.hijack();
	const answerNow = () => {
		if (responseMeta.answerNow !== answerNow) return;
		delete responseMeta.answerNow;
		answer();
	};
	responseMeta.answerNow = answerNow;
	due.then(answerNow);
}
