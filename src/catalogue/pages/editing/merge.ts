import { type NotingParts, noteAllOrders } from "../../../orders/bought/note-orders.ts";
import { moveInBaskets } from "../../../orders/pages/basket/changes.ts";
import { type Actor, recordEvent } from "../../../pages/events.ts";
import { copyPictures } from "../../../pictures/store/copy-pictures.ts";
import { removeWhole } from "../../../pictures/store/remove.ts";
import { type BeforeCommit, command } from "../../../platform/db/command.ts";
import type { EngineTraits } from "../../../platform/db/engine-traits.ts";
import type { Tx } from "../../../platform/db/tx.ts";
import { tryAgainIfTooLong } from "../../../platform/db/write-in-parts.ts";
import { moveProposals } from "../../../proposals/propose.ts";
import { isSameProduct } from "../../barcodes/same-product.ts";
import { lockCatalogue } from "../../fields/field-counts.ts";
import { META_MASK_COLUMNS } from "../../fields/masks.ts";
import { PRODUCT_META_SCOPES, type Variant } from "../../fields/scopes.ts";
import { insertChangeSet } from "../../history/change-set.ts";
import { recordHistory } from "../../history/record-history.ts";
import { certifiedHechshers, givenMetadata } from "../../stored/given-metadata.ts";
import type { ProductRow } from "../../tables.ts";
import { shareAlerts } from "../../withholding/share-alerts.ts";
import { applyMetadata } from "../../writing/apply-metadata.ts";
import { openChangeTime } from "../../writing/change-time.ts";
import type { MetadataChange } from "../../writing/metadata-change.ts";
import { withEvidence } from "./evidence.ts";

/** Two products whose barcodes are forms of one GTIN are to become one. */
export interface MergeOrder {
	/** The barcode that stays. */
	readonly keep: string;
	readonly other: string;
	/** Ids for pictures that move. */
	readonly imageIds: Readonly<Record<Variant, string>>;
	readonly uploadOffsetMinutes: number;
	readonly actor: Actor;
}

export type MergeOutcome =
	| {
			readonly kind: "merged";
			/** Whether the other product is gone: one that was delivered, bought or traced stays, without metadata. */
			readonly removed: boolean;
			readonly pictures: readonly Variant[];
	  }
	/** Merged already, or both were delivered, bought or traced and the other has no metadata. */
	| { readonly kind: "nothing_to_merge" }
	/** Not two forms of one GTIN, or the product to keep is not in the catalogue. */
	| { readonly kind: "no_pair" | "no_product" }
	/** Only the other product was delivered, bought or traced: it has to be kept. */
	| { readonly kind: "keep_other" };

/**
 * Merges a product into another one: its metadata fills in what the other is missing, its pictures move where the other has none, and it is removed. If both
 * were delivered, bought or traced, metadata alone moves. One transaction; histories and evidence stay as they are.
 */
export const mergeProducts = command<MergeOrder, MergeOutcome>(
	"portal.merge_products",
	async (tx, order, traits, beforeCommit) => {
		const { keep, other, actor } = order;
		if (keep === other || !isSameProduct(keep, other)) return { kind: "no_pair" };
		await lockCatalogue(tx, traits);
		const rows = await tx.selectFrom("product").selectAll().where("barcode", "in", [keep, other]).execute();
		const from = rows.find(({ barcode }) => barcode === other);
		if (!rows.some(({ barcode }) => barcode === keep)) return { kind: "no_product" };
		if (!from) return { kind: "nothing_to_merge" };
		const evidence = await withEvidence(tx, [keep, other]);
		if (evidence.has(other) && !evidence.has(keep)) return { kind: "keep_other" };
		if (evidence.has(other) && !hasMetadata(from)) return { kind: "nothing_to_merge" };
		const changeSet = await insertChangeSet(tx, { kind: "merge", accountId: actor.accountId }, actor.atMs);
		const merging = { ...order, changeSet, from };
		await shareAlerts(tx, { from: other, to: keep }, traits, beforeCommit);
		await moveMetadata(tx, merging, evidence.has(other), traits, beforeCommit);
		const pictures = evidence.has(other) ? [] : await moveTheRest(tx, merging, traits, beforeCommit);
		await recordEvent(tx, actor, "product.merged", keep, other);
		return { kind: "merged", removed: !evidence.has(other), pictures };
	},
);

/** Merges products when all orders are recorded, as these are placed without their lines. */
export async function mergeForms(parts: NotingParts, order: MergeOrder): Promise<MergeOutcome> {
	await noteAllOrders(parts, order.actor.atMs);
	return tryAgainIfTooLong(() => parts.db.write(mergeProducts, order));
}

function hasMetadata(row: ProductRow): boolean {
	return META_MASK_COLUMNS.some((column) => row[column] !== 0);
}

interface Merging extends MergeOrder {
	readonly changeSet: number;
	/** The other product. */
	readonly from: ProductRow;
}

/** Fills in what the product is missing. @param isTaken whether the other product, which stays, loses its metadata. */
async function moveMetadata(
	tx: Tx,
	{ keep, other, from, changeSet }: Merging,
	isTaken: boolean,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<void> {
	const given = { ...givenMetadata(from), hechshers: certifiedHechshers(from) } as Omit<
		MetadataChange,
		"barcode"
	>;
	const nothing = Object.fromEntries(PRODUCT_META_SCOPES.map((scope) => [scope, null]));
	const order = { existingOnly: true, changeSet };
	const orders = [
		{ ...order, mode: "fill" as const, changes: [{ barcode: keep, ...given }] },
		...(isTaken ? [{ ...order, changes: [{ barcode: other, ...nothing }] }] : []),
	];
	await applyMetadata.run(tx, orders, traits, beforeCommit);
}

/** Moves pictures and what refers to the product, and removes it. */
async function moveTheRest(
	tx: Tx,
	{ keep, other, imageIds, changeSet, uploadOffsetMinutes }: Merging,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<Variant[]> {
	const copying = { from: other, to: keep, imageIds, changeSet, uploadOffsetMinutes };
	const pictures = await copyPictures(tx, copying, traits, beforeCommit);
	const time = await openChangeTime(tx, traits, beforeCommit);
	const recorded = await removeWhole(tx, traits, other, time.stampMs);
	if (!recorded) throw new Error(`${other} was there in the same transaction`);
	await recordHistory(tx, traits, changeSet, [recorded]);
	await time.record([recorded.change]);
	await moveInBaskets(tx, other, keep);
	await moveProposals(tx, other, keep);
	return pictures;
}
