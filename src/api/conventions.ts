import type { Conventions } from "../platform/http/conventions.ts";
import type { ErrorCatalogue } from "../platform/http/http-error.ts";
import type { ResponseMeta } from "../platform/http/response-meta.ts";
import { formatCredits } from "./credits.ts";
import "./response-meta.ts";

/** What all answers of `/api/v1` have in common, including those to requests that are rejected before they are read. */
export const apiConventions = (errors: ErrorCatalogue): Conventions => ({
	path: "/api/",
	errors,
	newMeta: () => ({ debitedUnits: 0 }),
	headers: commonHeaders,
});

/** The headers of SPEC 1.1. */
function commonHeaders(requestId: string, responseMeta: ResponseMeta): Record<string, string | number> {
	const headers: Record<string, string | number> = {
		"x-request-id": responseMeta.replayedRequestId ?? requestId,
		"x-credits-debited": formatCredits(responseMeta.debitedUnits),
		"x-content-type-options": "nosniff",
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
