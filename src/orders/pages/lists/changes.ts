import { lockedAccount } from "../../../people/accounts/accounts.ts";
import { command } from "../../../platform/db/command.ts";
import { countRows, deleteRows, findRow, updateRows } from "../../../platform/db/rows.ts";
import type { Tx } from "../../../platform/db/tx.ts";
import type { ProductListTable } from "../tables.ts";
import { MOST_LISTS } from "./contract.ts";

interface ListInput {
	readonly listId: string;
	readonly accountId: string;
	readonly name: string;
	readonly barcodes: readonly string[];
	readonly nowMs: number;
}

const contentOf = ({ name, barcodes, nowMs }: ListInput) => ({
	name,
	barcodes: JSON.stringify(barcodes),
	barcode_count: barcodes.length,
	changed_at: nowMs,
});

/** A list of the account; undefined if it belongs to another account. */
export function findList(tx: Tx, accountId: string, listId: string): Promise<ProductListTable | undefined> {
	return findRow(tx, "product_list", { list_id: listId, account_id: accountId });
}

export const saveList = command<ListInput, "saved" | "list_limit_reached">(
	"portal.save_list",
	async (tx, input, traits) => {
		await lockedAccount(tx, input.accountId, traits);
		const lists = await countRows(tx.selectFrom("product_list").where("account_id", "=", input.accountId));
		if (lists >= MOST_LISTS) return "list_limit_reached";
		const { listId: list_id, accountId: account_id, nowMs: created_at } = input;
		const row = { list_id, account_id, created_at, ...contentOf(input) };
		await tx.insertInto("product_list").values(row).execute();
		return "saved";
	},
);

/** @returns whether the account has it. */
export const changeList = command<ListInput, boolean>("portal.change_list", async (tx, input) => {
	return (
		(await updateRows(
			tx,
			"product_list",
			{ list_id: input.listId, account_id: input.accountId },
			contentOf(input),
		)) > 0
	);
});

/** @returns whether the account had it. */
export const forgetList = command<Pick<ListInput, "listId" | "accountId">, boolean>(
	"portal.forget_list",
	async (tx, { listId, accountId }) => {
		return (await deleteRows(tx, "product_list", { list_id: listId, account_id: accountId })) > 0;
	},
);
