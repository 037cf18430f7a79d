import type { Tx } from "../../platform/db/tx.ts";
import "../tables.ts";

/** Replaces a product by another in all baskets; where the other one is already, its item stays. */
export async function moveInBaskets(tx: Tx, from: string, to: string): Promise<void> {
	const accounts = tx.selectFrom("account").select("account_id");
	const having = tx.selectFrom("basket_item").select("account_id").where("barcode", "=", to);
	await tx
		.deleteFrom("basket_item")
		.where("account_id", "in", accounts)
		.where("barcode", "=", from)
		.where("account_id", "in", having.where("account_id", "in", accounts))
		.execute();
	await tx
		.updateTable("basket_item")
		.set({ barcode: to })
		.where("account_id", "in", accounts)
		.where("barcode", "=", from)
		.execute();
}
