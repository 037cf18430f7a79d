import { ApiError } from "../platform/http/api-error.ts";

export const invalidUrl = () => new ApiError("not_found", { message: "This image URL is not valid." });

export const addressMismatch = () => new ApiError("signed_url_ip_mismatch");

/** SPEC D30: never clean bytes. */
export const watermarkPolicyViolated = () =>
	new ApiError("signed_url_ip_mismatch", {
		message: "The watermark policy forbids this delivery: the client's mark could not be applied.",
	});

export const urlExpired = () => new ApiError("signed_url_expired");

export const urlConsumed = () => new ApiError("signed_url_consumed");

export const variantNotAvailable = () => new ApiError("variant_not_available");
