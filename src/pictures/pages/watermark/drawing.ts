import type { Refusal } from "@packshot/marking/prepare";
import { LRUCache } from "lru-cache";
import type { HttpError } from "../../../platform/http/http-error.ts";
import { pictureErrors } from "../../errors.ts";
import type { WatermarkPreview } from "../../preparation/preview-watermark.ts";
import {
	type ChosenWatermark,
	type WatermarkSettings,
	watermarkVersion,
} from "../../preparation/watermark-settings.ts";
import { readAdjustment } from "../../store/adjustment.ts";
import { drawable, rasterisedLogo } from "../../style/drawable.ts";
import type { SamplePicture } from "../../style/sample-pictures.ts";
import type { WatermarkParts } from "./parts.ts";

/** Draws previews. Drawings and measurements are cached, because the page opens with the same pictures in the same style again and again. */
export interface Drawing {
	/** A logo as a PNG, which is what is stored of it. @throws HttpError 422 for a logo that cannot be drawn. */
	rasterised(logo: Uint8Array): Promise<Uint8Array>;
	/** @throws HttpError 422 for a watermark that cannot be drawn. */
	requireDrawable(watermark: ChosenWatermark): Promise<WatermarkSettings>;
	/** A picture with a watermark. @throws HttpError 422 for a watermark that cannot be drawn. */
	preview(picture: SamplePicture, watermark: ChosenWatermark): Promise<Refusal | WatermarkPreview>;
	/** Mean lightness of a picture's thumbnail, from 0 to 255. */
	lightnessOf(thumbnailBlob: string): Promise<number>;
}

const CACHED_BYTES = 4 * 1024 * 1024;
const CACHED_LIGHTNESSES = 1000;

/** @param parts the blob store, and the processes that draw. */
export function createDrawing({ blobs, pool }: Pick<WatermarkParts, "blobs" | "pool">): Drawing {
	const previews = new LRUCache<string, WatermarkPreview>({
		maxSize: CACHED_BYTES,
		sizeCalculation: ({ preview }) => preview.length,
	});
	const lightnesses = new LRUCache<string, number>({ max: CACHED_LIGHTNESSES });

	const rasterise = async (logo: Uint8Array) => (await pool()).rasteriseLogo(logo);

	async function requireDrawable(chosen: ChosenWatermark) {
		const watermark = await drawable(chosen, rasterise);
		if ("refused" in watermark) throw refused(watermark.refused);
		const problem = await (await pool()).watermarkProblem(watermark);
		if (problem !== null) throw refused(problem);
		return watermark;
	}

	return {
		requireDrawable,
		async rasterised(logo) {
			const made = await rasterisedLogo(logo, rasterise);
			if ("refused" in made) throw refused(made.refused);
			return made.png;
		},
		async preview({ imageId, variant, originalBlob, adjustment }, chosen) {
			const key = `${watermarkVersion(chosen)} ${imageId}`;
			const known = previews.get(key);
			if (known) return known;
			const watermark = await requireDrawable(chosen);
			const options = { variant, watermark, adjustment: readAdjustment(adjustment) };
			const drawn = await (await pool()).previewWatermark(await blobs.get(originalBlob), options);
			if (!("refused" in drawn)) previews.set(key, drawn);
			return drawn;
		},
		async lightnessOf(thumbnailBlob) {
			const known = lightnesses.get(thumbnailBlob);
			if (known !== undefined) return known;
			const lightness = await (await pool()).lightnessOf(await blobs.get(thumbnailBlob));
			lightnesses.set(thumbnailBlob, lightness);
			return lightness;
		},
	};
}

function refused(problem: string): HttpError {
	return pictureErrors.watermark_refused({ message: `${problem[0]?.toUpperCase()}${problem.slice(1)}.` });
}
