import type { Variant } from "../fields/scopes.ts";
import { changedImageMeta, plainImageMeta } from "./plain-image-meta.ts";

/** A smaller size of a picture: the requested size, its dimensions in pixels, and its file sizes with and without the visible watermark. */
export type SmallerSize = readonly [
	sizePx: number,
	width: number,
	height: number,
	watermarkedBytes: number,
	plainBytes: number,
];

/** The smaller sizes of a product's pictures, smallest first. */
export type ImageSizes = Readonly<Partial<Record<Variant, readonly SmallerSize[]>>>;

/** Which picture files a reader gets. */
export interface FileChoice {
	/** Length of the longer edge in pixels; null for the full size. */
	readonly sizePx: number | null;
	/** Whether the visible watermark is waived. */
	readonly plain: boolean;
}

interface StoredBeside {
	readonly plainSizes: string | null;
	readonly imageSizes: string | null;
}

/** Whether the stored `image_meta` describes the chosen files. */
export function describesChosen({ plainSizes, imageSizes }: StoredBeside, choice: FileChoice): boolean {
	return (!choice.plain || plainSizes === null) && (choice.sizePx === null || imageSizes === null);
}

/**
 * `image_meta` for the files that a reader gets (SPEC D38 and SPEC E1). A picture that does not have the requested size is described in the next
 * larger one that it has.
 * @param imageMeta JSON text of the block.
 */
export function chosenImageMeta(imageMeta: string, beside: StoredBeside, choice: FileChoice): string {
	const { plainSizes, imageSizes } = beside;
	const full = choice.plain && plainSizes !== null ? plainImageMeta(imageMeta, plainSizes) : imageMeta;
	if (choice.sizePx === null || imageSizes === null) return full;
	const sizes: ImageSizes = JSON.parse(imageSizes);
	return changedImageMeta(full, (variant) => {
		const size = sizes[variant]?.find(([sizePx]) => sizePx >= (choice.sizePx ?? 0));
		return size && described(size, choice.plain);
	});
}

function described([, width, height, watermarkedBytes, plainBytes]: SmallerSize, plain: boolean) {
	return {
		resolution: `${width}x${height}`,
		file_size_bytes: plain ? plainBytes : watermarkedBytes,
	};
}
