import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";

/** Where something of an installation that is in use has rows. */
const FILLED = ["product", "image", "client", "account"];

/**
 * The style that applied where none was saved, before new installations got a small mark in the corner (SPEC D43): an installation that is in use keeps it,
 * since its clients know it and its pictures are drawn with it. A new one is empty here.
 */
export const earlierWatermark: Migration = {
	name: "0056-earlier-watermark",
	async up(tx) {
		const rows = FILLED.map((table) => sql`exists (select 1 from ${sql.table(table)})`);
		await sql`insert into watermark_style
				(style_id, revision, text, place, width_percent, opacity_percent, saved_at)
			select 'current', 1, 'PACKSHOT', 'tiled', 25, 30, ${Date.now()}
			where (${sql.join(rows, sql` or `)})
				and not exists (select 1 from watermark_style)`.execute(tx);
	},
};
