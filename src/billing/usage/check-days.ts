import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { addedUpDays } from "./day-totals.ts";
import { ALL_CLIENTS, BY_ACTION } from "./usage-sums.ts";

export interface DayCheck {
	readonly days: number;
	/** The first of each day. */
	readonly faults: readonly string[];
}

const FAULTS_OF_A_DAY = 100;

/** Compares the sums of each day that was summed up, of each client and of all together, with a rebuild from its hours. */
export async function checkDays({ scan }: Pick<Database, "scan">): Promise<DayCheck> {
	const days = await addedUpDays(scan);
	const found: { readonly day: number; readonly fault: string }[] = [];
	for (const { day } of days) {
		for (const each of await differences(scan, day)) found.push({ day, fault: inWords(day, each) });
	}
	// Days are forgotten, and opened again, while the service runs.
	const still = new Set(found.length === 0 ? [] : (await addedUpDays(scan)).map(({ day }) => day));
	return {
		days: days.length,
		faults: found.filter(({ day }) => still.has(day)).map(({ fault }) => fault),
	};
}

interface Difference {
	readonly client_id: string;
	readonly action: string;
	readonly requests: number;
	readonly units: number;
	readonly hour_requests: number;
	readonly hour_units: number;
}

async function differences(scan: Database["scan"], dayMs: number): Promise<Difference[]> {
	const ofDay = sql`hour >= ${dayMs} and hour < ${dayMs + DAY_MS}`;
	// A literal, so that the planner recognises that the partial index of hours applies.
	const inUse = sql`select client_id from usage_hour where ${ofDay} and action = ''`;
	const { rows } = await sql<Difference>`
		select client_id, action, sum(requests) as requests, sum(units) as units,
			sum(hour_requests) as hour_requests, sum(hour_units) as hour_units
		from (
			select client_id, name as action, requests, units, 0 as hour_requests, 0 as hour_units
			from usage_sum where ${BY_ACTION} and start = ${dayMs}
			union all
			select client_id, action, 0, 0, requests, units from usage_hour where client_id in (${inUse}) and ${ofDay}
			union all
			select ${sql.lit(ALL_CLIENTS)}, '', 0, 0, requests, units from usage_hour where ${ofDay} and action = ''
		) as figures
		group by client_id, action having sum(requests) <> sum(hour_requests) or sum(units) <> sum(hour_units)
		order by client_id, action limit ${FAULTS_OF_A_DAY}`.execute(scan);
	return rows;
}

function inWords(dayMs: number, found: Difference): string {
	const { client_id, action, requests, units, hour_requests, hour_units } = found;
	const of = client_id === ALL_CLIENTS ? "" : `${client_id}: `;
	const about = [isoTime(dayMs).slice(0, 10), action].filter(Boolean).join(", ");
	return `${of}${about}: hours add up to ${hour_requests} requests and ${hour_units} units, but the day says ${requests} and ${units}`;
}
