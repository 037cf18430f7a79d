import { usageSince } from "../../billing/usage/usage.ts";
import type { Client } from "../../clients/policy/client.ts";
import type { Database } from "../../platform/db/database.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time/durations.ts";

const DAYS = 30;

/** A key's spending per day, over the last 30 days or since it was created. */
export async function spendingPace(
	db: Database,
	{ clientId, createdAtMs }: Pick<Client, "clientId" | "createdAtMs">,
	nowMs: number,
): Promise<{ unitsPerDay: number; paceDays: number }> {
	const ageDays = Math.ceil((nowMs - createdAtMs) / DAY_MS);
	const paceDays = Math.min(DAYS, Math.max(1, ageDays));
	const sinceMs = nowMs - paceDays * DAY_MS;
	const [{ units }] = await usageSince(db, clientId, sinceMs - (sinceMs % HOUR_MS));
	return { unitsPerDay: units / paceDays, paceDays };
}
