import type { Tx } from "../platform/db/tx.ts";

/** What an account owes for reversed payments, or all do: what its payments say, and what its balances are below zero. */
export async function unitsOwed(tx: Pick<Tx, "selectFrom">, accountId?: string): Promise<number> {
	const owed = await tx
		.selectFrom("payment")
		.select((row) => row.fn.sum<number | null>("owed_units").as("units"))
		.$if(accountId !== undefined, (all) => all.where("account_id", "=", accountId ?? ""))
		.executeTakeFirst();
	const below = await tx
		.selectFrom("balance")
		.select((row) => row.fn.sum<number | null>("units").as("units"))
		.where("units", "<", 0)
		.$if(accountId !== undefined, (all) =>
			all.where("balance_key", "in", (row) =>
				row
					.selectFrom("balance_member")
					.innerJoin("client", "client.client_id", "balance_member.client_id")
					.select("balance_key")
					.where("owner_id", "=", accountId ?? ""),
			),
		)
		.executeTakeFirst();
	return (owed?.units ?? 0) - (below?.units ?? 0);
}
