import { sql } from "kysely";
import { joinChanges } from "../../catalogue/changes/product-change.ts";
import { lockCatalogue } from "../../catalogue/fields/field-counts.ts";
import { isVariant, type Variant } from "../../catalogue/fields/scopes.ts";
import { type ChangeSource, insertChangeSet } from "../../catalogue/history/change-set.ts";
import { changesInEffect, overlaps } from "../../catalogue/history/in-effect.ts";
import { type RecordedChange, recordHistory } from "../../catalogue/history/record-history.ts";
import type { HistoryRow } from "../../catalogue/history/tables.ts";
import type { PictureVersions, ValuesBefore } from "../../catalogue/history/values-before.ts";
import { restoreMetadata } from "../../catalogue/writing/change-product.ts";
import { openChangeTime } from "../../catalogue/writing/change-time.ts";
import { type BeforeCommit, command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { activeVersions, removeWhole } from "./remove.ts";
import { type Renaming, renameInside } from "./rename.ts";
import { type ImageMetaStamp, retire, writeImageMeta } from "./store.ts";

/** Product changes to be undone. */
export interface UndoOrder {
	/** History ids. For each product, newest first. */
	readonly ids: readonly number[];
	readonly uploadOffsetMinutes: number;
	/** The change set of the undo: an open one, or the source for a new one. */
	readonly changeSet: number | ChangeSource;
	/** Reports what would happen, and changes nothing. A change on which another one of the order builds is then refused. */
	readonly dryRun?: boolean;
}

export type UndoOutcome =
	| {
			readonly kind: "undone";
			/** If the change was that of a barcode. */
			readonly renamed?: { readonly from: string; readonly to: string };
	  }
	/** The history does not have it, or no longer. */
	| { readonly kind: "not_found" | "already_undone" }
	/** A later change affected the same data, or the product is not in the expected state: that one would have to be undone first. */
	| { readonly kind: "newer"; readonly id: number; readonly atMs: number }
	/** The version of the picture to be restored no longer exists. */
	| { readonly kind: "picture_lost"; readonly variant: Variant }
	/** The barcode that the product would have again belongs to another product by now. */
	| { readonly kind: "barcode_taken" };

/** Undoes changes, each as a new change that can itself be undone. One outcome per id, in order; a refused undo changes nothing. */
export const undoChanges = command<UndoOrder, UndoOutcome[]>("images.undo_changes", undoInside);

/** The same inside another command's transaction. */
export async function undoInside(
	tx: Tx,
	{ ids, uploadOffsetMinutes, changeSet, dryRun }: UndoOrder,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<UndoOutcome[]> {
	await lockCatalogue(tx, traits);
	const time = await openChangeTime(tx, traits, beforeCommit);
	const set = typeof changeSet === "number" ? changeSet : undefined;
	let opened = set;
	const outcomes: UndoOutcome[] = [];
	for (const id of ids) {
		const plan = await planUndo(tx, id);
		if ("kind" in plan || dryRun) {
			outcomes.push("kind" in plan ? plan : { kind: "undone" });
			continue;
		}
		const openSet = async () =>
			(opened ??= await insertChangeSet(tx, changeSet as ChangeSource, time.stampMs));
		if (plan.row.kind === "renamed") {
			outcomes.push(await renameBack(tx, plan, { changeSet: openSet }, traits, beforeCommit));
			continue;
		}
		const recorded = await takeBack(tx, traits, plan, { stampMs: time.stampMs, uploadOffsetMinutes });
		await recordHistory(tx, traits, await openSet(), [{ ...recorded, undoes: id }]);
		await time.record([recorded.change]);
		outcomes.push({ kind: "undone" });
	}
	return outcomes;
}

/** A change that can be undone, and the picture versions that come back with it. */
interface UndoPlan {
	readonly row: HistoryRow;
	readonly values: ValuesBefore;
	readonly versions: PictureVersions;
}

async function planUndo(tx: Tx, id: number): Promise<UndoPlan | UndoOutcome> {
	const row = await tx.selectFrom("product_history").selectAll().where("id", "=", id).executeTakeFirst();
	if (!row) return { kind: "not_found" };
	const from = await tx
		.selectFrom("product_history")
		.select(["id", "at", "kind", "changed", "undoes"])
		.where("barcode", "=", row.barcode)
		.where("id", ">=", row.id)
		.orderBy("id", "desc")
		.execute();
	const inEffect = changesInEffect(from);
	if (!inEffect.some((change) => change.id === row.id)) return { kind: "already_undone" };
	const newer = inEffect.find((change) => change.id > row.id && overlaps(row, change));
	if (newer) return { kind: "newer", id: newer.id, atMs: newer.at };
	const values: ValuesBefore = JSON.parse(row.values_before ?? "{}");
	const versions: Partial<Record<Variant, string | null>> = {};
	for (const [variant, imageId] of Object.entries(values.images ?? {})) {
		if (!isVariant(variant)) continue;
		const version = imageId === null ? null : await newestOfPicture(tx, imageId);
		if (version === undefined) return { kind: "picture_lost", variant };
		versions[variant] = version;
	}
	return { row, values, versions };
}

/** The version of the same photograph, turned and cropped alike, that was prepared last: an earlier one may carry an outdated watermark. */
async function newestOfPicture(tx: Tx, imageId: string): Promise<string | undefined> {
	const newest = await tx
		.selectFrom("image")
		.innerJoin("image as of", (join) =>
			join
				.onRef("of.barcode", "=", "image.barcode")
				.onRef("of.variant", "=", "image.variant")
				.onRef("of.original_sha256", "=", "image.original_sha256"),
		)
		.select("image.image_id")
		.where("of.image_id", "=", imageId)
		.where(sql<boolean>`coalesce(of.adjustment, '') = coalesce(image.adjustment, '')`)
		.orderBy("image.created_at", "desc")
		.orderBy("image.image_id", "desc")
		.limit(1)
		.executeTakeFirst();
	return newest?.image_id;
}

/** Gives a product the barcode again that it had before. */
async function renameBack(
	tx: Tx,
	{ row, values }: UndoPlan,
	how: Pick<Renaming, "changeSet">,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<UndoOutcome> {
	const { barcode: from } = row;
	const { barcode: to = from } = values as { readonly barcode?: string };
	const outcome = await renameInside(tx, { ...how, from, to, undoes: row.id }, traits, beforeCommit);
	return outcome.kind === "renamed" ? { kind: "undone", renamed: { from, to } } : { kind: "barcode_taken" };
}

async function takeBack(
	tx: Tx,
	traits: EngineTraits,
	{ row, values, versions }: UndoPlan,
	place: Omit<ImageMetaStamp, "changedVariants">,
): Promise<RecordedChange> {
	const { barcode } = row;
	if (row.kind === "created") {
		const removed = await removeWhole(tx, traits, barcode, place.stampMs);
		if (!removed) throw new Error(`${barcode} was created by a change that stands, and is not there`);
		return removed;
	}
	const restored = await restoreMetadata(tx, traits, barcode, values, place.stampMs);
	const changedVariants = Object.keys(versions).filter(isVariant);
	if (changedVariants.length === 0) return restored;
	const pictures = await activeVersions(tx, barcode);
	for (const variant of changedVariants) {
		await retire(tx, barcode, variant);
		await activate(tx, versions[variant] ?? "");
	}
	const pictured = await writeImageMeta(tx, traits, barcode, { ...place, changedVariants });
	return { ...restored, change: joinChanges(restored.change, pictured.change), pictures };
}

/** Makes a version the current one; an empty id matches none. */
async function activate(tx: Tx, imageId: string): Promise<void> {
	await tx.updateTable("image").set({ active: 1 }).where("image_id", "=", imageId).execute();
}
