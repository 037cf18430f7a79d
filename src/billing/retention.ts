import { command } from "../platform/db/command.ts";
import type { Database } from "../platform/db/database.ts";
import type { Tx } from "../platform/db/tx.ts";
import { expiringRows, ROWS_AT_ONCE } from "../platform/retention.ts";
import { integerSetting, type SettingsOf } from "../platform/settings.ts";
import type { Clock } from "../platform/time/clock.ts";
import { DAY_MS } from "../platform/time/durations.ts";

export const retentionSettings = {
	auditDays: integerSetting(
		"PACKSHOT_AUDIT_DAYS",
		90,
		{ min: 0, max: 100_000 },
		"Days for which the audit log keeps its row for each request; 0 keeps it forever. The ledger and deliveries are always kept",
	),
	hourlyUsageDays: integerSetting(
		"PACKSHOT_HOURLY_USAGE_DAYS",
		90,
		{ min: 0, max: 100_000 },
		"Days after which `/usage` merges the hours of a day into one; 0 never merges them. Totals by day and month do not change",
	),
};

/** Falls of a low-balance mark are kept for a month, alerts about caps longer than the month that they are about. */
export const billingExpiry = [
	expiringRows("spending_alert", "expires_at", "alert_id"),
	expiringRows("usage_sum", "expires_at"),
];

/** What may be deleted for one client. */
interface Trim {
	readonly clientId: string;
	readonly beforeMs: number;
}

/** Deletes a client's old refusal sums and its oldest audit rows. @returns whether there may be more. */
export const trimAudit = command<Trim, boolean>("sweep.audit", async (tx, { clientId, beforeMs }) => {
	await tx
		.deleteFrom("usage_sum")
		.where("client_id", "=", clientId)
		.where("grouped_by", "=", "error")
		.where("start", "<", beforeMs)
		.execute();
	const { deleted } = await deleteOldest(tx, clientId, beforeMs);
	return deleted >= ROWS_AT_ONCE;
});

/** Uses the audit index to find the oldest rows, which have no key to delete them by. */
async function deleteOldest(tx: Tx, clientId: string, beforeMs: number): Promise<{ deleted: number }> {
	const last = await tx
		.selectFrom("audit")
		.select("at")
		.where("client_id", "=", clientId)
		.where("at", "<", beforeMs)
		.orderBy("at")
		.limit(1)
		.offset(ROWS_AT_ONCE - 1)
		.executeTakeFirst();
	const result = await tx
		.deleteFrom("audit")
		.where("client_id", "=", clientId)
		.where("at", "<", beforeMs)
		.where("at", "<=", last?.at ?? beforeMs)
		.executeTakeFirst();
	return { deleted: Number(result.numDeletedRows) };
}

/** Folds the hours of the client's oldest unfolded whole day into the first hour of that day. @returns whether there may be more. */
export const aggregateUsage = command<Trim, boolean>("sweep.usage", async (tx, { clientId, beforeMs }) => {
	const first = await tx
		.selectFrom("usage_hour")
		.select("hour")
		.where("client_id", "=", clientId)
		.where("hour", "<", beforeMs)
		.where((row) => row(row.ref("hour"), "%", DAY_MS), "!=", 0)
		.orderBy("hour")
		.limit(1)
		.executeTakeFirst();
	if (!first) return false;
	await aggregateDay(tx, clientId, first.hour - (first.hour % DAY_MS));
	return true;
});

async function aggregateDay(tx: Tx, clientId: string, dayMs: number): Promise<void> {
	await tx
		.insertInto("usage_hour")
		.columns(["client_id", "hour", "action", "requests", "units"])
		.expression((rows) =>
			rows
				.selectFrom("usage_hour")
				.select((row) => [
					"client_id",
					row.val(dayMs).as("hour"),
					"action",
					row.fn.sum<number>("requests").as("requests"),
					row.fn.sum<number>("units").as("units"),
				])
				.where("client_id", "=", clientId)
				.where("hour", ">", dayMs)
				.where("hour", "<", dayMs + DAY_MS)
				.groupBy(["client_id", "action"]),
		)
		.onConflict((on) =>
			on.columns(["client_id", "hour", "action"]).doUpdateSet((row) => ({
				requests: row("usage_hour.requests", "+", row.ref("excluded.requests")),
				units: row("usage_hour.units", "+", row.ref("excluded.units")),
			})),
		)
		.execute();
	await tx
		.deleteFrom("usage_hour")
		.where("client_id", "=", clientId)
		.where("hour", ">", dayMs)
		.where("hour", "<", dayMs + DAY_MS)
		.execute();
}

/** Deletes data older than the settings allow, client by client. A step resolves with whether there may be more; the one after the last starts over. */
export function trimSteps(
	db: Database,
	settings: SettingsOf<typeof retentionSettings>,
	clock: Pick<Clock, "now">,
): () => Promise<boolean> {
	let clients: string[] | undefined;
	return async () => {
		clients ??= (await db.scan.selectFrom("client").select("client_id").execute()).map(
			(row) => row.client_id,
		);
		const [clientId] = clients;
		if (clientId === undefined) {
			clients = undefined;
			return false;
		}
		const before = (days: number) => (days > 0 ? startOfDay(clock.now(), days) : 0);
		const isMoreAudit = await db.write(trimAudit, { clientId, beforeMs: before(settings.auditDays) });
		const isMoreUsage = await db.write(aggregateUsage, {
			clientId,
			beforeMs: before(settings.hourlyUsageDays),
		});
		if (!isMoreAudit && !isMoreUsage) clients.shift();
		return true;
	};
}

function startOfDay(nowMs: number, daysAgo: number): number {
	return nowMs - (nowMs % DAY_MS) - daysAgo * DAY_MS;
}
