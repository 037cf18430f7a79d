import { carryOverClients } from "../../clients/auth/carry-over.ts";
import { carryOverCaseLinks } from "../../leaks/cases/carry-over.ts";
import { carryOverAccounts } from "../../people/accounts/carry-over.ts";
import { carryOverDeliveries } from "../../pictures/delivery/carry-over.ts";
import type { CopiedTable } from "../../platform/db/row-copy.ts";
import { carryOver, type StateBefore } from "../../platform/db/state-before.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { carryOverSecrets } from "../../webhooks/register/carry-over.ts";

/** Carries over from the replaced state what must not open again, and the deliveries by which leaks are traced. */
export async function keepShut(
	tx: Tx,
	before: StateBefore,
	tables: readonly CopiedTable[],
	nowMs: number,
): Promise<void> {
	const restored = new Map(tables.map(({ name, columns }) => [name, columns]));
	const state = carryOver(tx, before, restored);
	await carryOverClients(tx, state, nowMs);
	await carryOverAccounts(state);
	await carryOverDeliveries(state);
	await carryOverCaseLinks(state);
	await carryOverSecrets(state);
}
