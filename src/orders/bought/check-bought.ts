import type { Database } from "../../platform/db/database.ts";
import { type BoughtFault, lacksOf } from "./bought-lacks.ts";
import { readsBetween } from "./note-reads.ts";

/** What `doctor` finds in the record of products that clients ever bought. */
export interface BoughtCheck {
	readonly products: number;
	readonly faults: readonly BoughtFault[];
}

const ROWS_AT_ONCE = 2000;

type Scan = Pick<Database, "scan">;

/** Checks that each recorded read of a product is among the client's purchases, and that nothing is recorded that the ledger does not have. */
export async function checkBought(db: Scan): Promise<BoughtCheck> {
	const recorded = await db.scan
		.selectFrom("bought_through as recorded")
		.leftJoin("balance", "balance.client_id", "recorded.client_id")
		.select(["recorded.client_id", "recorded.ledger_seq as upTo", "balance.ledger_seq as last"])
		.orderBy("recorded.client_id")
		.execute();
	const faults = await impossibleRows(db);
	for (const { client_id: clientId, upTo, last } of recorded) {
		if (upTo > (last ?? 0))
			faults.push({
				clientId,
				problem: `reads are recorded up to row ${upTo}, but the ledger has ${last ?? 0} rows`,
			});
		for await (const problem of readProblems(db, clientId, upTo)) faults.push({ clientId, problem });
	}
	const { products } = await db.scan
		.selectFrom("bought_product")
		.select(({ fn }) => fn.countAll<number>().as("products"))
		.executeTakeFirstOrThrow();
	return { products: Number(products), faults };
}

/** Rows that record nothing, or belong to no client. */
async function impossibleRows({ scan }: Scan): Promise<BoughtFault[]> {
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

async function* readProblems(db: Scan, clientId: string, upTo: number): AsyncGenerator<string> {
	for (let after = 0; after < upTo; after += ROWS_AT_ONCE) {
		const reads = await readsBetween(db, clientId, after, Math.min(upTo, after + ROWS_AT_ONCE));
		const bought = await boughtOf(db, clientId, reads);
		for (const read of reads) {
			const problem = lacksOf(bought.get(read.barcode), { ...read, variants: 0 });
			if (problem) yield `${read.barcode}, which was read, ${problem}`;
		}
	}
}

async function boughtOf({ scan }: Scan, clientId: string, reads: readonly { readonly barcode: string }[]) {
	if (reads.length === 0) return new Map();
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
