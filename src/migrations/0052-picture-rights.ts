import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { table } from "./table.ts";

/** The texts about rights in delivered pictures, and that stored file sizes do not include them yet (pictures/rights/renew-file-sizes.ts). */
export const pictureRights: Migration = {
	name: "0052-picture-rights",
	async up(tx, traits) {
		await table(tx, traits, "picture_rights", ["rights_id"], {
			rights_id: "text",
			revision: "integer",
			creator: "text?",
			credit_line: "text?",
			copyright_notice: "text?",
			usage_terms: "text?",
			web_statement: "text?",
			licensor_name: "text?",
			licensor_url: "text?",
			data_mining: "text?",
			saved_by: "text?",
			saved_at: "bigint",
		});
		await sql`insert into service_state (name, value) select 'file_sizes_renewed_to', '0'
			where exists (select 1 from product where variants <> 0)`.execute(tx);
	},
};
