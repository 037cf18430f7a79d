import { ApiError } from "../platform/http/api-error.ts";

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
