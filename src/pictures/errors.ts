import { apiError } from "../api/api-error.ts";

export const invalidUrl = () => apiError("not_found", { message: "This image URL is not valid." });

export const addressMismatch = () => apiError("signed_url_ip_mismatch");

/** SPEC D30: unmarked bytes are never delivered. */
export const watermarkPolicyViolated = () =>
	apiError("signed_url_ip_mismatch", {
		message: "The watermark policy forbids this delivery: the client's mark could not be applied.",
	});

export const urlExpired = () => apiError("signed_url_expired");

export const urlConsumed = () => apiError("signed_url_consumed");

export const variantNotAvailable = () => apiError("variant_not_available");
