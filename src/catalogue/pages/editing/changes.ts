import { isDeepStrictEqual } from "node:util";
import { insertClient, type NewClient } from "../../../clients/policy/changes.ts";
import { type Actor, recordEvent } from "../../../pages/events.ts";
import { type Removal, type RemovalOutcome, removeInside } from "../../../pictures/store/remove.ts";
import { addStaged, type StagedPicture } from "../../../pictures/store/store-picture.ts";
import { type UndoOrder, type UndoOutcome, undoInside } from "../../../pictures/store/undo-changes.ts";
import type { ImageRow } from "../../../pictures/tables.ts";
import { command } from "../../../platform/db/command.ts";
import { findRow } from "../../../platform/db/rows.ts";
import { useUpPicture } from "../../../proposals/uploads.ts";
import { lockCatalogue } from "../../fields/field-counts.ts";
import { type ChangeSource, insertChangeSet } from "../../history/change-set.ts";
import { mergeRecord } from "../../stored/record.ts";
import { applyMetadata } from "../../writing/apply-metadata.ts";
import type { MetadataChange } from "../../writing/metadata-change.ts";
import { follow } from "./correct-barcode.ts";

/** Catalogue changes made on the pages: the same as by imports and the command line, plus an event recording who made them. */

export interface EditOrder {
	readonly change: MetadataChange;
	/** The values of the same scopes when editing began. */
	readonly base: Omit<MetadataChange, "barcode">;
	readonly actor: Actor;
}

export type EditOutcome = "saved" | "unchanged" | "stale" | "no_product";

/** Changes scopes of a product, unless one of them was changed meanwhile; uses the same code as an import. */
export const editProduct = command<EditOrder, EditOutcome>(
	"portal.edit_product",
	async (tx, { change, base, actor }, traits, beforeCommit) => {
		await lockCatalogue(tx, traits);
		const { barcode } = change;
		const row = await findRow(tx, "product", { barcode });
		if (!row) return "no_product";
		const record = row;
		if (mergeRecord(record, { barcode, ...base }, 0).changed) return "stale";
		if (!mergeRecord(record, change, 0).changed) return "unchanged";
		const changeSet = await insertChangeSet(tx, sourceOf("edit", actor), actor.atMs);
		const order = { changes: [change], existingOnly: true, changeSet };
		await applyMetadata.run(tx, [order], traits, beforeCommit);
		await recordEvent(tx, actor, "product.edited", barcode, editedKeys(base, change).join(", "));
		return "saved";
	},
);

/** Metadata keys of what differs: fields, or a scope that is a list, is new or is gone. */
function editedKeys(base: EditOrder["base"], { barcode: _, ...change }: MetadataChange): string[] {
	const before: Readonly<Record<string, unknown>> = base;
	return Object.entries<unknown>(change).flatMap(([scope, after]) => {
		const was = before[scope];
		if (!isFields(was) || !isFields(after)) return isDeepStrictEqual(was, after) ? [] : [scope];
		const fields = new Set([...Object.keys(was), ...Object.keys(after)]);
		return [...fields]
			.filter((field) => !isDeepStrictEqual(was[field] ?? null, after[field] ?? null))
			.map((field) => `${scope}.${field}`);
	});
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

export interface PictureSaving {
	/** Its files are already stored. */
	readonly image: StagedPicture["image"];
	/** The picture that was there when editing began; null: none. */
	readonly before: Pick<ImageRow, "original_sha256" | "adjustment"> | null;
	/** The upload that it was made from, which is used up; null: the picture that is there. */
	readonly pictureId: string | null;
	readonly actor: Actor;
}

export type PictureSavingOutcome = "saved" | "unchanged" | "stale" | "picture_gone" | "no_product";

/** Makes a picture the current one, unless another one is there by now; uses the same code as an import. */
export const savePicture = command<PictureSaving, PictureSavingOutcome>(
	"portal.save_picture",
	async (tx, { image, before, pictureId, actor }, traits, beforeCommit) => {
		await lockCatalogue(tx, traits);
		const { barcode, variant, ownership, source_batch: batch } = image.row;
		if (!(await findRow(tx, "product", { barcode }, ["id"]))) return "no_product";
		const present = await findRow(tx, "image", { barcode, variant, active: 1 });
		if (!isSamePicture(present, before)) return "stale";
		const { accountId, atMs } = actor;
		if (pictureId !== null && !(await useUpPicture(tx, accountId, pictureId, atMs))) return "picture_gone";
		if (isSamePicture(present, image.row)) return "unchanged";
		const source = { ...sourceOf("edit", actor), ...(pictureId === null ? {} : { batch, ownership }) };
		const changeSet = await insertChangeSet(tx, source, atMs);
		await addStaged(tx, { ...image, changeSet }, traits, beforeCommit);
		const action = pictureId === null ? "picture.adjusted" : before ? "picture.replaced" : "picture.added";
		await recordEvent(tx, actor, action, barcode, variant);
		return "saved";
	},
);

/** Whether two versions show the same photograph, turned and cropped alike: one may have been reprocessed with another watermark. */
function isSamePicture(
	one: Pick<ImageRow, "original_sha256" | "adjustment"> | undefined,
	other: Pick<ImageRow, "original_sha256" | "adjustment"> | null,
): boolean {
	if (!one || !other) return !one && !other;
	return one.original_sha256 === other.original_sha256 && one.adjustment === other.adjustment;
}

/** Removes a product or a picture. */
export const removeByHand = command<Omit<Removal, "source"> & { readonly actor: Actor }, RemovalOutcome>(
	"portal.remove_product",
	async (tx, { actor, ...removal }, traits, beforeCommit) => {
		const source = sourceOf("removal", actor);
		const outcome = await removeInside(tx, { ...removal, source }, traits, beforeCommit);
		if (outcome !== "removed") return outcome;
		const action = removal.variant === null ? "product.removed" : "picture.removed";
		await recordEvent(tx, actor, action, removal.barcode, removal.variant);
		return outcome;
	},
);

export interface UndoByHand extends Omit<UndoOrder, "ids" | "changeSet" | "dryRun"> {
	readonly id: number;
	readonly actor: Actor;
}

/** Undoes one change. @returns the outcome and the product's barcode, which is empty if the change is no longer kept. */
export const undoByHand = command<UndoByHand, { readonly outcome: UndoOutcome; readonly barcode: string }>(
	"portal.undo_change",
	async (tx, { id, actor, ...undo }, traits, beforeCommit) => {
		const order = { ...undo, ids: [id], changeSet: sourceOf("undo", actor) };
		const [outcome = { kind: "not_found" as const }] = await undoInside(tx, order, traits, beforeCommit);
		const row = await findRow(tx, "product_history", { id }, ["barcode"]);
		const barcode = row?.barcode ?? "";
		if (outcome.kind === "undone" && outcome.renamed)
			await follow(tx, outcome.renamed.from, outcome.renamed.to);
		if (outcome.kind === "undone") await recordEvent(tx, actor, "change.undone", barcode, String(id));
		return { outcome, barcode };
	},
);

export interface Viewing {
	/** Created to represent the account, if this is the first picture it views. */
	readonly viewer: NewClient & { readonly viewerId: string };
	readonly barcode: string;
	readonly variant: string;
	readonly actor: Actor;
}

/** Records that somebody views a picture. @returns the id of the client that represents them. */
export const noteViewing = command<Viewing, string>(
	"portal.note_viewing",
	async (tx, { viewer, barcode, variant, actor }, traits) => {
		await recordEvent(tx, actor, "picture.viewed", barcode, variant);
		const known = await findRow(tx, "client", { viewer_id: viewer.viewerId }, ["client_id"]);
		if (known) return known.client_id;
		await insertClient(tx, viewer, traits);
		return viewer.clientId;
	},
	({ viewer }) => viewer.viewerId,
);

function sourceOf(kind: ChangeSource["kind"], { accountId }: Actor): ChangeSource {
	return { kind, accountId };
}
