import { type Contents, readContents } from "../../catalogue/certificates/write-certificates.ts";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import type { StoredRecord } from "../../catalogue/stored/record.ts";
import type { ProductRow } from "../../catalogue/tables.ts";
import type { Attribution } from "../../imports/sources/attribution.ts";
import { readAdjustment } from "../../pictures/store/adjustment.ts";
import type { ImageRow } from "../../pictures/tables.ts";
import type { Database } from "../../platform/db/database.ts";
import { walk } from "../../platform/db/walk.ts";

/** A product with its metadata and what is known of its current pictures. */
export interface ExportedProduct {
	readonly barcode: string;
	readonly record: StoredRecord;
	readonly pictures: readonly ExportedPicture[];
	/** Of the certificates of this and other products. */
	readonly contents: Contents;
}

export interface ExportedPicture {
	readonly imageId: string;
	readonly barcode: string;
	readonly variant: Variant;
	readonly originalBlob: string;
	readonly originalSha256: string;
	/** `YYYY-MM-DD` */
	readonly photoDate: string;
	readonly attribution: Attribution;
}

/** Products held in memory at once; each takes some kilobytes, rarely megabytes. */
const PAGE = 200;

/** The whole catalogue in barcode order, page by page. Each product is read atomically; one that changes meanwhile appears in either state. */
export async function* readCatalogue(db: Database): AsyncGenerator<readonly ExportedProduct[]> {
	const products = db.scan.selectFrom("product").selectAll();
	for await (const rows of walk(products, "barcode", PAGE)) yield await withPictures(db, rows);
}

async function withPictures(db: Database, rows: readonly ProductRow[]): Promise<ExportedProduct[]> {
	const images = await db.scan
		.selectFrom("image")
		.select(COLUMNS)
		.where("active", "=", 1)
		.where(
			"barcode",
			"in",
			rows.map((row) => row.barcode),
		)
		.orderBy("barcode")
		.orderBy("variant")
		.execute();
	const contents = await readContents(db.scan, rows);
	const pictures = new Map(rows.map(({ barcode }) => [barcode, [] as ExportedPicture[]]));
	for (const image of images) pictures.get(image.barcode)?.push(pictureOf(image));
	return rows.map((row) => ({
		barcode: row.barcode,
		record: row,
		pictures: pictures.get(row.barcode) ?? [],
		contents,
	}));
}

const COLUMNS = [
	"image_id",
	"barcode",
	"variant",
	"original_blob",
	"original_sha256",
	"photo_date",
	"ownership",
	"uploaded_by",
	"source_batch",
	"adjustment",
] as const;

function pictureOf(image: Pick<ImageRow, (typeof COLUMNS)[number]>): ExportedPicture {
	return {
		imageId: image.image_id,
		barcode: image.barcode,
		variant: image.variant as Variant,
		originalBlob: image.original_blob,
		originalSha256: image.original_sha256,
		photoDate: image.photo_date,
		attribution: {
			batch: image.source_batch,
			ownership: image.ownership,
			uploadedBy: image.uploaded_by,
			...(image.adjustment === null ? {} : { adjustment: readAdjustment(image.adjustment) }),
		},
	};
}
