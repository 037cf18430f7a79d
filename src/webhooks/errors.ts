import { apiError } from "../api/api-error.ts";

export const noWebhook = () => apiError("not_found", { message: "No webhook is set." });

export const testedTooSoon = () =>
	apiError("rate_limited", {
		message: "A test is sent at most once a second: wait 1 second.",
		retryAfterSeconds: 1,
	});
