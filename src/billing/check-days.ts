import { isoTime } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { sumsOfRow } from "./day-totals.ts";

export interface DayCheck {
	/** Days that are added up. */
	readonly days: number;
	readonly faults: readonly string[];
}

/** Whether the total of each day that is added up is what its clients come to. */
export async function checkDays({ scan }: Pick<Database, "scan">): Promise<DayCheck> {
	const totals = await scan.selectFrom("day_total").selectAll().orderBy("day").execute();
	const faults: string[] = [];
	for (const { day, requests, units } of totals) {
		const row = await scan
			.selectFrom("usage_day")
			.select(({ fn }) => [
				fn.sum<number | null>("requests").as("requests"),
				fn.sum<number | null>("units").as("units"),
			])
			.where("day", "=", day)
			.where("action", "=", "")
			.executeTakeFirstOrThrow();
		const found = sumsOfRow(row);
		if (found.requests !== Number(requests) || found.units !== Number(units))
			faults.push(
				`${isoTime(Number(day)).slice(0, 10)}: clients come to ${found.requests} requests and ${found.units} units, the day to ${requests} and ${units}`,
			);
	}
	return { days: totals.length, faults };
}
