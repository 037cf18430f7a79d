import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { Follower } from "../ledger/follower.ts";
import { addUpClients, addUpDay, forgetDays } from "./day-commands.ts";
import { addedUpDays, clientSumsOf, hourSumsOf } from "./day-totals.ts";
import { DAYS_ADDED_UP, endedDays, openDay } from "./days.ts";

/**
 * Summing up days that have ended, alongside the processes that charge: first the hours of each client, some clients at a time, then the whole day.
 * The result is the same if two processes sum up a day, or if it is summed up again.
 */

/** Number of clients whose hours of a day are processed in one transaction. */
const CLIENTS_AT_ONCE = 50;

/** The periodic work of summing up. Every process does it. */
export function dayFollower(db: Database, clock: Pick<Clock, "now">): Follower {
	return { name: "days", step: addingUpSteps(db, clock) };
}

export async function addUpDays(db: Database, clock: Pick<Clock, "now">): Promise<void> {
	const step = addingUpSteps(db, clock);
	while (await step());
}

/** Sums up all days that have ended, including those already summed up: charges for past days have been added. */
export async function addUpDaysAgain(db: Database, clock: Pick<Clock, "now">): Promise<void> {
	for (const dayMs of endedDays(openDay(clock.now()))) {
		const clients = await clientsOf(db, dayMs);
		while (clients.length > 0) {
			await db.write(addUpClients, { dayMs, clientIds: clients.splice(0, CLIENTS_AT_ONCE) });
		}
		await db.write(addUpDay, { dayMs });
	}
}

/** The same as `addUpDays` in steps, each a short transaction. A step resolves with whether there may be more; the one after the last starts over. */
export function addingUpSteps(db: Database, clock: Pick<Clock, "now">): () => Promise<boolean> {
	let underWay: { readonly dayMs: number; readonly clients: string[] } | undefined;
	const nextToCheck = createDayChecks(db);
	return async () => {
		if (!underWay) {
			const openMs = openDay(clock.now());
			if (await db.write(forgetDays, { beforeMs: openMs - DAYS_ADDED_UP * DAY_MS, openMs })) return true;
			const known = await knownDays(db);
			const dayMs = endedDays(openMs).findLast((day) => !known.has(day)) ?? (await nextToCheck(known));
			if (dayMs === undefined) return false;
			underWay = { dayMs, clients: await clientsOf(db, dayMs) };
			return true;
		}
		const { dayMs, clients } = underWay;
		const clientIds = clients.slice(0, CLIENTS_AT_ONCE);
		if (clientIds.length > 0) {
			await db.write(addUpClients, { dayMs, clientIds });
			clients.splice(0, CLIENTS_AT_ONCE);
		} else {
			await db.write(addUpDay, { dayMs });
			underWay = undefined;
		}
		return true;
	};
}

/**
 * Finds days whose sums do not match their hours: a charge that is recorded in a day deletes the day's total, but not if it is recorded while the day
 * is being summed up, and earlier versions never did.
 * @returns a function of the days that have a total. Whenever there is a new one it compares all of them, and resolves with the next one to be summed
 * up again. A day that does not match even then has lost hours: it is left for `packshot doctor` to report.
 */
function createDayChecks({ scan }: Pick<Database, "scan">) {
	const compared = new Set<number>();
	let isComparing = false;
	return async (known: ReadonlySet<number>): Promise<number | undefined> => {
		for (const dayMs of compared) if (!known.has(dayMs)) compared.delete(dayMs);
		if (!isComparing && known.size > compared.size) compared.clear();
		for (const dayMs of known) {
			if (compared.has(dayMs)) continue;
			compared.add(dayMs);
			isComparing = !(await isAddedUp(scan, dayMs));
			if (isComparing) return dayMs;
		}
		isComparing = false;
		return undefined;
	};
}

async function isAddedUp(scan: Database["scan"], dayMs: number): Promise<boolean> {
	const clients = await clientSumsOf(scan, dayMs);
	const hours = await hourSumsOf(scan, dayMs, dayMs + DAY_MS);
	return clients.requests === hours.requests && clients.units === hours.units;
}

async function knownDays(db: Database): Promise<Set<number>> {
	return new Set((await addedUpDays(db.read)).map(({ day }) => day));
}

async function clientsOf(db: Database, dayMs: number): Promise<string[]> {
	const rows = await db.scan
		.selectFrom("usage_hour")
		.select("client_id")
		.distinct()
		.where("hour", ">=", dayMs)
		.where("hour", "<", dayMs + DAY_MS)
		// A literal, so that the planner recognises that the partial index of hours applies.
		.where(sql<boolean>`action = ''`)
		.orderBy("client_id")
		.execute();
	return rows.map(({ client_id }) => client_id);
}
