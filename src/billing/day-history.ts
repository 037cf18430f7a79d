import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS } from "../platform/http/fixed-window.ts";
import type { DayTotals } from "./day-totals.ts";

/** What all clients did day by day, oldest first. */
export interface DayHistory {
	/** Days that are not added up yet are missing. The last one is today. */
	readonly days: readonly { readonly dayMs: number; readonly totals: DayTotals }[];
	readonly isComplete: boolean;
}

/** Requests that began before midnight are recorded a little after it: until then a day is read anew each time. */
const RECORDED_WITHIN_MS = 10 * 60_000;

/**
 * Reads the last days. Days that have ended never change: each is added up once per process, one after the other, newest first. A reader waits for
 * that at most `patienceMs` and gets what is there by then; the rest is added up meanwhile.
 * @param readDay reads one UTC day. @returns a function of the time; it throws what `readDay` threw, also if nobody was waiting then.
 */
export function createDayHistory(
	readDay: (dayMs: number) => Promise<DayTotals>,
	{ days, patienceMs }: { readonly days: number; readonly patienceMs: number },
): (nowMs: number) => Promise<DayHistory> {
	const ended = new Map<number, DayTotals>();
	let filling: Promise<void> | undefined;
	let failure: { readonly fault: unknown } | undefined;

	async function fill(missing: readonly number[]): Promise<void> {
		try {
			for (const dayMs of missing) ended.set(dayMs, await readDay(dayMs));
		} catch (fault) {
			failure = { fault };
		} finally {
			filling = undefined;
		}
	}

	async function fillFor(missing: readonly number[]): Promise<void> {
		if (missing.length === 0) return;
		filling ??= fill(missing);
		const stop = new AbortController();
		const patience = sleep(patienceMs, undefined, { signal: stop.signal }).catch(() => undefined);
		await Promise.race([filling, patience]);
		stop.abort();
		if (!failure) return;
		const { fault } = failure;
		failure = undefined;
		throw fault;
	}

	return async (nowMs) => {
		const shown = daysUpTo(nowMs, days);
		for (const dayMs of ended.keys()) if (!shown.includes(dayMs)) ended.delete(dayMs);
		const open = shown.filter((dayMs) => dayMs + DAY_MS + RECORDED_WITHIN_MS > nowMs);
		const missing = shown.filter((dayMs) => !open.includes(dayMs) && !ended.has(dayMs));
		// Today first: on SQLite what is read stands in one line.
		const fresh = await Promise.all(open.map(async (dayMs) => [dayMs, await readDay(dayMs)] as const));
		await fillFor(missing.reverse());
		const known = new Map([...ended, ...fresh]);
		const found = shown.flatMap((dayMs) => {
			const totals = known.get(dayMs);
			return totals ? [{ dayMs, totals }] : [];
		});
		return { days: found, isComplete: found.length === shown.length };
	};
}

/** The beginnings of the last UTC days, today's last. */
function daysUpTo(nowMs: number, days: number): number[] {
	const todayMs = nowMs - (nowMs % DAY_MS);
	return Array.from({ length: days }, (_, place) => todayMs - (days - 1 - place) * DAY_MS);
}
