import type { ChangeOrigin } from "../../catalogue/history/read-history.ts";
import type { Database } from "../../platform/db/database.ts";

/** Names of those who made changes; accounts are looked up once for all of them. */
export async function describeOrigins(db: Database, changes: readonly ChangeOrigin[]) {
	const ids = [...new Set(changes.flatMap(({ account_id }) => account_id ?? []))];
	const accounts =
		ids.length === 0
			? []
			: await db.read
					.selectFrom("account")
					.select(["account_id", "email"])
					.where("account_id", "in", ids)
					.execute();
	const emails = new Map(accounts.map(({ account_id, email }) => [account_id, email]));
	return ({ set_kind, account_id, by_name, batch, ownership }: ChangeOrigin) => {
		if (set_kind === null) return null;
		const account_email = account_id === null ? null : (emails.get(account_id) ?? account_id);
		return { kind: set_kind, account_email, by_name, batch, ownership };
	};
}
