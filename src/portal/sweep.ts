import type { DeleteResult } from "kysely";
import type { Tx } from "../platform/db/tx.ts";

/** Deletes sessions and one-time links that expired before a moment, and attempts to sign in that nobody repeated since. */
export async function sweepPortal(tx: Tx, before: number, rowsPerStatement: number): Promise<DeleteResult[]> {
	return [
		await tx
			.deleteFrom("account_session")
			.where("session_hash", "in", (rows) =>
				rows
					.selectFrom("account_session")
					.select("session_hash")
					.where("expires_at", "<", before)
					.limit(rowsPerStatement),
			)
			.executeTakeFirst(),
		await tx
			.deleteFrom("password_reset")
			.where("token_hash", "in", (rows) =>
				rows
					.selectFrom("password_reset")
					.select("token_hash")
					.where("expires_at", "<", before)
					.limit(rowsPerStatement),
			)
			.executeTakeFirst(),
		await tx
			.deleteFrom("portal_attempt")
			.where("bucket", "in", (rows) =>
				rows
					.selectFrom("portal_attempt")
					.select("bucket")
					.where("started_at", "<", before)
					.limit(rowsPerStatement),
			)
			.executeTakeFirst(),
	];
}
