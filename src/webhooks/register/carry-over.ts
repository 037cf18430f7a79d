import type { CarryOver } from "../../platform/db/state-before.ts";

/** A signing secret that was replaced after a backup does not sign again when it is restored. */
export async function carryOverSecrets(state: CarryOver): Promise<void> {
	await state.change({ table: "webhook", key: ["client_id"], set: ["secret", "former_secrets"] });
}
