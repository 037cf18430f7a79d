import type { Selectable } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { AccountTable, PortalEventTable } from "../tables.ts";

interface Paging {
	readonly page: number;
	readonly perPage: number;
}

/** An account with the last use of any of its sessions. */
export interface SeenAccount extends AccountTable {
	readonly last_seen_at: number | null;
}

/** Accounts ordered by e-mail address, and the total. */
export async function accountPage(
	db: Database,
	filter: { readonly search?: string | undefined; readonly accountId?: string },
	{ page, perPage }: Paging,
): Promise<{ rows: SeenAccount[]; total: number }> {
	let chosen = db.scan.selectFrom("account");
	if (filter.search) {
		// Not `like`: the typed text is not a pattern.
		const search = filter.search.toLowerCase();
		chosen = chosen.where((set) =>
			set(
				set.fn<string>("replace", ["account.email", set.val(search), set.val("")]),
				"<>",
				set.ref("account.email"),
			),
		);
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
		.orderBy("account.email")
		.limit(perPage)
		.offset((page - 1) * perPage)
		.execute();
	return { rows, total: Number(counted.total) };
}

/** An event with the e-mail address of its actor. */
export interface DescribedEvent extends Selectable<PortalEventTable> {
	readonly email: string | null;
}

/** Events, newest first, and the total. */
export async function eventPage(
	db: Database,
	filter: { readonly accountId?: string | undefined; readonly subject?: string | undefined },
	{ page, perPage }: Paging,
): Promise<{ rows: DescribedEvent[]; total: number }> {
	let chosen = db.scan.selectFrom("portal_event");
	if (filter.accountId !== undefined) chosen = chosen.where("portal_event.account_id", "=", filter.accountId);
	if (filter.subject !== undefined) chosen = chosen.where("portal_event.subject", "=", filter.subject);
	const counted = await chosen
		.select((set) => set.fn.countAll<number>().as("total"))
		.executeTakeFirstOrThrow();
	const rows = await chosen
		.leftJoin("account", "account.account_id", "portal_event.account_id")
		.selectAll("portal_event")
		.select("account.email")
		.orderBy("portal_event.id", "desc")
		.limit(perPage)
		.offset((page - 1) * perPage)
		.execute();
	return { rows, total: Number(counted.total) };
}
