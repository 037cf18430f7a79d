import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, table } from "./table.ts";

/** What a call was about and why it was refused, not filled in for existing rows, and refusals summed up by day. */
export const auditDetails: Migration = {
	name: "0018-audit-details",
	async up(tx, traits) {
		await addedColumns(tx, traits, "audit", { barcode: "text?", error: "text?" });
		await table(tx, traits, "refusal_day", ["client_id", "day", "error"], {
			client_id: "text",
			day: "bigint",
			error: "text",
			requests: "bigint",
		});
	},
};
