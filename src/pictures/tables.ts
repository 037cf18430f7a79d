import type { Generated, Selectable } from "kysely";

/**
 * One version of one picture. A new picture, or the same one reprocessed, is a new row; old versions are kept, because what was delivered
 * from them must remain attributable.
 */
export interface ImageTable {
	/** Lower-case ULID; codewords depend on it. */
	image_id: string;
	barcode: string;
	variant: string;
	/** 1 for the version that is currently delivered, 0 for earlier and removed ones. */
	active: number;
	content_type: string;
	width: number;
	height: number;
	/** Size of the file that is delivered with the visible watermark (SPEC D38). */
	size_bytes: number;
	/** The same for the file without the visible watermark; null for pictures stored by an earlier version, until plain-sizes.ts has read it. */
	plain_size_bytes: number | null;
	original_sha256: string;
	/** JSON of how it is turned and cropped (store/adjustment.ts); null: as its file has it. */
	adjustment: string | null;
	photo_date: string;
	uploaded_at: number;
	ownership: string | null;
	uploaded_by: string | null;
	source_batch: string;
	/** Blob keys of the original and of the two prepared bases. */
	original_blob: string;
	/** The same as `plain_blob` if the style draws nothing. */
	watermarked_blob: string;
	plain_blob: string;
	/** 1 if there are enough cells to carry the invisible mark. */
	markable: number;
	/** The watermark settings with which the base was drawn. */
	watermark_version: string;
	/** How its cells were chosen (marking-versions.ts); null for pictures stored by an earlier version. */
	marking_version: number | null;
	/** The fingerprint by which a copy of the picture is recognised. */
	fingerprint: Uint8Array | null;
	/** Blob keys of its thumbnails; null until they are made. */
	webp_thumbnail_blob: string | null;
	jpeg_thumbnail_blob: string | null;
	/** Quality notes made at import, separated by commas; empty: none, null: never checked. */
	quality_notes: string | null;
	/** The row of `search_pack` that has the print of this fingerprint; null for pictures stored by an earlier version, until they are indexed. */
	search_pack: number | null;
	created_at: number;
}

/** A version of a picture at a smaller size: a file of its own with an invisible mark of its own (SPEC E1). */
export interface ImageSizeTable {
	image_id: string;
	/** The nominal size: pixels of the longer edge by which it is requested. */
	size_px: number;
	width: number;
	height: number;
	/** Sizes of the files that are delivered with the visible watermark and without it. */
	size_bytes: number;
	plain_size_bytes: number;
	/** Blob keys of the two prepared bases. */
	watermarked_blob: string;
	plain_blob: string;
	/** 1 if there are enough cells to carry the invisible mark. */
	markable: number;
}

/** Columns that hold blob keys. */
export const blobColumns = {
	image: ["original_blob", "watermarked_blob", "plain_blob", "webp_thumbnail_blob", "jpeg_thumbnail_blob"],
	image_size: ["watermarked_blob", "plain_blob"],
} as const;

export type ImageRow = Selectable<ImageTable>;

export type ImageSizeRow = Selectable<ImageSizeTable>;

/** Signed URLs that were consumed, kept beyond their expiry. */
export interface UsedUrlTable {
	url_id: string;
	expires_at: number;
}

/** Every delivery ever made: evidence, never deleted. */
export interface DeliveryTable {
	id: Generated<number>;
	client_id: string;
	image_id: string;
	/** 1: the base with the visible watermark, 0: the one without. */
	watermarked: number;
	/** How its cells were allocated (mark-formats.ts). */
	mark_format: number | null;
	at: number;
	address: string;
	url_id: string;
	/** The delivered size; null: the full one. */
	size_px: number | null;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		image: ImageTable;
		image_size: ImageSizeTable;
		used_url: UsedUrlTable;
		delivery: DeliveryTable;
	}
}
