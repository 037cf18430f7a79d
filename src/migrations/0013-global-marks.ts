import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns } from "./table.ts";

/** How the cells of a delivered file were divided between the global codeword and its client's; null for earlier deliveries. */
export const globalMarks: Migration = {
	name: "0013-global-marks",
	async up(tx, traits) {
		await addedColumns(tx, traits, "delivery", { mark_format: "integer?" });
	},
};
