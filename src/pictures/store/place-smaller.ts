import { createHash } from "node:crypto";
import type { SmallerPictures } from "../preparation/prepare-files.ts";
import type { ImageSizeRow } from "../tables.ts";

/** What is stored of a picture besides its full size: rows, columns of its own row, and files by blob key. */
export interface PlacedSmaller {
	readonly rows: readonly ImageSizeRow[];
	readonly thumbnailColumns: ThumbnailColumns;
	readonly files: Readonly<Record<string, Uint8Array>>;
}

export interface ThumbnailColumns {
	readonly webp_thumbnail_blob: string;
	readonly jpeg_thumbnail_blob: string;
}

/** The folder of a version's blobs. */
export function folderOf(imageId: string): string {
	return `pictures/${imageId.slice(-2)}/${imageId}`;
}

/** Assigns blob keys and rows to the sizes and thumbnails of a version. */
export function placeSmaller(
	imageId: string,
	folder: string,
	{ sizes, thumbnails }: SmallerPictures,
): PlacedSmaller {
	const rows = sizes.map((size) => ({
		image_id: imageId,
		size_px: size.sizePx,
		width: size.width,
		height: size.height,
		size_bytes: size.watermarkedSizeBytes,
		plain_size_bytes: size.plainSizeBytes,
		watermarked_blob: `${folder}/${size.isDrawn ? "watermarked" : "plain"}-${size.sizePx}`,
		plain_blob: `${folder}/plain-${size.sizePx}`,
		markable: size.markable ? 1 : 0,
	}));
	const thumbnailColumns = {
		webp_thumbnail_blob: thumbnailKey(folder, thumbnails.webp, "webp"),
		jpeg_thumbnail_blob: thumbnailKey(folder, thumbnails.jpeg, "jpg"),
	};
	const bases = sizes.flatMap(({ sizePx, isDrawn, watermarked, plain }) => [
		...(isDrawn ? [[`${folder}/watermarked-${sizePx}`, watermarked] as const] : []),
		[`${folder}/plain-${sizePx}`, plain] as const,
	]);
	return {
		rows,
		thumbnailColumns,
		files: {
			...Object.fromEntries(bases),
			[thumbnailColumns.webp_thumbnail_blob]: thumbnails.webp,
			[thumbnailColumns.jpeg_thumbnail_blob]: thumbnails.jpeg,
		},
	};
}

/** Names the file by its hash, its only checksum, so that damage can be detected. */
function thumbnailKey(folder: string, file: Uint8Array, ending: string): string {
	return `${folder}/thumbnail-${hashOf(file)}.${ending}`;
}

/** Whether a thumbnail is the very file stored under this key. */
export function isThumbnailOf(key: string, file: Uint8Array): boolean {
	return key.includes(`/thumbnail-${hashOf(file)}.`);
}

function hashOf(file: Uint8Array): string {
	return createHash("sha256").update(file).digest("hex").slice(0, 32);
}
