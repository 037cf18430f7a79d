import type { Database } from "../../platform/db/database.ts";
import { type QualityNote, readNotes } from "./quality-notes.ts";

/** Current pictures with quality notes, by barcode and variant. */
export interface NotedPictures {
	readonly noted: readonly {
		readonly barcode: string;
		readonly variant: string;
		readonly notes: readonly QualityNote[];
	}[];
	/** How many pictures were stored by an earlier version without a quality check. */
	readonly unseen: number;
}

/** Reads the quality notes made when pictures were prepared. */
export async function listNotedPictures(db: Database): Promise<NotedPictures> {
	const rows = await db.scan
		.selectFrom("image")
		.select(["barcode", "variant", "quality_notes"])
		.where("active", "=", 1)
		.where((is) => is.or([is("quality_notes", "is", null), is("quality_notes", "!=", "")]))
		.orderBy("barcode")
		.orderBy("variant")
		.execute();
	const seen = rows.flatMap(({ barcode, variant, quality_notes: stored }) =>
		stored === null ? [] : [{ barcode, variant, notes: readNotes(stored) }],
	);
	return { noted: seen, unseen: rows.length - seen.length };
}
