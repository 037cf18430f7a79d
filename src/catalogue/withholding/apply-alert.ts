import { type BeforeCommit, command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { deleteRows, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { givenHechshers } from "../certificates/links.ts";
import { ALERT_CHANGED } from "../changes/change-bits.ts";
import { lockCatalogue, openFieldCounts } from "../fields/field-counts.ts";
import type { FieldValues } from "../fields/values.ts";
import { recordHistory } from "../history/record-history.ts";
import { renewGeneration } from "../stored/generation.ts";
import { mergeRecord } from "../stored/record.ts";
import type { ProductRow } from "../tables.ts";
import { writeChanged } from "../writing/apply-metadata.ts";
import { openChangeTime } from "../writing/change-time.ts";
import type { GivenHechsher } from "../writing/metadata-change.ts";
import { alertedRow, type ChangedProduct, rulesOf } from "./of-products.ts";
import "./tables.ts";
import { isWithheld, type WithheldHechsher, withheldRules, withheldText } from "./withheld.ts";

/** New values for the hechshers of a symbol. */
export interface Correction extends WithheldHechsher {
	readonly values: Partial<Pick<GivenHechsher, "dairy_meat_pareve" | "additional_designation">>;
}

/** What an alert does to the products that it names. */
export interface AlertAct {
	readonly alertId: string;
	/** Its number among the acts of the alert: none is carried out twice on a product. */
	readonly act: number;
	/** What the alert withholds from now on; null for nothing. */
	readonly withholds: WithheldHechsher | null;
	readonly correction: Correction | null;
	/** Whether what no alert withholds any more is removed instead of served again. */
	readonly isSettled: boolean;
	/** The set of changes that corrections and removals belong to. */
	readonly changeSet: number | null;
}

/** Carries out an act on the next products that it was not carried out on. @returns how many products it looked at; 0 when none is left. */
export const applyAlert = command<AlertAct & { readonly limit: number }, number>(
	"catalogue.apply_alert",
	async (tx, { limit, ...order }, traits, beforeCommit) => {
		const counts = await openFieldCounts(tx, traits);
		const { stampMs, record } = await openChangeTime(tx, traits, beforeCommit);
		const before = await takeNext(tx, order, limit);
		if (before.size === 0) return 0;
		const barcodes = [...before.keys()];
		const rules = await rulesOf(tx, barcodes);
		const products = await tx.selectFrom("product").selectAll().where("barcode", "in", barcodes).execute();
		const changed = products.flatMap((product): ChangedProduct[] => {
			const { barcode } = product;
			const wanted = mergeRecord(
				product,
				hechshersAfter(product, before.get(barcode), rules(barcode), order),
				stampMs,
			);
			const after = alertedRow(wanted.record, rules(barcode), stampMs);
			return after === product
				? []
				: [
						{
							barcode,
							before: product,
							after: { ...after, changed_at: after.updated_at ?? after.changed_at },
						},
					];
		});
		const recorded = await writeChanged(tx, traits, changed, { counts, stampMs });
		const stored = recorded.filter(({ change }) => change.hidden);
		await recordHistory(tx, traits, order.changeSet, stored);
		await record(recorded.map(({ change }) => change));
		return before.size;
	},
);

/** What an alert said of a product before this act, and whether it goes on naming it. */
interface Named {
	readonly withheld: string | null;
	readonly stays: boolean;
}

/** Takes products that the act was not carried out on, and notes what the alert withholds of them from now on. */
async function takeNext(
	tx: Tx,
	{ alertId, act, withholds }: AlertAct,
	limit: number,
): Promise<Map<string, Named>> {
	const rows = await tx
		.selectFrom("alerted_product")
		.select(["barcode", "withheld", "named"])
		.where("alert_id", "=", alertId)
		.where("act", "<", act)
		.orderBy("barcode")
		.limit(limit)
		.execute();
	const withheld = withheldText(withholds ? [withholds] : []);
	for (const stays of [true, false]) {
		const some = rows.filter(({ named }) => (named !== DROPPED) === stays);
		if (some.length === 0) continue;
		await tx
			.updateTable("alerted_product")
			.set({ act, withheld: stays ? withheld : null })
			.where("alert_id", "=", alertId)
			.where(
				"barcode",
				"in",
				some.map(({ barcode }) => barcode),
			)
			.execute();
	}
	return new Map(
		rows.map(({ barcode, withheld: was, named }) => [barcode, { withheld: was, stays: named !== DROPPED }]),
	);
}

/** The change of the stored hechshers that the act means: none, a correction, or the removal of what nothing withholds any more. */
function hechshersAfter(
	product: ProductRow,
	named: Named | undefined,
	rules: readonly WithheldHechsher[],
	{ correction, isSettled }: AlertAct,
) {
	const { barcode } = product;
	const given: readonly (GivenHechsher & FieldValues)[] = JSON.parse(givenHechshers(product) ?? "[]");
	const corrected = correction && named?.stays ? correctedHechshers(given, correction) : given;
	const former = isSettled ? withheldRules(named?.withheld ?? null) : [];
	const kept = corrected.filter((each) => !isWithheld(former, each) || isWithheld(rules, each));
	const isChanged = corrected !== given || kept.length < given.length;
	return isChanged ? { barcode, hechshers: kept } : { barcode };
}

/** One that the correction makes equal to another is left out: certificates are found by what would be the same in both. */
function correctedHechshers<Each extends GivenHechsher>(
	given: readonly Each[],
	correction: Correction,
): readonly Each[] {
	const kept = new Set(given.filter((each) => !isWithheld([correction], each)).map(nameOf));
	return given.flatMap((each) => {
		if (!isWithheld([correction], each)) return [each];
		const corrected = { ...each, ...correction.values };
		const name = nameOf(corrected);
		if (kept.has(name)) return [];
		kept.add(name);
		return [corrected];
	});
}

function nameOf({ symbol, dairy_meat_pareve, additional_designation }: GivenHechsher): string {
	const values = [symbol, dairy_meat_pareve, additional_designation];
	return JSON.stringify(values.map((value) => value?.trim() || null));
}

/** Values of `alerted_product.named`. */
export const [COMING, NAMED, DROPPED] = [0, 1, 2] as const;

/** The barcodes that readers see an alert name. */
export async function namedProducts(tx: Tx, alertId: string): Promise<string[]> {
	const rows = await tx
		.selectFrom("alerted_product")
		.select("barcode")
		.where("alert_id", "=", alertId)
		.where("named", "<>", COMING)
		.orderBy("barcode")
		.execute();
	return rows.map(({ barcode }) => barcode);
}

/**
 * Which products an alert is to name from the next act on; those that it does not name any more are named until the act is complete. Requires the lock on
 * the catalogue. @returns barcodes that are not in the catalogue, for which nothing is changed.
 */
export async function nameProducts(
	tx: Tx,
	alertId: string,
	barcodes: readonly string[],
): Promise<readonly string[]> {
	const named = await tx
		.selectFrom("alerted_product")
		.select("barcode")
		.where("alert_id", "=", alertId)
		.execute();
	const before = new Set(named.map(({ barcode }) => barcode));
	const wanted = new Set(barcodes);
	const added = [...wanted].filter((barcode) => !before.has(barcode));
	const products =
		added.length === 0
			? []
			: await tx
					.selectFrom("product")
					.select(["barcode", "brand_number", "department_number"])
					.where("barcode", "in", added)
					.execute();
	const there = new Set(products.map(({ barcode }) => barcode));
	const missing = added.filter((barcode) => !there.has(barcode));
	if (missing.length > 0) return missing;
	const dropped = [...before].filter((barcode) => !wanted.has(barcode));
	if (dropped.length > 0)
		await tx
			.updateTable("alerted_product")
			.set({ named: DROPPED })
			.where("alert_id", "=", alertId)
			.where("barcode", "in", dropped)
			.execute();
	if (products.length > 0)
		await tx
			.insertInto("alerted_product")
			.values(
				products.map((labels) => ({ ...labels, alert_id: alertId, withheld: null, act: 0, named: COMING })),
			)
			.execute();
	return [];
}

/** Goes back to the products that an alert names already, those of an act that does not come about. */
export async function forgetNames(tx: Tx, alertId: string): Promise<void> {
	await deleteRows(tx, "alerted_product", { alert_id: alertId, named: COMING });
	await updateRows(tx, "alerted_product", { alert_id: alertId, named: DROPPED }, { named: NAMED });
}

/** Shows which products an alert names from now on, and tells followers that it concerns them (SPEC E12), at the end of an act. */
export async function showNamed(
	tx: Tx,
	alertId: string,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<void> {
	await lockCatalogue(tx, traits);
	const { stampMs, record } = await openChangeTime(tx, traits, beforeCommit);
	const concerned = await tx
		.selectFrom("alerted_product")
		.innerJoin("product", "product.barcode", "alerted_product.barcode")
		.select(["product.barcode", "product.brand_number", "product.department_number"])
		.where("alert_id", "=", alertId)
		.orderBy("product.barcode")
		.execute();
	await deleteRows(tx, "alerted_product", { alert_id: alertId, named: DROPPED });
	await updateRows(tx, "alerted_product", { alert_id: alertId, named: COMING }, { named: NAMED });
	// Public pages show alerts, and are kept until this changes.
	await renewGeneration(tx);
	await record(
		concerned.map(({ barcode, ...labels }) => ({
			barcode,
			stampMs,
			changed: ALERT_CHANGED,
			held: 0,
			before: labels,
			after: labels,
		})),
	);
}
