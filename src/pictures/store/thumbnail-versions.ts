import { CompiledQuery, sql } from "kysely";
import { VARIANTS, type Variant } from "../../catalogue/fields/scopes.ts";
import type { Database } from "../../platform/db/database.ts";

/** The version of a picture that represents its product. */
export interface ThumbnailVersion {
	readonly imageId: string;
	/** The variant shown: whoever may not have that picture may not see its thumbnail either. */
	readonly variant: Variant;
}

/** For each barcode, finds the picture that represents it: its front, else the first of its other pictures. */
export type FindThumbnailVersions = (
	barcodes: readonly string[],
) => Promise<ReadonlyMap<string, ThumbnailVersion>>;

/** One statement for any number of barcodes. Pictures without a thumbnail are not considered. */
export function createThumbnailLookup(db: Database): FindThumbnailVersions {
	const { test, value } = db.traits.listParameter;
	const { sql: text } = db.read
		.selectFrom("image")
		.select(["barcode", "variant", "image_id"])
		.where(sql<boolean>`barcode ${sql.raw(test)}`)
		.where("active", "=", sql.lit(1))
		.where("webp_thumbnail_blob", "is not", null)
		.compile();
	return async (barcodes) => {
		if (barcodes.length === 0) return new Map();
		const query = CompiledQuery.raw(text, [value(barcodes)]);
		const { rows } = await db.scan.executeQuery<{ barcode: string; variant: Variant; image_id: string }>(
			query as CompiledQuery<{ barcode: string; variant: Variant; image_id: string }>,
		);
		const placeOf = (variant: Variant) => VARIANTS.indexOf(variant);
		rows.sort((one, other) => placeOf(other.variant) - placeOf(one.variant));
		return new Map(rows.map(({ barcode, variant, image_id }) => [barcode, { imageId: image_id, variant }]));
	};
}
