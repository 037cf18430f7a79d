import { plainImageMeta } from "./plain-image-meta.ts";
import type { ImageMeta } from "./schemas.ts";
import { VARIANTS, type Variant } from "./scopes.ts";

/** A smaller size of a picture: what it is asked for by, its pixels, and the bytes of its file with the visible watermark and without. */
export type SmallerSize = readonly [
	sizePx: number,
	width: number,
	height: number,
	watermarkedBytes: number,
	plainBytes: number,
];

/** The smaller sizes of a product's pictures, the smallest first. */
export type ImageSizes = Readonly<Partial<Record<Variant, readonly SmallerSize[]>>>;

/** As they are stored with the product: JSON in the order of the variants, null where there are none. */
export function imageSizesText(sizes: ImageSizes): string | null {
	const stated = VARIANTS.filter((variant) => (sizes[variant]?.length ?? 0) > 0);
	if (stated.length === 0) return null;
	return JSON.stringify(Object.fromEntries(stated.map((variant) => [variant, sizes[variant]])));
}

/** Which picture files a reader gets. */
export interface FileChoice {
	/** Pixels of the longer edge; null: the full size. */
	readonly sizePx: number | null;
	/** Whether the visible watermark is waived. */
	readonly plain: boolean;
}

/** The texts that are stored beside `image_meta`. */
interface StoredBeside {
	readonly plainSizes: string | null;
	readonly imageSizes: string | null;
}

/** Whether `image_meta` as it is stored describes the files that are chosen. */
export function describesChosen({ plainSizes, imageSizes }: StoredBeside, choice: FileChoice): boolean {
	return (!choice.plain || plainSizes === null) && (choice.sizePx === null || imageSizes === null);
}

/**
 * `image_meta` of the files that a reader gets (SPEC D38 and SPEC E1). A picture without the size that is asked for is described in the
 * next larger one that it has.
 * @param imageMeta JSON text of the block.
 */
export function chosenImageMeta(imageMeta: string, beside: StoredBeside, choice: FileChoice): string {
	const { plainSizes, imageSizes } = beside;
	const full = choice.plain && plainSizes !== null ? plainImageMeta(imageMeta, plainSizes) : imageMeta;
	if (choice.sizePx === null || imageSizes === null) return full;
	const block: Record<string, ImageMeta | null> = JSON.parse(full);
	const sizes: ImageSizes = JSON.parse(imageSizes);
	for (const variant of VARIANTS) {
		const entry = block[variant];
		const size = sizes[variant]?.find(([sizePx]) => sizePx >= (choice.sizePx ?? 0));
		if (entry && size) block[variant] = { ...entry, ...described(size, choice.plain) };
	}
	return JSON.stringify(block);
}

function described([, width, height, watermarkedBytes, plainBytes]: SmallerSize, plain: boolean) {
	return {
		resolution: `${width}x${height}`,
		file_size_bytes: plain ? plainBytes : watermarkedBytes,
	};
}
