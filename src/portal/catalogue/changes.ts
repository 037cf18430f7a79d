import { lockCatalogue } from "../../catalogue/fields/field-counts.ts";
import { type ChangeSource, insertChangeSet } from "../../catalogue/history/change-set.ts";
import { recordOfRow } from "../../catalogue/stored/product-row.ts";
import { mergeRecord } from "../../catalogue/stored/record.ts";
import { applyMetadata } from "../../catalogue/writing/apply-metadata.ts";
import type { MetadataChange } from "../../catalogue/writing/metadata-change.ts";
import { insertClient, type NewClient } from "../../clients/policy/changes.ts";
import { type Removal, type RemovalOutcome, removeInside } from "../../pictures/store/remove.ts";
import { type UndoOrder, type UndoOutcome, undoInside } from "../../pictures/store/undo-changes.ts";
import { command } from "../../platform/db/command.ts";
import { type Actor, recordEvent } from "../events.ts";

/** Catalogue changes made on the pages: the same as by imports and the command line, plus an event recording who made them. */

export interface EditOrder {
	readonly change: MetadataChange;
	/** The values of the same scopes when editing began. */
	readonly base: Omit<MetadataChange, "barcode">;
	readonly actor: Actor;
	/** The time of the change, where the clock is set by hand; `null`: the database's clock. */
	readonly nowMs: number | null;
}

export type EditOutcome = "saved" | "unchanged" | "stale" | "no_product";

/** Changes scopes of a product, unless one of them was changed meanwhile; uses the same code as an import. */
export const editProduct = command<EditOrder, EditOutcome>(
	"portal.edit_product",
	async (tx, { change, base, actor, nowMs }, traits, beforeCommit) => {
		await lockCatalogue(tx, traits);
		const { barcode } = change;
		const row = await tx.selectFrom("product").selectAll().where("barcode", "=", barcode).executeTakeFirst();
		if (!row) return "no_product";
		const record = recordOfRow(row);
		if (mergeRecord(record, { barcode, ...base }, 0).changed) return "stale";
		if (!mergeRecord(record, change, 0).changed) return "unchanged";
		const changeSet = await insertChangeSet(tx, sourceOf("edit", actor), actor.atMs);
		const order = { changes: [change], existingOnly: true, changeSet, nowMs };
		await applyMetadata.run(tx, [order], traits, beforeCommit);
		const { barcode: _, ...scopes } = change;
		await recordEvent(tx, actor, "product.edited", barcode, Object.keys(scopes).join(", "));
		return "saved";
	},
);

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
		const row = await tx
			.selectFrom("product_history")
			.select("barcode")
			.where("id", "=", id)
			.executeTakeFirst();
		const barcode = row?.barcode ?? "";
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
		const known = await tx
			.selectFrom("client")
			.select("client_id")
			.where("viewer_id", "=", viewer.viewerId)
			.executeTakeFirst();
		if (known) return known.client_id;
		await insertClient(tx, viewer, traits);
		return viewer.clientId;
	},
	({ viewer }) => viewer.viewerId,
);

function sourceOf(kind: ChangeSource["kind"], { accountId }: Actor): ChangeSource {
	return { kind, accountId };
}
