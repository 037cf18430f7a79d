import type { HttpError } from "../platform/http/http-error.ts";
import { commonErrors, defineErrors, kind } from "../platform/http/http-error.ts";
import { nearestKey } from "./fields/nearest-key.ts";

export const catalogueErrors = defineErrors({
	invalid_barcode: kind(400, "A barcode is 4 to 14 digits.", {
		when: "A barcode is not 4 to 14 digits.",
		remedy: "Send digits alone, with leading zeros. `POST /barcodes/resolve` reads other forms.",
	}),
	out_of_scope: kind(403, "This barcode is outside the client's scope filter.", {
		when: "The product is outside what the key may read.",
		remedy: "Leave it out. Ask whoever runs this service.",
	}),
	scope_forbidden: kind(403, "Requested scopes are locked for this client.", {
		when: "Scopes named in `include` are locked for the key; `blocked_scopes` lists them.",
		remedy: "Leave them out. Without `include`, locked scopes are left out by themselves.",
	}),
	cursor_expired: kind(
		410,
		"The changes after this cursor are no longer kept. Take a cursor from GET /changes, list the catalogue, and follow from there.",
		{
			when: "The changes after this cursor are no longer kept.",
			remedy: "Take a cursor from `GET /changes`, list the catalogue again, and follow from there.",
		},
	),
	invalid_metadata_key: kind(422, "Unknown metadata key.", {
		when: "A key in `has` or `missing` does not exist; `hint` says how to find valid ones.",
		remedy: "Take keys from `GET /metadata-fields`.",
	}),
	product_changed: kind(409, "The product has changed in the meantime. Look at it again."),
	change_undone: kind(409, "This change has already been undone."),
	newer_change: kind(409, "A newer change depends on this one. Undo that one first."),
	barcode_taken: kind(409, "Another product has this barcode."),
	field_invalid: kind(422, "Some fields are invalid."),
});

export const productNotFound = () =>
	commonErrors.not_found({ message: "This barcode is not in the catalogue." });

export function scopeForbidden(blocked: readonly string[]): HttpError {
	return catalogueErrors.scope_forbidden({
		message: `Locked for this client: ${blocked.join(", ")}.`,
		details: { blocked_scopes: blocked },
	});
}

/** The message names the nearest key, and where all keys are listed. */
export function invalidMetadataKey(parameter: string, key: string): HttpError {
	const nearest = nearestKey(key);
	const list = "GET /metadata-fields lists every key.";
	return catalogueErrors.invalid_metadata_key({
		message: `${parameter} names ${JSON.stringify(key)}, which is no metadata key.`,
		details: { hint: nearest === null ? list : `Did you mean ${nearest}? ${list}` },
	});
}
