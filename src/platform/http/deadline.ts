import type { FastifyInstance } from "fastify";
import { integerSetting } from "../settings.ts";
import { ApiError } from "./api-error.ts";

export const deadlineSettings = {
	seconds: integerSetting(
		"PACKSHOT_REQUEST_SECONDS",
		15,
		{ min: 1, max: 600 },
		"After this long without an answer a request gets 504",
	),
};

declare module "./tally.ts" {
	interface Tally {
		/** A charge is on its way: from here on the answer waits for it, however long (decision 39). */
		isCharging?: boolean;
		/** 504 was answered: nothing may be charged any more. */
		isOverdue?: boolean;
	}
}

/** Answers 504 when a request takes too long, unless it is being charged. */
export function answerInTime(app: FastifyInstance, seconds: number): void {
	app.addHook("onRequest", (request, reply, done) => {
		const timer = setTimeout(() => {
			if (reply.sent || request.tally.isCharging) return;
			request.tally.isOverdue = true;
			reply.send(new ApiError("gateway_timeout", { retryAfterSeconds: 1 }));
		}, seconds * 1000);
		reply.raw.once("close", () => clearTimeout(timer));
		done();
	});
}

/** To be called right before a charge is sent to the database. @throws ApiError 504 when it is too late for one. */
export function beginCharge(tally: { isCharging?: boolean; isOverdue?: boolean }): void {
	if (tally.isOverdue) throw new ApiError("gateway_timeout", { retryAfterSeconds: 1 });
	tally.isCharging = true;
}
