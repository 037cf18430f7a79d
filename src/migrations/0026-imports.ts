import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/** Imports through the pages and the command line: what was uploaded, what is being done with it, and the result. */
export const imports: Migration = {
	name: "0026-imports",
	async up(tx, traits) {
		await table(tx, traits, "import_batch", ["import_id"], {
			import_id: "text",
			origin: "text",
			account_id: "text?",
			source_batch: "text",
			ownership: "text?",
			uploaded_by: "text?",
			existing_only: "integer",
			files: "text",
			size_bytes: "bigint?",
			modified_at: "bigint?",
			folder_id: "text?",
			state: "text",
			task: "text?",
			task_by: "text?",
			stop_asked: "integer",
			lease_id: "text?",
			lease_until: "bigint",
			progress: "text?",
			check_report: "text?",
			report: "text?",
			undo_report: "text?",
			change_sets: "text",
			failure: "text?",
			created_at: "bigint",
			started_at: "bigint?",
			ended_at: "bigint?",
			expires_at: "bigint?",
		});
		await index(tx, "import_batch", ["lease_until"]);
		await sql`create index import_batch_to_do on import_batch (import_id) where task is not null`.execute(tx);
		await sql`create index import_batch_expiring on import_batch (expires_at) where expires_at is not null`.execute(
			tx,
		);
		await table(tx, traits, "import_refusal", ["import_id", "number"], {
			import_id: "text",
			number: "integer",
			source: "text",
			line: "integer?",
			cause: "text",
			reason: "text",
			expires_at: "bigint",
		});
		await index(tx, "import_refusal", ["expires_at"]);
	},
};
