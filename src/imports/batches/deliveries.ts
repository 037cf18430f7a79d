import { lockCatalogue } from "../../catalogue/fields/field-counts.ts";
import type { RecordedChange } from "../../catalogue/history/record-history.ts";
import { recordHistory } from "../../catalogue/history/record-history.ts";
import { openChangeTime } from "../../catalogue/writing/change-time.ts";
import { removeWhole } from "../../pictures/store/remove.ts";
import { command } from "../../platform/db/command.ts";
import { insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import "./tables.ts";

/** Products read at a time, and written in one transaction. */
const READ_AT_ONCE = 1000;

/** A product that an earlier delivery had. */
export interface DeliveredProduct {
	readonly barcode: string;
	/** When it was last delivered, epoch milliseconds. */
	readonly atMs: number;
}

/** The products that an earlier delivery of the same mapping had, that the catalogue still has, and that nobody has marked, in the order of their barcodes. */
export async function* deliveredBefore(tx: Tx, delivery: string): AsyncGenerator<DeliveredProduct> {
	for (let after = ""; ; ) {
		const rows = await tx
			.selectFrom("delivered_product")
			.innerJoin("product", "product.barcode", "delivered_product.barcode")
			.select(["delivered_product.barcode", "delivered_product.delivered_at"])
			.where("delivery", "=", delivery)
			.where("gone_at", "is", null)
			.where("delivered_product.barcode", ">", after)
			.orderBy("delivered_product.barcode")
			.limit(READ_AT_ONCE)
			.execute();
		for (const { barcode, delivered_at } of rows) yield { barcode, atMs: Number(delivered_at) };
		const last = rows.at(-1);
		if (!last || rows.length < READ_AT_ONCE) return;
		after = last.barcode;
	}
}

interface SomeDelivered {
	readonly delivery: string;
	readonly barcodes: readonly string[];
	readonly atMs: number;
}

const COLUMNS = ["delivery", "barcode", "delivered_at", "gone_at"] as const;
const insertDelivered = insertion(
	"delivered_product",
	COLUMNS,
	"on conflict (delivery, barcode) do update set delivered_at = excluded.delivered_at, gone_at = null",
);

/** Records that products were delivered, and so no longer count as gone. */
export const noteDelivered = command<SomeDelivered, undefined>(
	"imports.note_delivered",
	async (tx, { delivery, barcodes, atMs }, traits) => {
		const rows = barcodes.map((barcode) => ({ delivery, barcode, delivered_at: atMs, gone_at: null }));
		await insertDelivered(tx, traits, rows);
		return undefined;
	},
);

/** Marks products as not delivered any more. */
export const markGone = command<SomeDelivered, undefined>(
	"imports.mark_gone",
	async (tx, { delivery, barcodes, atMs }) => {
		await tx
			.updateTable("delivered_product")
			.set({ gone_at: atMs })
			.where("delivery", "=", delivery)
			.where("barcode", "in", barcodes)
			.execute();
		return undefined;
	},
);

/** Removes products that are not delivered any more, among the changes of the import: undoing it brings them back. */
export const removeGone = command<
	{ readonly barcodes: readonly string[]; readonly changeSet: number },
	undefined
>("imports.remove_gone", async (tx, { barcodes, changeSet }, traits, beforeCommit) => {
	await lockCatalogue(tx, traits);
	const time = await openChangeTime(tx, traits, beforeCommit);
	const recorded: RecordedChange[] = [];
	for (const barcode of barcodes) {
		const removed = await removeWhole(tx, traits, barcode, time.stampMs);
		if (removed) recorded.push(removed);
	}
	await recordHistory(tx, traits, changeSet, recorded);
	await time.record(recorded.map(({ change }) => change));
	return undefined;
});

/** Since when a product is not delivered any more, in epoch milliseconds; undefined while any delivery has it, or none ever had. */
export async function goneSince(tx: Tx, barcode: string): Promise<number | undefined> {
	const rows = await tx
		.selectFrom("delivered_product")
		.select("gone_at")
		.where("barcode", "=", barcode)
		.execute();
	if (rows.length === 0 || rows.some(({ gone_at }) => gone_at === null)) return undefined;
	return Math.max(...rows.map(({ gone_at }) => Number(gone_at)));
}
