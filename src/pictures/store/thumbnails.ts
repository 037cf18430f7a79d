import { LRUCache } from "lru-cache";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import type { ImageRow } from "../tables.ts";

export type ThumbnailFormat = "webp" | "jpeg";

/** Finds the thumbnail of a picture; `undefined` if there is none. @throws BlobMissing or BlobUnavailable when its file cannot be read. */
export type FindThumbnail = (imageId: string, format: ThumbnailFormat) => Promise<Uint8Array | undefined>;

/**
 * @param limitBytes memory for recently shown thumbnails; 0 caches none.
 * @param which only versions that are in the catalogue, or also those that were replaced or removed.
 */
export function createThumbnails(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	limitBytes: number,
	which: "current" | "every" = "current",
): FindThumbnail {
	const find = thumbnailRead(db, which === "current");
	const cached = new LRUCache<string, Uint8Array>({
		maxSize: Math.max(1, limitBytes),
		sizeCalculation: (file) => file.length,
	});
	return async (imageId, format) => {
		const row = await find(imageId);
		const key = format === "webp" ? row?.webp_thumbnail_blob : row?.jpeg_thumbnail_blob;
		if (!key) return undefined;
		const known = cached.get(key);
		if (known) return known;
		const file = await blobs.get(key);
		cached.set(key, file);
		return file;
	};
}

/** Queried each time: what was removed or replaced is no longer shown. */
function thumbnailRead(db: Database, isCurrentOnly: boolean) {
	const thumbnail = db.read
		.selectFrom("image")
		.select(["webp_thumbnail_blob", "jpeg_thumbnail_blob"])
		.where("image_id", "=", "");
	return db.pointRead<Pick<ImageRow, "webp_thumbnail_blob" | "jpeg_thumbnail_blob">>(
		(isCurrentOnly ? thumbnail.where("active", "=", 1) : thumbnail).compile(),
	);
}
