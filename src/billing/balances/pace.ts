import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { DAY_MS } from "../../platform/time/durations.ts";

/** A balance, and how fast it is spent. */
export interface BalancePace {
	readonly balanceId: string;
	readonly units: number;
	/** By all clients that draw on it; null if too little was spent to tell. */
	readonly unitsPerDay: number | null;
}

const DAYS = 30;
/** Whoever spent on fewer days may never come back, or tomorrow. */
const LEAST_DAYS_SPENT = 3;
/** A pace that was kept for a day or two is none. */
const LEAST_DAYS = 7;

/** The balances that some clients draw on, each with its own pace: none can pay for what is spent of another. */
export async function balancePaces(
	{ scan }: Pick<Database, "scan">,
	clientIds: readonly string[],
	nowMs: number,
): Promise<BalancePace[]> {
	if (clientIds.length === 0) return [];
	const balances = await scan
		.selectFrom("balance")
		.select(["balance_key", "balance_id", "units"])
		.where("balance_key", "in", (row) =>
			row.selectFrom("balance_member").select("balance_key").where("client_id", "in", clientIds),
		)
		.orderBy("balance_key")
		.execute();
	const dayMs = sql<number>`hour - hour % ${sql.lit(DAY_MS)}`;
	const days = await scan
		.selectFrom("balance_member")
		.innerJoin("usage_hour", "usage_hour.client_id", "balance_member.client_id")
		.select((row) => ["balance_key", dayMs.as("dayMs"), row.fn.sum<number>("units").as("units")])
		.where(
			"balance_key",
			"in",
			balances.map(({ balance_key }) => balance_key),
		)
		.where("action", "=", "")
		.where("hour", ">=", nowMs - (nowMs % DAY_MS) - (DAYS - 1) * DAY_MS)
		.groupBy(["balance_key", dayMs])
		.execute();
	return balances.map(({ balance_key, balance_id, units }) => ({
		balanceId: balance_id,
		units,
		unitsPerDay: unitsPerDay(
			days.filter((day) => day.balance_key === balance_key),
			nowMs,
		),
	}));
}

/** The mean since the first of these days on which something was spent. */
export function unitsPerDay(
	days: readonly { readonly dayMs: number; readonly units: number }[],
	nowMs: number,
): number | null {
	const spent = days.filter(({ units }) => units > 0);
	if (spent.length < LEAST_DAYS_SPENT) return null;
	const since = Math.min(...spent.map(({ dayMs }) => dayMs));
	const units = spent.reduce((sum, day) => sum + day.units, 0);
	return units / Math.max(LEAST_DAYS, (nowMs - since) / DAY_MS);
}
