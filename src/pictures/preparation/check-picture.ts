import type { Refusal } from "@packshot/marking/prepare";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import type { QualityNote } from "../store/quality-notes.ts";
import { judgeQuality, SHARPNESS_PX } from "./judge-quality.ts";
import { openVariant } from "./prepare.ts";
import { longerEdge, shrunk } from "./resize.ts";
import { THUMBNAIL_PX } from "./thumbnails.ts";

/** A picture that an import would accept. */
export interface CheckedPicture {
	/** The quality notes that it would get. */
	readonly qualityNotes: readonly QualityNote[];
}

/** Decodes a picture and judges its quality as an import does, but prepares nothing, so whether it can carry the invisible mark stays unknown. */
export async function checkPicture(bytes: Uint8Array, variant: Variant): Promise<CheckedPicture | Refusal> {
	const opened = await openVariant(bytes, variant);
	if ("refused" in opened) return opened;
	const { raster } = opened;
	const detailed = await shrunk(raster, SHARPNESS_PX);
	const small = await shrunk(detailed, THUMBNAIL_PX);
	return { qualityNotes: await judgeQuality({ edgePx: longerEdge(raster), detailed, small }) };
}
