import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, index, table } from "./table.ts";

/** Accounts' proposals for the catalogue, the pictures uploaded for them, and who may propose. */
export const proposals: Migration = {
	name: "0027-proposals",
	async up(tx, traits) {
		await addedColumns(tx, traits, "account", { proposes_as: "text?", proposal_mail_off_at: "bigint?" });
		await table(tx, traits, "proposal", ["proposal_id"], {
			proposal_id: "text",
			account_id: "text",
			ownership: "text",
			barcode: "text",
			fields: "text",
			seen: "text",
			comment: "text?",
			state: "text",
			proposed_at: "bigint",
			decided_at: "bigint?",
			decided_by: "text?",
			reason: "text?",
			mail_waits: "integer?",
		});
		await index(tx, "proposal", ["state", "proposal_id"]);
		await index(tx, "proposal", ["account_id", "proposal_id"]);
		await index(tx, "proposal", ["mail_waits"]);
		await table(tx, traits, "proposal_piece", ["piece_id"], {
			piece_id: "text",
			account_id: "text",
			size_bytes: "bigint",
			uploaded_at: "bigint",
			expires_at: "bigint",
		});
		await index(tx, "proposal_piece", ["account_id", "uploaded_at"]);
		await index(tx, "proposal_piece", ["expires_at"]);
		await table(tx, traits, "proposal_picture", ["picture_id"], {
			picture_id: "text",
			account_id: "text",
			proposal_id: "text?",
			variant: "text",
			original_blob: "text?",
			preview_blob: "text?",
			thumbnail_blob: "text?",
			original_sha256: "text",
			width: "integer",
			height: "integer",
			size_bytes: "bigint",
			quality_notes: "text",
			file_date: "bigint?",
			uploaded_at: "bigint",
			expires_at: "bigint?",
			released_at: "bigint?",
		});
		await index(tx, "proposal_picture", ["proposal_id"]);
		await index(tx, "proposal_picture", ["expires_at"]);
		await index(tx, "proposal_picture", ["released_at"]);
	},
};
