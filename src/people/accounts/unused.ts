import type { Tx } from "../../platform/db/tx.ts";

/** Whether nobody uses the installation yet: a link to set it up is printed at each start. */
export async function isUnused(tx: Tx): Promise<boolean> {
	for (const table of ["account", "client"] as const)
		if (await tx.selectFrom(table).select("created_at").limit(1).executeTakeFirst()) return false;
	return true;
}
