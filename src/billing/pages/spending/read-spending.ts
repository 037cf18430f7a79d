import { clientLedger } from "../../../clients/account/client-ledger.ts";
import type { Database } from "../../../platform/db/database.ts";
import { newestEntry } from "../../balances/balance.ts";
import { chargedGroups } from "./charged-groups.ts";
import { countedUpTo } from "./count-spending.ts";
import { createSpendingSums, type Grouping, type SpendingSum, stretchesOf } from "./spending-sums.ts";

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

/** Number of the newest ledger rows that are summed up on the fly. */
const NEWEST_AT_ONCE = 5000;

/** A client's spending by brand or prefix in a range of UTC days. The time it takes depends on the number of names, not of charges. */
export async function readSpending(
	db: Database,
	clientId: string,
	grouping: Grouping,
	{ startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): Promise<Spending> {
	// Read before the sums: rows counted in between are in the stored sums, and would otherwise be counted twice.
	const tail = await newestSums(db, clientId, startMs, endMs);
	const stored = await storedSums(db, clientId, grouping, startMs, endMs);
	if ((await countedOf(db, tail.balanceKeys)).join() !== tail.counted.join()) {
		return readSpending(db, clientId, grouping, { startMs, endMs });
	}
	const all = [
		...stored,
		...tail.sums.filter(({ groupedBy }) => groupedBy === grouping || groupedBy === "none"),
	];
	const names = new Map<string, SpendingAmount>();
	for (const sum of all) if (sum.groupedBy === grouping) names.set(sum.name, added(names.get(sum.name), sum));
	const noProduct = all.filter(({ groupedBy }) => groupedBy === "none");
	return {
		names: [...names]
			.map(([name, amount]) => ({ name, ...amount }))
			.sort((one, other) => other.units - one.units || (one.name < other.name ? -1 : 1)),
		noProduct: noProduct.reduce<SpendingAmount>(added, NOTHING),
		uncounted: tail.uncounted,
	};
}

const NOTHING: SpendingAmount = { charges: 0, units: 0 };

function added(before: SpendingAmount = NOTHING, { charges, units }: SpendingAmount): SpendingAmount {
	return { charges: before.charges + charges, units: before.units + units };
}

type Sum = Pick<SpendingSum, "groupedBy" | "name" | "charges" | "units">;

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
				.selectFrom("spending")
				.select(["name", ({ fn }) => fn.sum<number>("charges").as("charges")])
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

/** The sums of the newest rows that name the client, which are not yet included in the stored sums. */
async function newestSums(db: Database, clientId: string, startMs: number, endMs: number) {
	const balanceKeys = (await clientLedger(db, clientId)).map(({ balanceKey }) => balanceKey);
	const counted = await countedOf(db, balanceKeys);
	const sums = createSpendingSums();
	let uncounted = 0;
	for (const [place, balanceKey] of balanceKeys.entries()) {
		const after = counted[place] ?? 0;
		const upTo = await newestEntry(db, balanceKey);
		if (upTo - after > NEWEST_AT_ONCE) uncounted += upTo - after;
		else if (upTo > after) {
			const groups = (await chargedGroups(db, balanceKey, { after, upTo }, clientId)).get(clientId) ?? [];
			sums.add(groups.filter(({ dayMs }) => dayMs >= startMs && dayMs < endMs));
		}
	}
	return { balanceKeys, counted, sums: sums.all().filter(({ span }) => span === "day"), uncounted };
}

function countedOf(db: Database, balanceKeys: readonly string[]): Promise<number[]> {
	return Promise.all(balanceKeys.map((balanceKey) => countedUpTo(db, balanceKey)));
}
