import { differences } from "../../ledger/check-sum.ts";
import { type LedgerReader, type LedgerStretch, ledgerSum } from "../../ledger/ledger-sum.ts";
import { addUsageSums } from "../../usage/usage-sums.ts";
import { chargedGroups } from "./charged-groups.ts";
import { createSpendingSums, groupings, type SpendingSum, type SpendingSums } from "./spending-sums.ts";

/**
 * Charges wait for the transaction that adds sums, so no more rows are read once there are as many sums as this. Many rows usually result in few
 * sums, but each may result in four of its own.
 */
const SUMS_AT_ONCE = 400;
const ROWS_AT_ONCE = 400;
/** Ledger rows read in one step, however few sums they result in: listings wait for the same thread. */
const MOST_ROWS = 10_000;

type ClientSum = SpendingSum & { readonly clientId: string };

/** Spending by brand and barcode prefix, by day and by month. */
export const spendingSum = ledgerSum<readonly ClientSum[]>({
	name: "spending",
	read: readSums,
	async owners({ scan }) {
		const rows = await scan
			.selectFrom("usage_sum")
			.select("client_id")
			.distinct()
			.where("grouped_by", "in", GROUPED_BY)
			.execute();
		return rows.map(({ client_id }) => client_id);
	},
	// A product may have another brand by now, and a client see other products.
	async compare({ scan }, owners, rebuilt) {
		const stored = await scan
			.selectFrom("usage_sum")
			.select(["client_id as clientId", "grouped_by as groupedBy", "span"])
			.select(({ fn }) => [fn.sum<number>("requests").as("charges"), fn.sum<number>("units").as("units")])
			.where("client_id", "in", owners)
			.where("grouped_by", "in", GROUPED_BY)
			.groupBy(["client_id", "grouped_by", "span"])
			.execute();
		const totals = new Map<string, Total>();
		for await (const sums of rebuilt) {
			for (const { clientId, groupedBy, span, charges, units } of sums) {
				const name = `${clientId} ${groupedBy} ${span}`;
				const before = totals.get(name) ?? { charges: 0, units: 0 };
				totals.set(name, {
					clientId,
					groupedBy,
					span,
					charges: before.charges + charges,
					units: before.units + units,
				});
			}
		}
		return differences(stored.map(figureOf), [...totals.values()].map(figureOf));
	},
	async add(tx, traits, sums) {
		const rows = sums.map(({ clientId: client_id, groupedBy: grouped_by, charges: requests, ...sum }) => ({
			client_id,
			grouped_by,
			requests,
			...sum,
			expires_at: null,
		}));
		await addUsageSums(tx, traits, rows);
	},
});

const GROUPED_BY = [...groupings, "none"] as const;

type Total = Pick<ClientSum, "clientId" | "charges" | "units"> & Record<"groupedBy" | "span", string>;

function figureOf({ clientId: owner, groupedBy, span, charges, units }: Total) {
	const about =
		groupedBy === "none" ? `spending without a product by ${span}` : `spending by ${groupedBy} and ${span}`;
	return { owner, about, amount: `${units} units in ${charges} charges` };
}

async function readSums(db: LedgerReader, balanceKey: string, { after, upTo }: LedgerStretch) {
	const last = Math.min(upTo, after + MOST_ROWS);
	const byClient = new Map<string, SpendingSums>();
	let read = after;
	while (read < last && countOf(byClient) < SUMS_AT_ONCE) {
		const stretch = { after: read, upTo: Math.min(last, read + ROWS_AT_ONCE) };
		for (const [clientId, groups] of await chargedGroups(db, balanceKey, stretch)) {
			const own = byClient.get(clientId) ?? createSpendingSums();
			own.add(groups);
			byClient.set(clientId, own);
		}
		read = stretch.upTo;
	}
	const sums = [...byClient].flatMap(([clientId, each]) => each.all().map((sum) => ({ ...sum, clientId })));
	return { upTo: read, sums };
}

function countOf(byClient: ReadonlyMap<string, SpendingSums>): number {
	return [...byClient.values()].reduce((count, sums) => count + sums.all().length, 0);
}
