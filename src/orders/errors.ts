import { formatCredits } from "../api/credits.ts";
import { commonErrors, defineErrors, kind } from "../platform/http/http-error.ts";

export const orderErrors = defineErrors({
	max_credits_exceeded: kind(422, "The order costs more than max_credits.", {
		when: "The order costs more than its `max_credits`.",
		remedy: "Raise the limit or shorten the list. Nothing was bought.",
	}),
	list_limit_reached: kind(409, "An account can save at most 50 lists. Delete one first."),
	basket_full: kind(409, "A basket holds at most 1,000 products."),
});

export const orderNotFound = () =>
	commonErrors.not_found({ message: "There is no such order, or it has expired." });

export const invalidArchiveUrl = () => commonErrors.not_found({ message: "This is no archive URL." });

export function maxCreditsExceeded(costUnits: number, maxUnits: number) {
	const [cost, most] = [formatCredits(costUnits), formatCredits(maxUnits)];
	return orderErrors.max_credits_exceeded({
		message: `This order costs ${cost} credits; max_credits is ${most}. Nothing was bought.`,
	});
}

/** @param retryAfterSeconds time until the minute ends. */
export function tooManyQuotes(most: number, retryAfterSeconds: number) {
	return commonErrors.rate_limited({
		message: `More than ${most} quotes a minute; wait ${retryAfterSeconds} seconds.`,
		retryAfterSeconds,
	});
}

/** @param leftMs how long the open archive holds the client's slot unless it is still being sent; it may be finished earlier or later. */
export function archiveIsOpen(leftMs: number) {
	const retryAfterSeconds = Math.ceil(leftMs / 1000);
	return commonErrors.rate_limited({
		message: `This client is fetching an archive already; there is one at a time. Try again in ${retryAfterSeconds} seconds.`,
		retryAfterSeconds,
	});
}
