import type { BeforeCommit } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { ProductRow } from "../tables.ts";
import { changeProduct } from "../writing/change-product.ts";
import { openChangeTime } from "../writing/change-time.ts";
import { alertedRow, nameInAlerts, rulesOf } from "./of-products.ts";

/** Names a product in the alerts of another one, which becomes part of it, inside the transaction that does that. */
export async function shareAlerts(
	tx: Tx,
	{ from, to }: { readonly from: string; readonly to: string },
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<void> {
	if (!(await nameInAlerts(tx, from, to))) return;
	const { stampMs, record } = await openChangeTime(tx, traits, beforeCommit);
	const rules = await rulesOf(tx, [to]);
	const update = (before: ProductRow | undefined) => before && alertedRow(before, rules(to), stampMs);
	const { change } = await changeProduct(tx, traits, { barcode: to, stampMs, update });
	await record([change]);
}
