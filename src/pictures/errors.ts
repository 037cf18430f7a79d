import { commonErrors, defineErrors, kind } from "../platform/http/http-error.ts";

export const pictureErrors = defineErrors({
	signed_url_ip_mismatch: kind(403, "This URL was issued to another address.", {
		when: "The signed URL was issued to another address.",
		remedy: "Fetch the URL from the address that requested it.",
	}),
	variant_not_available: kind(404, "This product has no such image variant.", {
		when: "The product exists, but not this picture of it.",
		remedy: "`GET /products` lists the variants that each product has.",
	}),
	signed_url_expired: kind(410, "This URL has expired.", {
		when: "The signed URL is older than 15 minutes.",
		remedy: "Ask for a new URL.",
	}),
	signed_url_consumed: kind(410, "This URL was used already.", {
		when: "The signed URL was used already.",
		remedy: "Ask for a new URL.",
	}),
	picture_gone: kind(
		410,
		"An uploaded picture is no longer there, or has already been suggested. Choose it again.",
	),
	picture_refused: kind(422, "The picture was not accepted."),
	rights_changed: kind(409, "Somebody else has changed the texts in the meantime. Look at them again."),
	style_changed: kind(409, "Somebody else has changed the watermark in the meantime. Look at it again."),
	preparing_under_way: kind(409, "Pictures are already being reprocessed."),
	preparing_elsewhere: kind(409, "Reprocessing has changed in the meantime. Look at it again."),
	picture_lost: kind(409, "The earlier picture is no longer stored, so it cannot be brought back."),
	watermark_refused: kind(422, "This watermark cannot be drawn."),
});

export const invalidUrl = () => commonErrors.not_found({ message: "This image URL is not valid." });

/** SPEC D30: unmarked bytes are never delivered. */
export const watermarkPolicyViolated = () =>
	pictureErrors.signed_url_ip_mismatch({
		message: "The watermark policy forbids this delivery: the client's mark could not be applied.",
	});
