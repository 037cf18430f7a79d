import { updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import "./tables.ts";

/** Addresses waiting proposals for a product to another one. Their reviewers compare them with that one. */
export async function moveProposals(tx: Tx, from: string, to: string): Promise<void> {
	await updateRows(tx, "proposal", { barcode: from, state: "waiting" }, { barcode: to });
}
