import type { FastifyReply, FastifyRequest } from "fastify";
import { formatCredits } from "../money.ts";
import type { Tally } from "./tally.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

/** Puts the headers of section 1.1 on an answer, whatever it is. */
export function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
	const headers = commonHeaders(request.tally.replayedRequestId ?? request.id, request.tally);
	const type = reply.getHeader("content-type");
	if (type === undefined || type === "text/plain; charset=utf-8") headers["content-type"] = JSON_TYPE;
	reply.headers(headers);
}

/** The same headers as a plain object, for answers that are written before there is a request. */
export function commonHeaders(requestId: string, tally: Tally): Record<string, string | number> {
	const headers: Record<string, string | number> = {
		"x-request-id": requestId,
		"x-credits-debited": formatCredits(tally.debitedUnits),
	};
	if (tally.balanceUnits !== undefined) headers["x-credits-remaining"] = formatCredits(tally.balanceUnits);
	if (tally.minute) {
		headers["x-ratelimit-limit-minute"] = tally.minute.limit;
		headers["x-ratelimit-remaining-minute"] = tally.minute.remaining;
	}
	if (tally.day) {
		headers["x-ratelimit-limit-day"] = tally.day.limit;
		headers["x-ratelimit-remaining-day"] = tally.day.remaining;
	}
	if (tally.resetAtMs !== undefined) headers["x-ratelimit-reset"] = Math.ceil(tally.resetAtMs / 1000);
	return headers;
}
