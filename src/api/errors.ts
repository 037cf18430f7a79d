import { defineErrors, kind } from "../platform/http/http-error.ts";

export const apiErrors = defineErrors({
	idempotency_key_mismatch: kind(409, "This Idempotency-Key was used with another body.", {
		when: "The `Idempotency-Key` was used before with another body.",
		remedy: "Use a new key for each different request.",
	}),
});
