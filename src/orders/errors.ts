import { apiError } from "../api/api-error.ts";
import { formatCredits } from "../api/credits.ts";

export const orderNotFound = () =>
	apiError("not_found", { message: "There is no such order, or it has expired." });

export const invalidArchiveUrl = () => apiError("not_found", { message: "This is no archive URL." });

export function maxCreditsExceeded(costUnits: number, maxUnits: number) {
	const [cost, most] = [formatCredits(costUnits), formatCredits(maxUnits)];
	return apiError("max_credits_exceeded", {
		message: `This order costs ${cost} credits; max_credits is ${most}. Nothing was bought.`,
	});
}

/** @param retryAfterSeconds time until the minute ends. */
export function tooManyQuotes(most: number, retryAfterSeconds: number) {
	return apiError("rate_limited", {
		message: `More than ${most} quotes a minute; wait ${retryAfterSeconds} seconds.`,
		retryAfterSeconds,
	});
}

/** @param leftMs how long the open archive holds the client's slot unless it is still being sent; it may be finished earlier or later. */
export function archiveIsOpen(leftMs: number) {
	const retryAfterSeconds = Math.ceil(leftMs / 1000);
	return apiError("rate_limited", {
		message: `This client is fetching an archive already; there is one at a time. Try again in ${retryAfterSeconds} seconds.`,
		retryAfterSeconds,
	});
}
