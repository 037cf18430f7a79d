import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { table } from "./table.ts";

/** The watermark style saved by administrators, and the progress of reprocessing all pictures. */
export const watermarkStyle: Migration = {
	name: "0041-watermark-style",
	async up(tx, traits) {
		await table(tx, traits, "watermark_style", ["style_id"], {
			style_id: "text",
			revision: "integer",
			text: "text?",
			logo: "bytes?",
			logo_name: "text?",
			place: "text",
			width_percent: "integer",
			opacity_percent: "integer",
			saved_by: "text?",
			saved_at: "bigint",
		});
		await table(tx, traits, "preparing_run", ["run_id"], {
			run_id: "text",
			origin: "text",
			account_id: "text?",
			state: "text",
			asked: "text?",
			total: "integer?",
			prepared: "integer",
			completed: "integer",
			superseded: "integer",
			failed: "integer",
			failures: "text",
			worked_ms: "bigint",
			failure: "text?",
			lease_id: "text?",
			lease_until: "bigint",
			created_at: "bigint",
			ended_at: "bigint?",
		});
		// Counting the styles of current pictures reads this index alone.
		await sql`create index image_by_style on image (content_type, watermark_version, marking_version)
			where active = 1`.execute(tx);
	},
};
