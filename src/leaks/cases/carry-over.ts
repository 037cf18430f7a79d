import type { CarryOver } from "../../platform/db/state-before.ts";

/** Links to cases that were revoked after a backup stay revoked when it is restored. */
export async function carryOverCaseLinks(state: CarryOver): Promise<void> {
	const links = { table: "case_link", key: ["token_hash"] };
	await state.change({ ...links, set: { revoked_at: "coalesce(case_link.revoked_at, before.revoked_at)" } });
	await state.remove(links);
}
