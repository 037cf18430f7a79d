import { sql } from "kysely";
import type { Tx } from "../../platform/db/tx.ts";

/**
 * Whether an account owes (SPEC E13) is marked at the memberships of all its clients, where charges are decided: no charge looks at payments. Every account
 * has a client of its own, from which others take the mark over.
 */
export async function markOwing(tx: Tx, accountId: string, owes: boolean): Promise<void> {
	await tx
		.updateTable("balance_member")
		.set({ owes: owes ? 1 : null })
		.where("client_id", "in", (row) =>
			row.selectFrom("client").select("client_id").where("owner_id", "=", accountId),
		)
		.execute();
}

/** To be called for a client that is new, or has another owner. */
export async function takeOverOwing(tx: Tx, clientId: string): Promise<void> {
	await sql`update balance_member set owes = (select max(member.owes) from client
			join client as other on other.owner_id = client.owner_id and other.client_id <> client.client_id
			join balance_member as member on member.client_id = other.client_id
			where client.client_id = ${clientId})
		where client_id = ${clientId}`.execute(tx);
}
