import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, index, table } from "./table.ts";

/** Who holds a case, notes about it, and links that show its report to somebody without an account. Whoever opened a case holds it. */
export const caseHandOver: Migration = {
	name: "0058-case-hand-over",
	async up(tx, traits) {
		await addedColumns(tx, traits, "leak_case", { holder_id: "text?" });
		await sql`update leak_case set holder_id = created_by`.execute(tx);
		await table(tx, traits, "leak_case_note", ["note_id"], {
			note_id: "text",
			case_id: "text",
			at: "bigint",
			account_id: "text?",
			text: "text",
		});
		await index(tx, "leak_case_note", ["case_id"]);
		await table(tx, traits, "case_link", ["token_hash"], {
			token_hash: "text",
			link_id: "text",
			case_id: "text",
			created_by: "text?",
			created_at: "bigint",
			expires_at: "bigint",
			revoked_at: "bigint?",
			opened_count: "integer",
			last_opened_at: "bigint?",
		});
		await index(tx, "case_link", ["case_id"]);
	},
};
