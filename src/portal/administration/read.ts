import type { Database } from "../../platform/db/database.ts";
import { contains } from "../contains.ts";
import type { AccountTable } from "../tables.ts";

interface Paging {
	readonly page: number;
	readonly perPage: number;
}

/** An account with the last use of any of its sessions, and the number of identities of a provider that sign in to it. */
export interface SeenAccount extends AccountTable {
	readonly last_seen_at: number | null;
	readonly identities: number | null;
}

/** Accounts ordered by e-mail address, and the total. */
export async function accountPage(
	db: Database,
	filter: { readonly search?: string | undefined; readonly accountId?: string },
	{ page, perPage }: Paging,
): Promise<{ rows: SeenAccount[]; total: number }> {
	let chosen = db.scan.selectFrom("account");
	if (filter.search) {
		const { search } = filter;
		chosen = chosen.where((set) => contains(set.ref("account.email"), search));
	}
	if (filter.accountId !== undefined) chosen = chosen.where("account.account_id", "=", filter.accountId);
	const counted = await chosen
		.select((set) => set.fn.countAll<number>().as("total"))
		.executeTakeFirstOrThrow();
	const rows = await chosen
		.selectAll("account")
		.select((set) =>
			set
				.selectFrom("account_session")
				.select((inner) => inner.fn.max<number | null>("account_session.last_seen_at").as("seen"))
				.whereRef("account_session.account_id", "=", "account.account_id")
				.as("last_seen_at"),
		)
		.select((set) =>
			set
				.selectFrom("account_identity")
				.select((inner) => inner.fn.countAll<number>().as("count"))
				.whereRef("account_identity.account_id", "=", "account.account_id")
				.as("identities"),
		)
		.orderBy("account.email")
		.limit(perPage)
		.offset((page - 1) * perPage)
		.execute();
	return { rows, total: Number(counted.total) };
}
