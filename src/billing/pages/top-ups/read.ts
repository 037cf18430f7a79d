import type { Paging } from "../../../pages/pagination.ts";
import type { Database } from "../../../platform/db/database.ts";
import { countRows, findRow } from "../../../platform/db/rows.ts";
import type { TopUpTable } from "./tables.ts";

export function topUpsOf(db: Database, clientId: string): Promise<TopUpTable[]> {
	return (
		db.read
			.selectFrom("top_up")
			.selectAll()
			.where("client_id", "=", clientId)
			// Those that were paid by card are listed as payments.
			.where((row) => row.or([row("state", "<>", "approved"), row("decided_by", "is not", null)]))
			.orderBy("requested_at", "desc")
			.orderBy("top_up_id", "desc")
			.execute()
	);
}

/** The pending top-ups of some keys, newest first. */
export async function waitingTopUps(db: Database, clientIds: readonly string[]): Promise<TopUpTable[]> {
	if (clientIds.length === 0) return [];
	return await db.read
		.selectFrom("top_up")
		.selectAll()
		.where("client_id", "in", clientIds)
		.where("state", "=", "requested")
		.orderBy("requested_at", "desc")
		.orderBy("top_up_id", "desc")
		.execute();
}

export function findTopUp(db: Database, topUpId: string): Promise<TopUpTable | undefined> {
	return findRow(db.read, "top_up", { top_up_id: topUpId });
}

/** A top-up with the names shown to administrators. */
export interface DescribedTopUp extends TopUpTable {
	readonly email: string | null;
	readonly client_name: string | null;
	readonly balance_units: number | null;
	readonly decided_by_email: string | null;
	readonly first_approved_by_email: string | null;
}

/** Top-ups of all accounts, newest first, and the total. */
export async function topUpPage(
	db: Database,
	filter: { readonly state?: string | undefined; readonly topUpId?: string },
	{ page, perPage }: Paging,
): Promise<{ rows: DescribedTopUp[]; total: number }> {
	let chosen = db.scan.selectFrom("top_up");
	if (filter.state !== undefined) chosen = chosen.where("top_up.state", "=", filter.state);
	if (filter.topUpId !== undefined) chosen = chosen.where("top_up.top_up_id", "=", filter.topUpId);
	const total = await countRows(chosen);
	// Names are joined only for the rows shown: joining first would look them up for all rows before.
	const shown = chosen
		.select("top_up.top_up_id")
		.orderBy("top_up.requested_at", "desc")
		.orderBy("top_up.top_up_id", "desc")
		.limit(perPage)
		.offset((page - 1) * perPage);
	const rows = await db.scan
		.selectFrom("top_up")
		.where("top_up.top_up_id", "in", shown)
		.leftJoin("account", "account.account_id", "top_up.account_id")
		.leftJoin("account as decider", "decider.account_id", "top_up.decided_by")
		.leftJoin("account as first_approver", "first_approver.account_id", "top_up.first_approved_by")
		.leftJoin("client", "client.client_id", "top_up.client_id")
		.leftJoin("balance_member", "balance_member.client_id", "top_up.client_id")
		.leftJoin("balance", "balance.balance_key", "balance_member.balance_key")
		.selectAll("top_up")
		.select([
			"account.email",
			"client.name as client_name",
			"balance.units as balance_units",
			"decider.email as decided_by_email",
			"first_approver.email as first_approved_by_email",
		])
		.orderBy("top_up.requested_at", "desc")
		.orderBy("top_up.top_up_id", "desc")
		.execute();
	return { rows, total };
}
