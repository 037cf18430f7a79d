import { newestEntry } from "../billing/balance.ts";
import type { Database } from "../platform/db/database.ts";
import { chargedGroups, filterOf } from "./charged-groups.ts";
import { countedUpTo } from "./count-spending.ts";
import { createSpendingSums, type Grouping, type SpendingSum, stretchesOf } from "./spending-sums.ts";

/** What was spent on one brand or prefix, or on several taken together. */
export interface SpendingAmount {
	readonly charges: number;
	readonly units: number;
}

export interface Spending {
	/** Dearest first. An empty name: products without a brand. */
	readonly names: readonly (SpendingAmount & { readonly name: string })[];
	/** Charges that name no product: listings, checks in bulk, orders. */
	readonly noProduct: SpendingAmount;
	/** Newest charges that are not in here yet: too many to be added up while somebody waits. */
	readonly uncounted: number;
}

/** Newest ledger rows that are added up while somebody waits. */
const NEWEST_AT_ONCE = 5000;

/** What a client spent on brands or prefixes in a range of UTC days. The time it takes goes by the number of names, not of charges. */
export async function readSpending(
	db: Database,
	clientId: string,
	grouping: Grouping,
	{ startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): Promise<Spending> {
	// Read before the sums: what is counted meanwhile is in the sums, and would be added once more.
	const tail = await newestSums(db, clientId, startMs, endMs);
	const stored = await storedSums(db, clientId, grouping, startMs, endMs);
	if (tail.countedUpTo !== (await countedUpTo(db, clientId))) {
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

/** The sums of the newest rows, which are not added up yet. */
async function newestSums(db: Database, clientId: string, startMs: number, endMs: number) {
	const after = await countedUpTo(db, clientId);
	const upTo = await newestEntry(db, clientId);
	if (upTo - after > NEWEST_AT_ONCE) return { countedUpTo: after, sums: [], uncounted: upTo - after };
	const filter = await filterOf(db, clientId);
	const groups = upTo > after ? await chargedGroups(db, clientId, { after, upTo }, filter) : [];
	const inside = groups.filter(({ dayMs }) => dayMs >= startMs && dayMs < endMs);
	const sums = createSpendingSums();
	sums.add(inside);
	return { countedUpTo: after, sums: sums.all().filter(({ span }) => span === "day"), uncounted: 0 };
}
