import type { Database } from "../platform/db/database.ts";
import type { ImageRow } from "./tables.ts";

/** A version of a picture, as leak attribution needs it. */
export type KnownVersion = Pick<
	ImageRow,
	"image_id" | "barcode" | "variant" | "active" | "watermarked_blob" | "plain_blob"
>;

const VERSION_COLUMNS = [
	"image_id",
	"barcode",
	"variant",
	"active",
	"watermarked_blob",
	"plain_blob",
] as const satisfies (keyof KnownVersion)[];

const PAGE = 1000;

/** Every version of every picture with its fingerprint, page by page, including removed and replaced ones: they were delivered once. */
export async function* fingerprints(
	db: Database,
): AsyncIterable<{ image_id: string; barcode: string; variant: string; fingerprint: Uint8Array }> {
	for (let after = ""; ; ) {
		const rows = await db.scan
			.selectFrom("image")
			.select(["image_id", "barcode", "variant", "fingerprint"])
			.where("image_id", ">", after)
			.orderBy("image_id")
			.limit(PAGE)
			.execute();
		for (const { fingerprint, ...row } of rows) if (fingerprint) yield { ...row, fingerprint };
		const last = rows.at(-1);
		if (!last || rows.length < PAGE) return;
		after = last.image_id;
	}
}

/** All versions of a product's pictures, or of one variant, newest first. */
export function versionsOf(db: Database, barcode: string, variant?: string): Promise<KnownVersion[]> {
	let query = db.scan.selectFrom("image").select(VERSION_COLUMNS).where("barcode", "=", barcode);
	if (variant !== undefined) query = query.where("variant", "=", variant);
	return query.orderBy("image_id", "desc").execute();
}

/** A base of a version, with the visible watermark or without it, and how the cells of its copies were shared out (mark-formats.ts). */
export interface DeliveredBase {
	readonly watermarked: boolean;
	readonly markFormat: number | null;
}

/** Which bases of a version were ever delivered, and how their cells were shared out. */
export async function deliveredBases(db: Database, imageId: string): Promise<DeliveredBase[]> {
	const rows = await db.scan
		.selectFrom("delivery")
		.select(["watermarked", "mark_format"])
		.where("image_id", "=", imageId)
		.groupBy(["watermarked", "mark_format"])
		.execute();
	return rows.map((row) => ({ watermarked: row.watermarked === 1, markFormat: row.mark_format }));
}

/** When a client fetched any of these versions, oldest first. */
export async function deliveriesTo(
	db: Database,
	clientId: string,
	imageIds: readonly string[],
): Promise<{ at: number; address: string }[]> {
	if (imageIds.length === 0) return [];
	return db.scan
		.selectFrom("delivery")
		.select(["at", "address"])
		.where("client_id", "=", clientId)
		.where("image_id", "in", imageIds)
		.orderBy("at")
		.execute();
}

/** Every client that ever existed, with the seed of its codewords. */
export function everyMarkSeed(
	db: Database,
): Promise<{ client_id: string; name: string; mark_seed: Uint8Array }[]> {
	return db.scan
		.selectFrom("client")
		.select(["client_id", "name", "mark_seed"])
		.orderBy("client_id")
		.execute();
}
