import { clientLedger } from "../../../clients/account/client-ledger.ts";
import type { Database } from "../../../platform/db/database.ts";
import { catchUpSum } from "../../ledger/ledger-sum.ts";
import { spendingSum } from "./count-spending.ts";
import { type Grouping, stretchesOf } from "./spending-sums.ts";

/** Spending on one brand or prefix, or on several combined. */
export interface SpendingAmount {
	readonly charges: number;
	readonly units: number;
}

export interface Spending {
	/** Highest amount first. An empty name stands for products without a brand. */
	readonly names: readonly (SpendingAmount & { readonly name: string })[];
	/** Charges without a product: listings, bulk checks, orders. */
	readonly noProduct: SpendingAmount;
	/** Number of the newest charges that are not included: too many to sum up while somebody waits. */
	readonly uncounted: number;
}

/** A client's spending by brand or prefix in a range of UTC days. The time it takes depends on the number of names, not of charges. */
export async function readSpending(
	db: Database,
	clientId: string,
	grouping: Grouping,
	{ startMs, endMs, nowMs }: { readonly startMs: number; readonly endMs: number; readonly nowMs: number },
): Promise<Spending> {
	const balanceKeys = (await clientLedger(db, clientId)).map(({ balanceKey }) => balanceKey);
	const uncounted = await catchUpSum(db, spendingSum, balanceKeys, nowMs);
	const all = await storedSums(db, clientId, grouping, startMs, endMs);
	const names = new Map<string, SpendingAmount>();
	for (const sum of all) if (sum.groupedBy === grouping) names.set(sum.name, added(names.get(sum.name), sum));
	const noProduct = all.filter(({ groupedBy }) => groupedBy === "none");
	return {
		names: [...names]
			.map(([name, amount]) => ({ name, ...amount }))
			.sort((one, other) => other.units - one.units || (one.name < other.name ? -1 : 1)),
		noProduct: noProduct.reduce<SpendingAmount>(added, NOTHING),
		uncounted,
	};
}

const NOTHING: SpendingAmount = { charges: 0, units: 0 };

function added(before: SpendingAmount = NOTHING, { charges, units }: SpendingAmount): SpendingAmount {
	return { charges: before.charges + charges, units: before.units + units };
}

interface Sum extends SpendingAmount {
	readonly groupedBy: Grouping | "none";
	readonly name: string;
}

async function storedSums(
	db: Database,
	clientId: string,
	grouping: Grouping,
	startMs: number,
	endMs: number,
): Promise<Sum[]> {
	const queries = stretchesOf(startMs, endMs).flatMap((stretch) =>
		([grouping, "none"] as const).map(async (groupedBy) => {
			const rows = await db.scan
				.selectFrom("usage_sum")
				.select(["name", ({ fn }) => fn.sum<number>("requests").as("charges")])
				.select(({ fn }) => fn.sum<number>("units").as("units"))
				.where("client_id", "=", clientId)
				.where("grouped_by", "=", groupedBy)
				.where("span", "=", stretch.span)
				.where("start", ">=", stretch.startMs)
				.where("start", "<", stretch.endMs)
				.groupBy("name")
				.execute();
			return rows.map(({ name, charges, units }) => ({
				groupedBy,
				name,
				charges: Number(charges),
				units: Number(units),
			}));
		}),
	);
	return (await Promise.all(queries)).flat();
}
