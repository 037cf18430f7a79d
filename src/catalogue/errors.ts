import { apiError } from "../api/api-error.ts";
import type { HttpError } from "../platform/http/http-error.ts";
import { nearestKey } from "./fields/nearest-key.ts";

export const invalidBarcode = () => apiError("invalid_barcode");

export const productNotFound = () =>
	apiError("not_found", { message: "This barcode is not in the catalogue." });

export const outOfScope = () => apiError("out_of_scope");

export function scopeForbidden(blocked: readonly string[]): HttpError {
	return apiError("scope_forbidden", {
		message: `Locked for this client: ${blocked.join(", ")}.`,
		details: { blocked_scopes: blocked },
	});
}

/** The message names the nearest key, and where all keys are listed. */
export function invalidMetadataKey(parameter: string, key: string): HttpError {
	const nearest = nearestKey(key);
	const list = "GET /metadata-fields lists every key.";
	return apiError("invalid_metadata_key", {
		message: `${parameter} names ${JSON.stringify(key)}, which is no metadata key.`,
		details: { hint: nearest === null ? list : `Did you mean ${nearest}? ${list}` },
	});
}
