import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/** Leaks traced in the pages, stored as cases with their files, and files that no case refers to any more. */
export const leakCases: Migration = {
	name: "0028-leak-cases",
	async up(tx, traits) {
		await table(tx, traits, "leak_case", ["case_id"], {
			case_id: "text",
			name: "text",
			note: "text?",
			state: "text",
			status: "text",
			barcode: "text?",
			variant: "text?",
			created_by: "text?",
			created_at: "bigint",
			changed_at: "bigint",
			queued_at: "bigint?",
			finished_at: "bigint?",
			attempts: "integer",
			runner: "text?",
			lease_until: "bigint?",
			progress: "text?",
			problem: "text?",
			result: "text?",
			search_text: "text",
		});
		await index(tx, "leak_case", ["created_at"]);
		await index(tx, "leak_case", ["status", "queued_at"]);
		await table(tx, traits, "leak_case_file", ["case_id", "file"], {
			case_id: "text",
			file: "text",
			name: "text?",
			content_type: "text",
			size_bytes: "bigint",
			sha256: "text",
			width: "integer?",
			height: "integer?",
			stored_blob: "text",
		});
		await table(tx, traits, "case_file_removal", ["stored_file"], {
			stored_file: "text",
			remove_at: "bigint",
		});
		await index(tx, "case_file_removal", ["remove_at"]);
	},
};
