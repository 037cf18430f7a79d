import type { Database } from "../../platform/db/database.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { createOpenDays, type DayTotals, mostFrequentFirst } from "./day-totals.ts";
import { DAYS_ADDED_UP } from "./days.ts";
import { ALL_CLIENTS } from "./usage-sums.ts";

/** Totals of all clients by day, oldest first. */
export interface DayHistory {
	/** The last one is today. Days that have not been summed up yet are missing. */
	readonly days: readonly { readonly dayMs: number; readonly totals: DayTotals }[];
	readonly isComplete: boolean;
}

/** Reads the latest days as of a given time: stored totals of days that have ended, and current sums of today and, after midnight, of yesterday. */
export function createDayHistory(db: Database): (nowMs: number) => Promise<DayHistory> {
	const readOpen = createOpenDays(db);
	return async (nowMs) => {
		const todayMs = nowMs - (nowMs % DAY_MS);
		const yesterdayMs = todayMs - DAY_MS;
		const firstMs = todayMs - (DAYS_ADDED_UP - 1) * DAY_MS;
		const stored = await readStored(db, firstMs, todayMs);
		const open = stored.at(-1)?.dayMs === yesterdayMs ? [todayMs] : [yesterdayMs, todayMs];
		const fresh = open.map(async (dayMs) => ({ dayMs, totals: await readOpen(dayMs, nowMs) }));
		const days = [...stored, ...(await Promise.all(fresh))];
		return { days, isComplete: days.length === DAYS_ADDED_UP };
	};
}

async function readStored(
	{ read }: Database,
	fromMs: number,
	beforeMs: number,
): Promise<{ dayMs: number; totals: DayTotals }[]> {
	const rows = await read
		.selectFrom("usage_sum")
		.select(["grouped_by", "start", "name", "requests", "units"])
		.where("client_id", "=", ALL_CLIENTS)
		.where("start", ">=", fromMs)
		.where("start", "<", beforeMs)
		.orderBy("start")
		.execute();
	const refusalsOf = (dayMs: number) =>
		rows.flatMap(({ grouped_by, start, name: error, requests }) =>
			grouped_by === "error" && start === dayMs ? [{ error, requests }] : [],
		);
	return rows
		.filter(({ grouped_by }) => grouped_by === "action")
		.map(({ start: dayMs, requests, units }) => ({
			dayMs,
			totals: { requests, units, refusals: mostFrequentFirst(refusalsOf(dayMs)) },
		}));
}
