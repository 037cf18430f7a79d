import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { markingVersions } from "../store/marking-versions.ts";
import { sizesOf } from "../store/store.ts";

/** How many current pictures there are, and how many of them `outdatedImages` finds: counted with an index of exactly these rows. */
export async function countOutdated(
	db: Database,
	watermarkVersion: string,
): Promise<{ readonly pictures: number; readonly outdated: number }> {
	const styles = await db.scan
		.selectFrom("image")
		.select(["content_type", "watermark_version", "marking_version"])
		.select(({ fn }) => fn.countAll<number>().as("pictures"))
		// A literal, otherwise the partial index is not used.
		.where(sql<boolean>`active = 1`)
		.groupBy(["content_type", "watermark_version", "marking_version"])
		.execute();
	const current = new Map<string, number>(Object.entries(markingVersions));
	const isOutdated = (style: (typeof styles)[number]) =>
		style.watermark_version !== watermarkVersion ||
		(style.marking_version ?? 1) < (current.get(style.content_type) ?? 1);
	const sum = (some: typeof styles) => some.reduce((total, { pictures }) => total + pictures, 0);
	return { pictures: sum(styles), outdated: sum(styles.filter(isOutdated)) };
}

/** Pictures sampled to estimate the size of the others. */
const SAMPLED = 200;

/** Average storage that a picture's files take, in all sizes and without its original. */
export async function averagePreparedBytes(db: Database): Promise<number> {
	const rows = await db.scan
		.selectFrom("image")
		.select(["image_id", "size_bytes", "plain_size_bytes", "watermarked_blob", "plain_blob"])
		.where(sql<boolean>`active = 1`)
		.limit(SAMPLED)
		.execute();
	if (rows.length === 0) return 0;
	const smaller = await sizesOf(
		db.scan,
		rows.map(({ image_id }) => image_id),
	);
	const bytes = [...rows, ...smaller].reduce((sum, picture) => sum + preparedBytes(picture), 0);
	return Math.round(bytes / rows.length);
}

/** If the style draws nothing, both bases are one file. */
function preparedBytes(picture: {
	readonly size_bytes: number;
	readonly plain_size_bytes: number | null;
	readonly watermarked_blob: string;
	readonly plain_blob: string;
}): number {
	const plain = picture.plain_size_bytes ?? picture.size_bytes;
	return picture.watermarked_blob === picture.plain_blob ? plain : picture.size_bytes + plain;
}
