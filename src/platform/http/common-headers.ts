import type { FastifyReply, FastifyRequest } from "fastify";
import { formatCredits } from "../money.ts";
import type { ResponseMeta } from "./response-meta.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

/** Puts the headers of SPEC 1.1 on an answer, whatever it is. */
export function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
	const headers = commonHeaders(request.responseMeta.replayedRequestId ?? request.id, request.responseMeta);
	const type = reply.getHeader("content-type");
	if (type === undefined || type === "text/plain; charset=utf-8") headers["content-type"] = JSON_TYPE;
	reply.headers(headers);
}

/** The same headers as a plain object, for answers that are written before there is a request. */
export function commonHeaders(
	requestId: string,
	responseMeta: ResponseMeta,
): Record<string, string | number> {
	const headers: Record<string, string | number> = {
		"x-request-id": requestId,
		"x-credits-debited": formatCredits(responseMeta.debitedUnits),
	};
	if (responseMeta.balanceUnits !== undefined)
		headers["x-credits-remaining"] = formatCredits(responseMeta.balanceUnits);
	if (responseMeta.minute) {
		headers["x-ratelimit-limit-minute"] = responseMeta.minute.limit;
		headers["x-ratelimit-remaining-minute"] = responseMeta.minute.remaining;
	}
	if (responseMeta.day) {
		headers["x-ratelimit-limit-day"] = responseMeta.day.limit;
		headers["x-ratelimit-remaining-day"] = responseMeta.day.remaining;
	}
	if (responseMeta.resetAtMs !== undefined)
		headers["x-ratelimit-reset"] = Math.ceil(responseMeta.resetAtMs / 1000);
	return headers;
}
