import type { Migration } from "../platform/db/migrate.ts";
import { index } from "./table.ts";

/** Indexes for the lists of administrators, however long they get: events of a subject by time, all top-ups by time, imports by tag, refusals by cause. */
export const administrationLists: Migration = {
	name: "0042-administration-lists",
	async up(tx) {
		await tx.schema.dropIndex("portal_event_by_subject").execute();
		await index(tx, "portal_event", ["subject", "at"]);
		await index(tx, "top_up", ["requested_at", "top_up_id"]);
		await index(tx, "import_batch", ["source_batch", "import_id"]);
		await index(tx, "import_batch", ["ownership", "import_id"]);
		await index(tx, "import_refusal", ["import_id", "cause", "number"]);
	},
};
