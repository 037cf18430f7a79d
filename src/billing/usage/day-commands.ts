import { command } from "../../platform/db/command.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { ROWS_AT_ONCE } from "../../platform/retention.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { clientSumsOf, refusalsOf } from "./day-totals.ts";

export const addUpClients = command<{ readonly dayMs: number; readonly clientIds: readonly string[] }, void>(
	"usage.add_up_clients",
	async (tx, { dayMs, clientIds }) => {
		await tx
			.insertInto("usage_day")
			.columns(["day", "action", "client_id", "requests", "units"])
			.expression((rows) =>
				rows
					.selectFrom("usage_hour")
					.select((row) => [
						row.val(dayMs).as("day"),
						"action",
						"client_id",
						row.fn.sum<number>("requests").as("requests"),
						row.fn.sum<number>("units").as("units"),
					])
					.where("client_id", "in", clientIds)
					.where("hour", ">=", dayMs)
					.where("hour", "<", dayMs + DAY_MS)
					.groupBy(["client_id", "action"])
					.orderBy("client_id")
					.orderBy("action"),
			)
			.onConflict((on) =>
				on.columns(["day", "action", "client_id"]).doUpdateSet((row) => ({
					requests: row.ref("excluded.requests"),
					units: row.ref("excluded.units"),
				})),
			)
			.execute();
	},
);

export const addUpDay = command<{ readonly dayMs: number }, void>(
	"usage.add_up_day",
	async (tx, { dayMs }) => {
		const sums = {
			...(await clientSumsOf(tx, dayMs)),
			refusals: JSON.stringify(await refusalsOf(tx, dayMs)),
		};
		await tx
			.insertInto("day_total")
			.values({ day: dayMs, ...sums })
			.onConflict((on) => on.column("day").doUpdateSet(sums))
			.execute();
	},
);

/** Deletes sums of days too old to show, and totals of days that have not ended after all, as a clock was ahead. @returns whether there may be more. */
export const forgetDays = command<{ readonly beforeMs: number; readonly openMs: number }, boolean>(
	"usage.forget_days",
	async (tx, { beforeMs, openMs }) => {
		await tx
			.deleteFrom("day_total")
			.where((row) => row.or([row("day", "<", beforeMs), row("day", ">=", openMs)]))
			.execute();
		return deleteOldest(tx, beforeMs);
	},
);

/** Deletes rows of one action of the oldest day. @returns whether there were any. */
async function deleteOldest(tx: Tx, beforeMs: number): Promise<boolean> {
	const first = await tx
		.selectFrom("usage_day")
		.select(["day", "action"])
		.where("day", "<", beforeMs)
		.orderBy("day")
		.orderBy("action")
		.limit(1)
		.executeTakeFirst();
	if (!first) return false;
	const { day, action } = first;
	const last = await tx
		.selectFrom("usage_day")
		.select("client_id")
		.where("day", "=", day)
		.where("action", "=", action)
		.orderBy("client_id")
		.limit(1)
		.offset(ROWS_AT_ONCE - 1)
		.executeTakeFirst();
	let doomed = tx.deleteFrom("usage_day").where("day", "=", day).where("action", "=", action);
	if (last) doomed = doomed.where("client_id", "<=", last.client_id);
	await doomed.execute();
	return true;
}
