import type { DeleteResult } from "kysely";
import type { Clock } from "../platform/clock.ts";
import { command } from "../platform/db/command.ts";
import type { Database } from "../platform/db/database.ts";
import type { Tx } from "../platform/db/tx.ts";
import { sweepPortal } from "../portal/sweep.ts";

/** What is over stays another day, so that a clock that jumps back revives nothing (SPEC D40). */
const GRACE_MS = 24 * 3_600_000;
const EVERY_MS = 15 * 60_000;
/** Rows deleted by one transaction: charges do not wait for more. */
const ROWS_AT_ONCE = 500;

/**
 * Deletes a bounded number of rows that expired more than a day ago: used URLs, revoked tokens, refresh tokens, kept answers, what the
 * portal no longer needs, and failed sign-ins that nobody repeated. @returns whether there may be more.
 */
export const sweep = command<{ nowMs: number }, boolean>("sweep", async (tx, { nowMs }) => {
	const before = nowMs - GRACE_MS;
	const deleted = [
		await tx
			.deleteFrom("used_url")
			.where("url_id", "in", (rows) =>
				rows.selectFrom("used_url").select("url_id").where("expires_at", "<", before).limit(ROWS_AT_ONCE),
			)
			.executeTakeFirst(),
		await tx
			.deleteFrom("revoked_token")
			.where("jti", "in", (rows) =>
				rows.selectFrom("revoked_token").select("jti").where("expires_at", "<", before).limit(ROWS_AT_ONCE),
			)
			.executeTakeFirst(),
		await tx
			.deleteFrom("refresh_token")
			.where("token_hash", "in", (rows) =>
				rows
					.selectFrom("refresh_token")
					.select("token_hash")
					.where("expires_at", "<", before)
					.limit(ROWS_AT_ONCE),
			)
			.executeTakeFirst(),
		await tx
			.deleteFrom("sign_in_failure")
			.where("client_id", "in", (rows) =>
				rows
					.selectFrom("sign_in_failure")
					.select("client_id")
					.where("updated_at", "<", before)
					.limit(ROWS_AT_ONCE),
			)
			.executeTakeFirst(),
		await tx
			.deleteFrom("sign_in_window")
			.where("bucket", "in", (rows) =>
				rows
					.selectFrom("sign_in_window")
					.select("bucket")
					.where("started_at", "<", before)
					.limit(ROWS_AT_ONCE),
			)
			.executeTakeFirst(),
		await deleteKeptAnswers(tx, before),
		...(await sweepPortal(tx, before, ROWS_AT_ONCE)),
	];
	return deleted.some((result) => Number(result.numDeletedRows) >= ROWS_AT_ONCE);
});

/** Kept answers have a key of four parts: they are deleted up to a moment instead of one by one. */
async function deleteKeptAnswers(tx: Tx, before: number): Promise<DeleteResult> {
	const last = await tx
		.selectFrom("idempotent_answer")
		.select("expires_at")
		.where("expires_at", "<", before)
		.orderBy("expires_at")
		.limit(1)
		.offset(ROWS_AT_ONCE - 1)
		.executeTakeFirst();
	return tx
		.deleteFrom("idempotent_answer")
		.where("expires_at", "<", before)
		.where("expires_at", "<=", last?.expires_at ?? before)
		.executeTakeFirst();
}

/** Sweeps now and then until told to stop. A sweep that fails is tried again next time. */
export function sweepRegularly(db: Database, clock: Clock, onFault: (fault: unknown) => void): () => void {
	let stopped = false;
	const run = async () => {
		try {
			while (!stopped && (await db.write(sweep, { nowMs: clock.now() })));
		} catch (fault) {
			onFault(fault);
		}
	};
	const timer = setInterval(run, EVERY_MS);
	timer.unref();
	return () => {
		stopped = true;
		clearInterval(timer);
	};
}
