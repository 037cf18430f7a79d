import type { Refusal } from "@packshot/marking/prepare";
import { LRUCache } from "lru-cache";
import type { WatermarkPreview } from "../../images/preparation/preview-watermark.ts";
import { type WatermarkSettings, watermarkVersion } from "../../images/preparation/watermark-settings.ts";
import type { SamplePicture } from "../../images/style/sample-pictures.ts";
import { portalError } from "../errors.ts";
import type { WatermarkParts } from "./parts.ts";

/** Draws previews. Drawings and measurements are cached, because the page opens with the same pictures in the same style again and again. */
export interface Drawing {
	/** @throws HttpError 422 for a watermark that cannot be drawn. */
	requireDrawable(watermark: WatermarkSettings): Promise<void>;
	/** A picture with a watermark. @throws HttpError 422 for a watermark that cannot be drawn. */
	preview(picture: SamplePicture, watermark: WatermarkSettings): Promise<Refusal | WatermarkPreview>;
	/** Mean lightness of a picture's thumbnail, from 0 to 255. */
	lightnessOf(thumbnailBlob: string): Promise<number>;
}

const CACHED_BYTES = 4 * 1024 * 1024;
const CACHED_LIGHTNESSES = 1000;

/** @param parts the blob store, and the threads that draw. */
export function createDrawing({ blobs, pool }: Pick<WatermarkParts, "blobs" | "pool">): Drawing {
	const previews = new LRUCache<string, WatermarkPreview>({
		maxSize: CACHED_BYTES,
		sizeCalculation: ({ preview }) => preview.length,
	});
	const lightnesses = new LRUCache<string, number>({ max: CACHED_LIGHTNESSES });

	async function requireDrawable(watermark: WatermarkSettings) {
		const problem = await (await pool()).watermarkProblem(watermark);
		if (problem === null) return;
		throw portalError("watermark_refused", { message: `${problem[0]?.toUpperCase()}${problem.slice(1)}.` });
	}

	return {
		requireDrawable,
		async preview({ imageId, variant, originalBlob }, watermark) {
			const key = `${watermarkVersion(watermark)} ${imageId}`;
			const known = previews.get(key);
			if (known) return known;
			await requireDrawable(watermark);
			const options = { variant, watermark };
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
