import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, index, table } from "./table.ts";

/** Kosher alerts, the products that they name, and which hechshers they withhold. */
export const kosherAlerts: Migration = {
	name: "0069-kosher-alerts",
	async up(tx, traits) {
		await table(tx, traits, "kosher_alert", ["alert_id"], {
			alert_id: "text",
			wording: "text?",
			pending: "text?",
			act: "integer",
			earlier: "text",
			created_at: "bigint",
			published_at: "bigint?",
			changed_at: "bigint?",
			position: "bigint?",
			ended_at: "bigint?",
			outcome: "text?",
		});
		await index(tx, "kosher_alert", ["published_at", "alert_id"]);
		await index(tx, "kosher_alert", ["position"]);
		await table(tx, traits, "alerted_product", ["alert_id", "barcode"], {
			alert_id: "text",
			barcode: "text",
			withheld: "text?",
			brand_number: "bigint",
			department_number: "bigint",
			act: "integer",
			named: "integer",
		});
		await index(tx, "alerted_product", ["barcode"]);
		await addedColumns(tx, traits, "product", { hechshers_as_given: "text?", withheld: "text?" });
	},
};
