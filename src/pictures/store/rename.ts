import { noteFormerBarcode } from "../../catalogue/barcodes/former-barcodes.ts";
import { otherForms } from "../../catalogue/barcodes/same-product.ts";
import { lockCatalogue } from "../../catalogue/fields/field-counts.ts";
import { recordRenaming } from "../../catalogue/history/record-history.ts";
import { nameInAlerts } from "../../catalogue/withholding/of-products.ts";
import { changeProduct } from "../../catalogue/writing/change-product.ts";
import { openChangeTime } from "../../catalogue/writing/change-time.ts";
import type { BeforeCommit } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";

/** A product that is to have another barcode. */
export interface Renaming {
	readonly from: string;
	readonly to: string;
	/** Opens the change set that it belongs to, or gives the id of an open one; called when nothing stands in the way. */
	readonly changeSet: () => Promise<number>;
	/** The history id of the correction that this one takes back. */
	readonly undoes?: number;
}

export type RenamingOutcome =
	| { readonly kind: "renamed" | "no_product" | "taken" }
	/** The catalogue has the product under another form of the new barcode: they are to be merged. */
	| { readonly kind: "other_form"; readonly barcode: string }
	/** A product that was removed had the new barcode: its history and pictures are kept. */
	| { readonly kind: "kept" };

/**
 * Gives a product another barcode, inside a transaction. Its history and all versions of its pictures, by which deliveries are found, go along; ledger, orders
 * and cases keep the barcode of their time, and `former_barcode` leads from there to the product.
 */
export async function renameInside(
	tx: Tx,
	{ from, to, changeSet, undoes }: Renaming,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<RenamingOutcome> {
	await lockCatalogue(tx, traits);
	const hindrance = await hindranceTo(tx, from, to);
	if (hindrance) return hindrance;
	const { stampMs, record } = await openChangeTime(tx, traits, beforeCommit);
	const removed = await changeProduct(tx, traits, { barcode: from, stampMs, update: () => undefined });
	const { before } = removed;
	if (!before) throw new Error(`${from} was there in the same transaction`);
	const after = {
		...before,
		barcode: to,
		digits: to.length,
		updated_at: before.updated_at === null ? null : stampMs,
		changed_at: stampMs,
	};
	await nameInAlerts(tx, from, to);
	const added = await changeProduct(tx, traits, { barcode: to, stampMs, update: () => after });
	for (const table of ["image", "product_history"] as const)
		await tx.updateTable(table).set({ barcode: to }).where("barcode", "=", from).execute();
	await noteFormerBarcode(tx, from, to);
	await recordRenaming(tx, { from, to, stampMs, changeSet: await changeSet(), undoes: undoes ?? null });
	await record([removed.change, added.change]);
	return { kind: "renamed" };
}

async function hindranceTo(tx: Tx, from: string, to: string): Promise<RenamingOutcome | undefined> {
	const names = [from, to, ...otherForms(to)];
	const rows = await tx.selectFrom("product").select("barcode").where("barcode", "in", names).execute();
	const there = rows.map(({ barcode }) => barcode);
	if (!there.includes(from)) return { kind: "no_product" };
	if (there.includes(to)) return { kind: "taken" };
	const otherForm = there.find((barcode) => barcode !== from);
	if (otherForm !== undefined) return { kind: "other_form", barcode: otherForm };
	for (const table of ["image", "product_history"] as const) {
		const row = await tx
			.selectFrom(table)
			.select("barcode")
			.where("barcode", "=", to)
			.limit(1)
			.executeTakeFirst();
		if (row) return { kind: "kept" };
	}
	return undefined;
}
