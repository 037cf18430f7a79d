import { deliveredSizeBytes, PreparedPictureError, preparedHeaderLength } from "@packshot/marking/deliver";
import { sql } from "kysely";
import { lockCatalogue } from "../../catalogue/fields/field-counts.ts";
import { applyPlainSizes, type PlainSizes } from "../../catalogue/stored/plain-image-meta.ts";
import { BlobMissing, type BlobStore } from "../../platform/blobs/blob-store.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { nextBatchSize, type Pace, pause } from "../../platform/db/pace.ts";
import { updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { ImageRow } from "../tables.ts";
import { plainSizes } from "./image-meta.ts";

interface PlainSizeRecord {
	readonly sizes: readonly { readonly imageId: string; readonly bytes: number }[];
}

/** Records the sizes of files without the visible watermark for pictures that an earlier version stored, and in their products. */
export const recordPlainSizes = command<PlainSizeRecord, null>(
	"images.record_plain_sizes",
	async (tx, { sizes }, traits) => {
		await lockCatalogue(tx, traits);
		for (const { imageId, bytes } of sizes) {
			await updateRows(tx, "image", { image_id: imageId }, { plain_size_bytes: bytes });
		}
		const imageIds = sizes.map(({ imageId }) => imageId);
		await applyPlainSizes(tx, traits, await sizesBeside(tx, imageIds));
		return null;
	},
);

/** The sizes of all active pictures of the products to which these pictures belong. */
async function sizesBeside(tx: Tx, imageIds: readonly string[]): Promise<Map<string, PlainSizes>> {
	const rows = await tx
		.selectFrom("image")
		.select(["barcode", "variant", "content_type", "size_bytes", "plain_size_bytes", "markable"])
		.where("active", "=", 1)
		.where("barcode", "in", (named) =>
			named.selectFrom("image").select("barcode").where("image_id", "in", imageIds).where("active", "=", 1),
		)
		.execute();
	const byBarcode = new Map<string, typeof rows>();
	for (const row of rows) byBarcode.set(row.barcode, [...(byBarcode.get(row.barcode) ?? []), row]);
	return new Map([...byBarcode].map(([barcode, pictures]) => [barcode, plainSizes(pictures)]));
}

type UnsizedImage = Pick<ImageRow, "image_id" | "barcode" | "variant" | "plain_blob">;

/** A picture whose file is missing or damaged, so that its size stays unknown. */
export interface UnreadPicture {
	readonly barcode: string;
	readonly variant: string;
	readonly problem: string;
}

/**
 * Reads, batch by batch, the sizes that earlier versions did not store. Resumes after an interruption.
 * @param onUnread called with each picture that cannot be read; `packshot doctor` reports it as well.
 * @returns how many sizes were read. @throws BlobUnavailable when the store fails.
 */
export async function readPlainSizes(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	pace: Pace,
	{ signal, onUnread }: { signal?: AbortSignal; onUnread: (picture: UnreadPicture) => void },
): Promise<number> {
	let limit = 50;
	let read = 0;
	let after = "";
	while (!signal?.aborted) {
		const batch = await unsizedImages(db, after, limit);
		const last = batch.at(-1);
		if (!last) break;
		const found = await Promise.all(batch.map((image) => sizeOf(blobs, image, onUnread)));
		const sizes = found.filter((size) => size !== undefined);
		const startedAt = performance.now();
		if (sizes.length > 0) await db.write(recordPlainSizes, { sizes });
		limit = nextBatchSize(batch.length, performance.now() - startedAt, pace);
		read += sizes.length;
		after = last.image_id;
		await pause(pace);
	}
	return read;
}

/** Literals, so that both engines use the partial index of exactly these rows. */
function unsizedImages(db: Database, afterImageId: string, limit: number): Promise<UnsizedImage[]> {
	return db.scan
		.selectFrom("image")
		.select(["image_id", "barcode", "variant", "plain_blob"])
		.where(sql<boolean>`plain_size_bytes is null and active = 1 and markable = 1`)
		.where("image_id", ">", afterImageId)
		.orderBy("image_id")
		.limit(limit)
		.execute();
}

async function sizeOf(
	blobs: BlobStore,
	{ image_id: imageId, barcode, variant, plain_blob }: UnsizedImage,
	onUnread: (picture: UnreadPicture) => void,
): Promise<{ imageId: string; bytes: number } | undefined> {
	try {
		const start = await blobs.getStart(plain_blob, preparedHeaderLength);
		return { imageId, bytes: deliveredSizeBytes(start) };
	} catch (fault) {
		if (!(fault instanceof BlobMissing || fault instanceof PreparedPictureError)) throw fault;
		onUnread({ barcode, variant, problem: `${plain_blob}: ${fault.message}` });
		return undefined;
	}
}
