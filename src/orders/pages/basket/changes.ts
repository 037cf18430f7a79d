import { lockedAccount } from "../../../people/accounts/accounts.ts";
import { command } from "../../../platform/db/command.ts";
import { insertion } from "../../../platform/db/rows.ts";
import type { Tx } from "../../../platform/db/tx.ts";
import { type BasketItem, MOST_ITEMS } from "./contract.ts";
import "../../../people/tables.ts";

export async function readBasket(tx: Tx, accountId: string): Promise<BasketItem[]> {
	const rows = await tx
		.selectFrom("basket_item")
		.select(["barcode", "include", "variants"])
		.where("account_id", "=", accountId)
		.orderBy("place")
		.orderBy("barcode")
		.execute();
	return rows.map(({ barcode, include, variants }) => ({
		barcode,
		...(include === null ? {} : { include: JSON.parse(include) }),
		...(variants === null ? {} : { variants: JSON.parse(variants) }),
	}));
}

const replaceItems = insertion(
	"basket_item",
	["account_id", "barcode", "place", "include", "variants"],
	`on conflict (account_id, barcode) do update set include = excluded.include, variants = excluded.variants`,
);

/** Adds products to a basket, or none if it would hold too many. Items already in it keep their position. */
export const putInBasket = command<
	{ readonly accountId: string; readonly items: readonly BasketItem[] },
	BasketItem[] | "full"
>("portal.put_in_basket", async (tx, { accountId, items }, traits) => {
	await lockedAccount(tx, accountId, traits);
	const before = await tx
		.selectFrom("basket_item")
		.select(["barcode", "place"])
		.where("account_id", "=", accountId)
		.execute();
	// The last item for a barcode replaces earlier ones.
	const wanted = new Map(items.map((item) => [item.barcode, item]));
	if (new Set([...before.map(({ barcode }) => barcode), ...wanted.keys()]).size > MOST_ITEMS) return "full";
	const last = before.reduce((most, { place }) => Math.max(most, place), 0);
	const rows = [...wanted.values()].map(({ barcode, include, variants }, index) => ({
		account_id: accountId,
		barcode,
		place: last + 1 + index,
		include: include ? JSON.stringify(include) : null,
		variants: variants ? JSON.stringify(variants) : null,
	}));
	await replaceItems(tx, traits, rows);
	return readBasket(tx, accountId);
});

export const removeFromBasket = command<
	{ readonly accountId: string; readonly barcodes: readonly string[] },
	BasketItem[]
>("portal.remove_from_basket", async (tx, { accountId, barcodes }) => {
	await tx
		.deleteFrom("basket_item")
		.where("account_id", "=", accountId)
		.where("barcode", "in", barcodes)
		.execute();
	return readBasket(tx, accountId);
});

export const clearBasket = command<{ readonly accountId: string }, BasketItem[]>(
	"portal.clear_basket",
	async (tx, { accountId }) => {
		await tx.deleteFrom("basket_item").where("account_id", "=", accountId).execute();
		return [];
	},
);

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
