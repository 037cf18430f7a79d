import { commonErrors } from "../platform/http/http-error.ts";

export const noWebhook = () => commonErrors.not_found({ message: "No webhook is set." });

export const testedTooSoon = () =>
	commonErrors.rate_limited({
		message: "A test is sent at most once a second: wait 1 second.",
		retryAfterSeconds: 1,
	});
