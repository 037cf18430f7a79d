import { updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { withWithheld } from "../stored/record.ts";
import type { ProductRow } from "../tables.ts";
import "./tables.ts";
import { type WithheldHechsher, withheldRules, withheldText } from "./withheld.ts";

/** A product before it is changed (`undefined`: it is new), and after. */
export interface ChangedProduct {
	readonly barcode: string;
	readonly before: ProductRow | undefined;
	readonly after: ProductRow;
}

/** What live alerts withhold of some barcodes, whether or not there are products. Requires the lock on the catalogue. */
export async function rulesOf(
	tx: Tx,
	barcodes: readonly string[],
): Promise<(barcode: string) => readonly WithheldHechsher[]> {
	const rows =
		barcodes.length === 0
			? []
			: await tx
					.selectFrom("alerted_product")
					.select(["barcode", "withheld"])
					.where("barcode", "in", barcodes)
					.where("withheld", "is not", null)
					.execute();
	return (barcode) =>
		rows.filter((row) => row.barcode === barcode).flatMap(({ withheld }) => withheldRules(withheld));
}

/** A product that is new, or there again, begins with what live alerts withhold of its barcode. */
export async function withheldFromNew(
	tx: Tx,
	changed: readonly ChangedProduct[],
	stampMs: number,
): Promise<ChangedProduct[]> {
	const added = changed.filter(({ before }) => before === undefined);
	const rules = await rulesOf(
		tx,
		added.map(({ barcode }) => barcode),
	);
	return changed.map((each) =>
		each.before === undefined
			? { ...each, after: withWithheld(each.after, withheldText(rules(each.barcode)), stampMs) }
			: each,
	);
}

/** Keeps the attributes that filters use of a product that is removed, so that this hides no alert. */
export async function keepLabels(tx: Tx, removed: ProductRow): Promise<void> {
	const { barcode, brand_number, department_number } = removed;
	await updateRows(tx, "alerted_product", { barcode }, { brand_number, department_number });
}

/** Names a further barcode in the alerts that name a product, because the product gets it. The former barcode stays named: shops may have it. */
export async function nameInAlerts(tx: Tx, barcode: string, further: string): Promise<boolean> {
	const rows = await tx.selectFrom("alerted_product").selectAll().where("barcode", "=", barcode).execute();
	if (rows.length === 0) return false;
	await tx
		.insertInto("alerted_product")
		.values(rows.map((row) => ({ ...row, barcode: further })))
		.onConflict((on) => on.columns(["alert_id", "barcode"]).doNothing())
		.execute();
	return true;
}

/** A product's row with other rules of what is withheld. */
export function alertedRow(
	before: ProductRow,
	rules: readonly WithheldHechsher[],
	stampMs: number,
): ProductRow {
	const after = withWithheld(before, withheldText(rules), stampMs);
	return after === before ? before : { ...after, changed_at: after.updated_at ?? before.changed_at };
}
