import { databaseTimeMs } from "../db/database-time.ts";
import type { EngineTraits } from "../db/engine-traits.ts";
import type { Tx } from "../db/tx.ts";
import { setServiceState } from "../service-state.ts";

/** Duration of a lease. Nobody else works on a task while its lease lasts; the holder renews it every second. */
export const LEASE_MS = 20_000;

/** Identifies who works on a task: the task's row is changed only while it names this lease. */
export interface LeaseHolder {
	readonly leaseId: string;
	/** The time where a clock is moved by hand; `null` to use the database's clock, which is the same for all nodes. */
	readonly manualMs: number | null;
}

/**
 * Begins to claim a task of one kind. Concurrent claims wait until this transaction ends and then see the lease that it wrote, so that only one task
 * at a time is done, on any number of nodes. @returns the database's time, in milliseconds since 1970.
 */
export async function beginClaim(
	tx: Tx,
	traits: EngineTraits,
	kind: string,
	{ leaseId, manualMs }: LeaseHolder,
): Promise<number> {
	await setServiceState(tx, `${kind}_claim`, leaseId);
	return databaseTimeMs(tx, traits, manualMs);
}
