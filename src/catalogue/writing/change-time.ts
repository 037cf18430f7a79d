import { CompiledQuery } from "kysely";
import type { BeforeCommit } from "../../platform/db/command.ts";
import { TransactionTooLong } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { setServiceState } from "../../platform/service-state.ts";
import type { ProductChange } from "../changes/product-change.ts";
import { noteChanges } from "../changes/record-changes.ts";

/** Name of the latest time that a change of the catalogue was stamped with. */
const NAME = "catalogue_stamp";

/** Time limit of a transaction from its stamp to its commit. SPEC D33 promises visibility within the sum of both limits. */
const LONGEST_MS = 4000;
const LONGEST_COMMIT_MS = 1000;

/** The time that a transaction's changes of the catalogue are stamped with. */
export interface ChangeTime {
	readonly stampMs: number;
	/** Records the stamp, and the changes for followers (SPEC E4), if anything was changed. The transaction is rolled back unless it ends in time. */
	record(changes: readonly ProductChange[]): Promise<void>;
}

/**
 * Takes the time of a change from the database's clock, never earlier than that of the previous change. Requires the lock on the catalogue: stamps
 * are then in commit order, and none is older than the duration of its own transaction.
 */
export async function openChangeTime(
	tx: Tx,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<ChangeTime> {
	const { nowMs, lastMs } = await readTimes(tx, traits);
	const stampMs = Math.max(nowMs, lastMs);
	return {
		stampMs,
		async record(changes) {
			await setServiceState(tx, NAME, String(stampMs));
			noteChanges(tx, traits, beforeCommit, changes);
			beforeCommit(() => requireShort(tx, traits, nowMs));
		},
	};
}

async function readTimes(tx: Tx, { clockMs }: EngineTraits): Promise<{ nowMs: number; lastMs: number }> {
	// If the catalogue was last changed by a version that did not record this, its most recently changed product counts.
	const last = `coalesce((select value from service_state where name = '${NAME}'), (select cast(max(changed_at) as text) from product))`;
	const text = `select ${clockMs} as now_ms, ${last} as last_ms`;
	const { rows } = await tx.executeQuery<{ now_ms: number; last_ms: string | null }>(CompiledQuery.raw(text));
	return { nowMs: Number(rows[0]?.now_ms), lastMs: Number(rows[0]?.last_ms ?? 0) };
}

/** Time that passed because the clock was set forward counts too, since callers use the same clock. */
async function requireShort(
	tx: Tx,
	{ clockMs, endWhenSilent }: EngineTraits,
	beganMs: number,
): Promise<void> {
	const limit = endWhenSilent ? `, ${endWhenSilent(LONGEST_COMMIT_MS)}` : "";
	const query = CompiledQuery.raw(`select ${clockMs} as now_ms${limit}`);
	const { rows } = await tx.executeQuery<{ now_ms: number }>(query);
	if (Number(rows[0]?.now_ms) - beganMs <= LONGEST_MS) return;
	throw new TransactionTooLong(
		`a change of the catalogue took longer than ${LONGEST_MS / 1000} s and was rolled back`,
	);
}
