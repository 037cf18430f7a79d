import { ApiError } from "../platform/http/api-error.ts";
import { nearestKey } from "./nearest-key.ts";

export const invalidBarcode = () => new ApiError("invalid_barcode");

export const productNotFound = () =>
	new ApiError("not_found", { message: "This barcode is not in the catalogue." });

export const outOfScope = () => new ApiError("out_of_scope");

export function scopeForbidden(blocked: readonly string[]): ApiError {
	return new ApiError("scope_forbidden", {
		message: `Locked for this client: ${blocked.join(", ")}.`,
		details: { blocked_scopes: blocked },
	});
}

/** Names the key that was probably meant, and where all of them are listed. */
export function invalidMetadataKey(parameter: string, key: string): ApiError {
	const nearest = nearestKey(key);
	const list = "GET /metadata-fields lists every key.";
	return new ApiError("invalid_metadata_key", {
		message: `${parameter} names ${JSON.stringify(key)}, which is no metadata key.`,
		details: { hint: nearest === null ? list : `Did you mean ${nearest}? ${list}` },
	});
}
