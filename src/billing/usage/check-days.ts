import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { addedUpDays, clientSumsOf, hourSumsOf, type UsageSums } from "./day-totals.ts";

export interface DayCheck {
	readonly days: number;
	readonly faults: readonly string[];
}

/** Checks that the total of each day matches the sums of its clients, and that those match their hours. */
export async function checkDays({ scan }: Pick<Database, "scan">): Promise<DayCheck> {
	const totals = await addedUpDays(scan);
	const faults: string[] = [];
	for (const { day, ...sums } of totals) {
		const [clients, hours] = [await clientSumsOf(scan, day), await hourSumsOf(scan, day, day + DAY_MS)];
		const date = isoTime(day).slice(0, 10);
		if (!isSame(clients, sums))
			faults.push(`${date}: clients add up to ${words(clients)}, but the day says ${words(sums)}`);
		if (!isSame(hours, clients))
			faults.push(`${date}: hours add up to ${words(hours)}, but clients to ${words(clients)}`);
	}
	return { days: totals.length, faults };
}

const isSame = (one: UsageSums, other: UsageSums) =>
	one.requests === other.requests && one.units === other.units;
const words = ({ requests, units }: UsageSums) => `${requests} requests and ${units} units`;
