import type { ClientFault } from "../../api/client-fault.ts";
import { checkSum } from "../../billing/ledger/check-sum.ts";
import type { LedgerReader } from "../../billing/ledger/ledger-sum.ts";
import { countRows } from "../../platform/db/rows.ts";
import { readsSum } from "./note-reads.ts";

/** What `doctor` finds in the record of products that clients ever bought. */
export interface BoughtCheck {
	readonly products: number;
	readonly faults: readonly ClientFault[];
}

const MOST_IMPOSSIBLE = 2000;

/** Checks that each recorded read of a product is among the client's purchases, and that nothing is recorded that the ledger does not have. */
export async function checkBought(db: LedgerReader): Promise<BoughtCheck> {
	const faults = [...(await impossibleRows(db)), ...(await checkSum(db, readsSum))];
	return { products: await countRows(db.scan.selectFrom("bought_product")), faults };
}

/** Rows that record nothing, or belong to no client. */
async function impossibleRows({ scan }: LedgerReader): Promise<ClientFault[]> {
	const rows = await scan
		.selectFrom("bought_product as bought")
		.leftJoin("client", "client.client_id", "bought.client_id")
		.select(["bought.client_id", "bought.barcode"])
		.where((row) =>
			row.or([
				row("client.client_id", "is", null),
				row("bought.first_at", ">", row.ref("bought.last_at")),
				row.and([row("bought.scopes", "=", 0), row("bought.variants", "=", 0)]),
			]),
		)
		.limit(MOST_IMPOSSIBLE)
		.execute();
	return rows.map(({ client_id: clientId, barcode }) => ({
		clientId,
		problem: `the purchase of ${barcode} has no client, no valid time or no content`,
	}));
}
