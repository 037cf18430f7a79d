import type { Tx } from "../../platform/db/tx.ts";
import "./tables.ts";

/** Addresses waiting proposals for a product to another one. Their reviewers compare them with that one. */
export async function moveProposals(tx: Tx, from: string, to: string): Promise<void> {
	await tx
		.updateTable("proposal")
		.set({ barcode: to })
		.where("barcode", "=", from)
		.where("state", "=", "waiting")
		.execute();
}
