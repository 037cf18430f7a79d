import { sql } from "kysely";
import type { Tx } from "../tx.ts";

/**
 * Receipts of commits: each transaction leaves one, so that its outcome can be looked up by whoever did not hear it. They mean something only to the
 * processes that wrote them and belong to one server, so no backup or transfer copies them, and they are no step of the portable schema.
 */
export async function prepareReceipts(tx: Tx): Promise<void> {
	await sql`create table if not exists commit_receipt (receipt uuid primary key, at timestamptz not null default now())`.execute(
		tx,
	);
}

/** Writes a receipt in place of the connection's previous one, whose outcome is known. A connection's first one also removes what closed connections left. */
export function replaceReceipt(receipt: string, previous: string | undefined): string {
	const obsolete = previous === undefined ? `receipt in (${LEFT})` : `receipt = '${previous}'`;
	return `delete from commit_receipt where ${obsolete}; insert into commit_receipt (receipt) values ('${receipt}'); `;
}

/** A look-up ends soon after the database works again. */
const LEFT =
	"select receipt from commit_receipt where at < now() - interval '2 days' for update skip locked limit 1000";

export async function findReceipt(tx: Tx, receipt: string): Promise<boolean> {
	const { rows } = await sql`select from commit_receipt where receipt = ${receipt}`.execute(tx);
	return rows.length > 0;
}
