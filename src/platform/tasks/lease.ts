import { type RawBuilder, sql } from "kysely";

/** Duration of a lease. Nobody else works on a task while its lease lasts; the holder renews it every few seconds. */
export const LEASE_MS = 20_000;

/**
 * A lease that would last longer was written by a clock that has been set back since. Not `LEASE_MS` itself: one that is renewed between a look at the
 * clock and a look at the lease lasts longer than that, and is held.
 */
const LONGEST_MS = 30_000;

/** How long a lease still lasts; 0 when it has ended, or its clock has been set back since. @param nowMs the database's time, which dates leases. */
export function leaseLeftMs(leaseUntilMs: number | null, nowMs: number): number {
	const leftMs = Number(leaseUntilMs ?? 0) - nowMs;
	return leftMs > 0 && leftMs <= LONGEST_MS ? leftMs : 0;
}

/** The same as a condition: whether the lease in a column has ended. */
export function leaseHasEnded(column: string, now: RawBuilder<number> | number): RawBuilder<boolean> {
	return sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} - ${sql.lit(LONGEST_MS)} > ${now})`;
}

/** Identifies who works on a task. */
export interface LeaseHolder {
	readonly leaseId: string;
}
