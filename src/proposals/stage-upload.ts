import type { Refusal } from "@packshot/marking/prepare";
import type { Variant } from "../catalogue/fields/scopes.ts";
import { pictureErrors } from "../pictures/errors.ts";
import { watermarkVersion } from "../pictures/preparation/watermark-settings.ts";
import { type IncomingPicture, type StagedPicture, stagePicture } from "../pictures/store/store-picture.ts";
import type { HttpError } from "../platform/http/http-error.ts";
import type { ProposalParts } from "./parts.ts";

/** A picture that somebody has uploaded. */
export interface Upload {
	readonly variant: Variant;
	/** The original file. */
	readonly blob: string;
	/** The file's own date. */
	readonly fileDateMs: number | null;
}

type Given = Pick<IncomingPicture, "barcode" | "ownership" | "sourceBatch" | "existingOnly" | "adjustment">;

/** Prepares an uploaded picture as an import does. @throws HttpError 422 for a refused one. */
export async function stageUpload(
	{ blobs, clock, pool, preparation }: ProposalParts,
	{ variant, blob, fileDateMs }: Upload,
	given: Given,
): Promise<StagedPicture> {
	const original = await blobs.get(blob);
	const { watermark, sizesPx, uploadOffsetMinutes } = await preparation();
	const prepared = await (await pool()).prepare(original, {
		variant,
		watermark,
		sizesPx,
		nowMs: clock.now(),
		...(given.adjustment ? { adjustment: given.adjustment } : {}),
		...(fileDateMs === null ? {} : { fileDateMs }),
	});
	if ("refused" in prepared) throw pictureRefused(variant, prepared);
	return stagePicture({
		variant,
		original,
		prepared,
		uploadOffsetMinutes,
		clock,
		...given,
		watermarkVersion: watermarkVersion(watermark),
		// Clients can read it, and the address of an editor or reviewer is none of their business.
		uploadedBy: null,
	});
}

export function pictureRefused(variant: Variant, { refused }: Refusal): HttpError {
	return pictureErrors.picture_refused({ message: `${variant}: ${refused}.` });
}
