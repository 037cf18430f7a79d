import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import { readsBetween, readsSum } from "./note-reads.ts";
import { missingOf, type PurchaseFault } from "./purchase-fault.ts";

/** What `doctor` finds in the record of products that clients ever bought. */
export interface BoughtCheck {
	readonly products: number;
	readonly faults: readonly PurchaseFault[];
}

const ROWS_AT_ONCE = 2000;

type Scan = Pick<Database, "scan">;

/** Checks that each recorded read of a product is among the client's purchases, and that nothing is recorded that the ledger does not have. */
export async function checkBought(db: Scan): Promise<BoughtCheck> {
	const recorded = await db.scan
		.selectFrom("sum_progress as recorded")
		.leftJoin("balance", "balance.balance_key", "recorded.balance_key")
		.select(["recorded.balance_key", "recorded.ledger_seq as upTo", "balance.ledger_seq as last"])
		.where("recorded.sum", "=", readsSum.name)
		.orderBy("recorded.balance_key")
		.execute();
	const faults = await impossibleRows(db);
	for (const { balance_key, upTo, last } of recorded) {
		if (upTo > (last ?? 0))
			faults.push({
				clientId: balance_key,
				problem: `reads are recorded up to row ${upTo}, but the ledger has ${last ?? 0} rows`,
			});
		for await (const fault of readFaults(db, balance_key, upTo)) faults.push(fault);
	}
	return { products: await countRows(db.scan.selectFrom("bought_product")), faults };
}

/** Rows that record nothing, or belong to no client. */
async function impossibleRows({ scan }: Scan): Promise<PurchaseFault[]> {
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
		.limit(ROWS_AT_ONCE)
		.execute();
	return rows.map(({ client_id: clientId, barcode }) => ({
		clientId,
		problem: `the purchase of ${barcode} has no client, no valid time or no content`,
	}));
}

async function* readFaults(db: Scan, balanceKey: string, upTo: number): AsyncGenerator<PurchaseFault> {
	for (let after = 0; after < upTo; after += ROWS_AT_ONCE) {
		const reads = await readsBetween(db, balanceKey, after, Math.min(upTo, after + ROWS_AT_ONCE));
		for (const clientId of new Set(reads.map((read) => read.clientId))) {
			const own = reads.filter((read) => read.clientId === clientId);
			const bought = await boughtOf(db, clientId, own);
			for (const read of own) {
				const problem = missingOf(bought.get(read.barcode), { ...read, variants: 0 });
				if (problem) yield { clientId, problem: `${read.barcode}, which was read, ${problem}` };
			}
		}
	}
}

async function boughtOf({ scan }: Scan, clientId: string, reads: readonly { readonly barcode: string }[]) {
	const rows = await scan
		.selectFrom("bought_product")
		.select(["barcode", "scopes", "variants", "first_at", "last_at"])
		.where("client_id", "=", clientId)
		.where(
			"barcode",
			"in",
			reads.map(({ barcode }) => barcode),
		)
		.execute();
	return new Map(rows.map((row) => [row.barcode, row]));
}
