import type { Database } from "../platform/db/database.ts";

/** What an account owes for reversed payments: what its payments say, and what its balances are below zero. */
export async function owedBy({ read }: Pick<Database, "read">, accountId: string): Promise<number> {
	const owed = await read
		.selectFrom("payment")
		.select((row) => row.fn.sum<number | null>("owed_units").as("units"))
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	const below = await read
		.selectFrom("balance")
		.select((row) => row.fn.sum<number | null>("units").as("units"))
		.where("units", "<", 0)
		.where("balance_key", "in", (row) =>
			row
				.selectFrom("balance_member")
				.innerJoin("client", "client.client_id", "balance_member.client_id")
				.select("balance_key")
				.where("owner_id", "=", accountId),
		)
		.executeTakeFirst();
	return (owed?.units ?? 0) - (below?.units ?? 0);
}
