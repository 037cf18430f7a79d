import { sql } from "kysely";
import { VARIANTS, type Variant } from "../../catalogue/fields/scopes.ts";
import type { Database } from "../../platform/db/database.ts";

/** A current picture on which a style can be previewed. */
export interface SamplePicture {
	readonly imageId: string;
	readonly barcode: string;
	readonly variant: Variant;
	/** Blob key of its original file. */
	readonly originalBlob: string;
	/** How it is turned and cropped, in stored form. */
	readonly adjustment: string | null;
	/** Blob key of its small WebP; null if there is none yet. */
	readonly thumbnailBlob: string | null;
}

const SAMPLED = 12;

function currentPictures(db: Database) {
	return (
		db.scan
			.selectFrom("image")
			.select([
				"image_id as imageId",
				"barcode",
				"variant",
				"original_blob as originalBlob",
				"adjustment",
				"webp_thumbnail_blob as thumbnailBlob",
			])
			// A literal, otherwise the partial index is not used.
			.where(sql<boolean>`active = 1`)
			.$narrowType<{ variant: Variant }>()
	);
}

/** Some photographs on white, in no particular order, and a cut-out; found through an index, however many pictures there are. */
export async function sampledPictures(db: Database): Promise<{
	readonly photographs: readonly SamplePicture[];
	readonly cutOut: SamplePicture | undefined;
}> {
	const photographs = await currentPictures(db)
		.where("content_type", "=", "image/jpeg")
		.limit(SAMPLED)
		.execute();
	const cutOut = await currentPictures(db)
		.where("content_type", "=", "image/png")
		.limit(1)
		.executeTakeFirst();
	return { photographs, cutOut };
}

/** The current pictures of a product, front first. */
export async function picturesOf(db: Database, barcode: string): Promise<SamplePicture[]> {
	const pictures = await currentPictures(db).where("barcode", "=", barcode).execute();
	return pictures.sort((one, other) => VARIANTS.indexOf(one.variant) - VARIANTS.indexOf(other.variant));
}
