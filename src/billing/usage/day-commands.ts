import { command } from "../../platform/db/command.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { ROWS_AT_ONCE } from "../../platform/retention.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { clientSumsOf, refusalsOf } from "./day-totals.ts";
import { ALL_CLIENTS, addUsageSums, BY_ACTION } from "./usage-sums.ts";

export const addUpClients = command<{ readonly dayMs: number; readonly clientIds: readonly string[] }, void>(
	"usage.add_up_clients",
	async (tx, { dayMs, clientIds }) => {
		await tx
			.insertInto("usage_sum")
			.columns(["client_id", "grouped_by", "span", "start", "name", "requests", "units"])
			.expression((rows) =>
				rows
					.selectFrom("usage_hour")
					.select((row) => [
						"client_id",
						row.val("action").as("grouped_by"),
						row.val("day").as("span"),
						row.val(dayMs).as("start"),
						"action as name",
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
				on.columns(["client_id", "grouped_by", "span", "start", "name"]).doUpdateSet((row) => ({
					requests: row.ref("excluded.requests"),
					units: row.ref("excluded.units"),
				})),
			)
			.execute();
	},
);

export const addUpDay = command<{ readonly dayMs: number }, void>(
	"usage.add_up_day",
	async (tx, { dayMs }, traits) => {
		const ofDay = { client_id: ALL_CLIENTS, span: "day", start: dayMs, expires_at: null };
		const refusals = await refusalsOf(tx, dayMs);
		const rows = [
			{ ...ofDay, grouped_by: "action", name: "", ...(await clientSumsOf(tx, dayMs)) },
			...refusals.map(({ error: name, requests }) => ({
				...ofDay,
				grouped_by: "error",
				name,
				requests,
				units: 0,
			})),
		];
		await tx
			.deleteFrom("usage_sum")
			.where("client_id", "=", ALL_CLIENTS)
			.where("start", "=", dayMs)
			.execute();
		await addUsageSums(tx, traits, rows);
	},
);

/** Deletes sums of days too old to show, and totals of days that have not ended after all, as a clock was ahead. @returns whether there may be more. */
export const forgetDays = command<{ readonly beforeMs: number; readonly openMs: number }, boolean>(
	"usage.forget_days",
	async (tx, { beforeMs, openMs }) => {
		await tx
			.deleteFrom("usage_sum")
			.where("client_id", "=", ALL_CLIENTS)
			.where((row) => row.or([row("start", "<", beforeMs), row("start", ">=", openMs)]))
			.execute();
		return deleteOldest(tx, beforeMs);
	},
);

/** Deletes rows of one action of the oldest day. @returns whether there were any. */
async function deleteOldest(tx: Tx, beforeMs: number): Promise<boolean> {
	const first = await tx
		.selectFrom("usage_sum")
		.select(["start", "name"])
		.where(BY_ACTION)
		.where("start", "<", beforeMs)
		.orderBy("start")
		.orderBy("name")
		.limit(1)
		.executeTakeFirst();
	if (!first) return false;
	const { start, name } = first;
	const last = await tx
		.selectFrom("usage_sum")
		.select("client_id")
		.where(BY_ACTION)
		.where("start", "=", start)
		.where("name", "=", name)
		.orderBy("client_id")
		.limit(1)
		.offset(ROWS_AT_ONCE - 1)
		.executeTakeFirst();
	let doomed = tx
		.deleteFrom("usage_sum")
		.where(BY_ACTION)
		.where("start", "=", start)
		.where("name", "=", name);
	if (last) doomed = doomed.where("client_id", "<=", last.client_id);
	await doomed.execute();
	return true;
}
