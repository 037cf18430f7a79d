import { databaseTimeMs } from "../db/database-time.ts";
import type { EngineTraits } from "../db/engine-traits.ts";
import type { Tx } from "../db/tx.ts";
import { setServiceState } from "../service-state.ts";

/** Nobody else does a task while its lease lasts; whoever does it renews it every second. */
export const LEASE_MS = 20_000;

/** Who does a task: a row of it is changed only while it names this lease. */
export interface LeaseHolder {
	readonly leaseId: string;
	/** The time where a clock is moved by hand; `null` for the database's clock, which is the same for all nodes. */
	readonly manualMs: number | null;
}

/**
 * Begins a claim of a task of one kind. Whoever claims one at the same moment waits until this transaction ends, and then sees the lease
 * that it wrote, so that one task at a time can be done on however many nodes. @returns the database's time, in milliseconds since 1970.
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
