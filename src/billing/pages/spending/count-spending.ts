import { checkSum, differences } from "../../ledger/check-sum.ts";
import { type LedgerReader, type LedgerStretch, ledgerSum } from "../../ledger/ledger-sum.ts";
import type { UsageSumTable } from "../../tables.ts";
import { addedUp, addUsageSums } from "../../usage/usage-sums.ts";
import { chargedGroups } from "./charged-groups.ts";
import { groupings, sumsOf } from "./spending-sums.ts";

/**
 * Charges wait for the transaction that adds sums, so no more rows are read once there are as many sums as this. Many rows usually result in few
 * sums, but each may result in four of its own.
 */
const SUMS_AT_ONCE = 400;
const ROWS_AT_ONCE = 400;
/** Ledger rows read in one transaction, however few sums they result in. */
const MOST_ROWS = 4000;

const GROUPED_BY = [...groupings, "none"] as const;

/** Spending by brand and barcode prefix, by day and by month. */
export const spendingSum = ledgerSum<readonly UsageSumTable[]>({
	name: "spending",
	read: readSums,
	add: addUsageSums,
	async owners({ scan }) {
		const query = scan.selectFrom("usage_sum").select("client_id").distinct();
		const rows = await query.where("grouped_by", "in", GROUPED_BY).execute();
		return rows.map(({ client_id }) => client_id);
	},
	// Totals alone: a product may have another brand by now, and a client see other products.
	async compare({ scan }, owners, rebuilt) {
		const stored = await scan
			.selectFrom("usage_sum")
			.select(["client_id", "grouped_by", "span"])
			.select(({ fn }) => [fn.sum<number>("requests").as("requests"), fn.sum<number>("units").as("units")])
			.where("client_id", "in", owners)
			.where("grouped_by", "in", GROUPED_BY)
			.groupBy(["client_id", "grouped_by", "span"])
			.execute();
		let totals: UsageSumTable[] = [];
		for await (const sums of rebuilt)
			totals = addedUp([...totals, ...sums.map((sum) => ({ ...sum, start: 0, name: "" }))]);
		return differences(stored.map(figureOf), totals.map(figureOf));
	},
});

/** Compares spending with the charges. */
export async function checkSpending(db: LedgerReader) {
	const clients = (await spendingSum.owners?.(db)) ?? [];
	return { clients: clients.length, faults: await checkSum(db, spendingSum) };
}

type Total = Pick<UsageSumTable, "client_id" | "grouped_by" | "span" | "requests" | "units">;

function figureOf({ client_id: clientId, grouped_by, span, requests, units }: Total) {
	const about = grouped_by === "none" ? `without a product by ${span}` : `by ${grouped_by} and ${span}`;
	return { clientId, about: `spending ${about}`, amount: `${units} units in ${requests} charges` };
}

async function readSums(db: LedgerReader, balanceKey: string, { after, upTo }: LedgerStretch) {
	const last = Math.min(upTo, after + MOST_ROWS);
	let sums: readonly UsageSumTable[] = [];
	let read = after;
	while (read < last && sums.length < SUMS_AT_ONCE) {
		const stretch = { after: read, upTo: Math.min(last, read + ROWS_AT_ONCE) };
		const groups = await chargedGroups(db, balanceKey, stretch);
		sums = addedUp([...sums, ...groups.flatMap(sumsOf)]);
		read = stretch.upTo;
	}
	return { upTo: read, sums };
}
