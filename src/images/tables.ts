import type { Generated, Selectable } from "kysely";

/**
 * One version of one picture. A new picture, or the same prepared anew, is a new row: old versions stay, because
 * what was delivered from them must remain traceable.
 */
export interface ImageTable {
	/** Lower-case ULID; codewords hang on it. */
	image_id: string;
	barcode: string;
	variant: string;
	/** 1 for the version that is delivered now, 0 for earlier and removed ones. */
	active: number;
	content_type: string;
	width: number;
	height: number;
	/** Size of the file that is delivered (SPEC D38). */
	size_bytes: number;
	original_sha256: string;
	photo_date: string;
	uploaded_at: number;
	ownership: string | null;
	uploaded_by: string | null;
	source_batch: string;
	/** Where the untouched original and the two prepared bases lie in the blob store. */
	original_blob: string;
	watermarked_blob: string;
	plain_blob: string;
	/** 1 when there are enough cells to carry the invisible mark. */
	markable: number;
	/** Which watermark settings the base was drawn with. */
	watermark_version: string;
	/** What finds the picture again when a copy turns up. */
	fingerprint: Uint8Array | null;
	created_at: number;
}

/** Where rows name blobs. */
export const blobColumns = { image: ["original_blob", "watermarked_blob", "plain_blob"] } as const;

export type ImageRow = Selectable<ImageTable>;

/** Signed URLs that were used up, kept past their expiry. */
export interface UsedUrlTable {
	url_id: string;
	expires_at: number;
}

/** Every delivery there ever was: evidence, never deleted. */
export interface DeliveryTable {
	id: Generated<number>;
	client_id: string;
	image_id: string;
	/** 1: the base with the visible watermark, 0: the one without. */
	watermarked: number;
	at: number;
	address: string;
	url_id: string;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		image: ImageTable;
		used_url: UsedUrlTable;
		delivery: DeliveryTable;
	}
}
