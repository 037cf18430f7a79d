import { moveInBaskets } from "../../../orders/pages/basket/changes.ts";
import { type Actor, recordEvent } from "../../../pages/events.ts";
import { type RenamingOutcome, renameInside } from "../../../pictures/store/rename.ts";
import { undoInside } from "../../../pictures/store/undo-changes.ts";
import { type BeforeCommit, command } from "../../../platform/db/command.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { EngineTraits } from "../../../platform/db/engine-traits.ts";
import type { Tx } from "../../../platform/db/tx.ts";
import { tryAgainIfTooLong } from "../../../platform/db/write-in-parts.ts";
import { moveProposals } from "../../../proposals/propose.ts";
import { filledUp } from "../../barcodes/same-product.ts";
import { insertChangeSet } from "../../history/change-set.ts";

interface Correcting {
	readonly actor: Actor;
}

/** A product's barcode is to become another one. */
export interface Correction extends Correcting {
	readonly from: string;
	readonly to: string;
}

/** Gives a product another barcode: its history, pictures and deliveries stay with it, and baskets and waiting suggestions follow. */
export const correctBarcode = command<Correction, RenamingOutcome>(
	"portal.correct_barcode",
	async (tx, { from, to, actor }, traits, beforeCommit) => {
		const changeSet = () => openSet(tx, actor);
		const outcome = await renameInside(tx, { from, to, changeSet }, traits, beforeCommit);
		if (outcome.kind !== "renamed") return outcome;
		await follow(tx, from, to);
		await recordEvent(tx, actor, "product.barcode_corrected", to, from);
		return outcome;
	},
);

function openSet(tx: Tx, { accountId, atMs }: Actor): Promise<number> {
	return insertChangeSet(tx, { kind: "barcode", accountId }, atMs);
}

/** What names a product in order to find it later follows it. */
export async function follow(tx: Tx, from: string, to: string): Promise<void> {
	await moveInBaskets(tx, from, to);
	await moveProposals(tx, from, to);
}

interface FillingUp extends Correcting {
	readonly barcodes: readonly string[];
	/** The change set of the whole act, once it has begun. */
	readonly changeSet: number | null;
}

/** What was filled up, in which change set, and what was left because the catalogue has the product in another form. */
export interface FilledUp {
	readonly changeSet: number | null;
	readonly filled: readonly string[];
	readonly left: readonly string[];
}

/** Gives products back the leading zeros that their barcodes lost. */
export const fillUpBarcodes = command<FillingUp, FilledUp>(
	"portal.fill_up_barcodes",
	async (tx, { barcodes, changeSet, actor }, traits, beforeCommit) => {
		let opened = changeSet;
		const filled: string[] = [];
		const left: string[] = [];
		for (const from of barcodes) {
			const to = filledUp(from) ?? from;
			const renaming = { from, to, changeSet: async () => (opened ??= await openSet(tx, actor)) };
			const { kind } = await renameInside(tx, renaming, traits, beforeCommit);
			if (kind === "renamed") await follow(tx, from, to);
			(kind === "renamed" ? filled : left).push(from);
		}
		if (changeSet === null && opened !== null)
			await recordEvent(tx, actor, "product.barcodes_filled_up", String(opened));
		return { changeSet: opened, filled, left };
	},
);

/** Products in one transaction, which charges wait for. */
const AT_ONCE = 10;

/** Fills up products in short transactions, as one act. */
export async function fillUpAll(
	db: Database,
	barcodes: readonly string[],
	{ changeSet, ...correcting }: Correcting & { readonly changeSet: number | null },
): Promise<FilledUp> {
	let done: FilledUp = { changeSet, filled: [], left: [] };
	for (let from = 0; from < barcodes.length; from += AT_ONCE) {
		const order = {
			...correcting,
			changeSet: done.changeSet,
			barcodes: barcodes.slice(from, from + AT_ONCE),
		};
		const next = await tryAgainIfTooLong(() => db.write(fillUpBarcodes, order));
		const [filled, left] = [
			[...done.filled, ...next.filled],
			[...done.left, ...next.left],
		];
		done = { changeSet: next.changeSet, filled, left };
	}
	return done;
}

interface TakingBack extends Correcting {
	readonly changeSet: number;
	readonly uploadOffsetMinutes: number;
}

/** Takes back some of the corrections of an act, the latest first. @returns how many, and how many are left that cannot be taken back. */
export const takeBackCorrections = command<TakingBack, { readonly undone: number; readonly left: number }>(
	"portal.take_back_corrections",
	async (tx, order, traits, beforeCommit) => {
		const ids = await correctionsOf(tx, order.changeSet);
		let [undone, left] = [0, 0];
		for (const id of ids) {
			if (undone === AT_ONCE) break;
			if (await takeBack(tx, id, order, traits, beforeCommit)) undone++;
			else left++;
		}
		if (undone > 0)
			await recordEvent(tx, order.actor, "product.barcodes_taken_back", String(order.changeSet));
		return { undone, left };
	},
);

/** Takes back all corrections of an act in short transactions, or as many as a request may. */
export async function takeBackAll(
	db: Database,
	order: TakingBack,
	most = Number.POSITIVE_INFINITY,
): Promise<{ readonly undone: number; readonly left: number; readonly hasMore: boolean }> {
	let undone = 0;
	for (;;) {
		const done = await tryAgainIfTooLong(() => db.write(takeBackCorrections, order));
		undone += done.undone;
		if (done.undone === 0) return { undone, left: done.left, hasMore: false };
		if (undone >= most) return { undone, left: done.left, hasMore: true };
	}
}

/** The ids of corrections that were not taken back. */
async function correctionsOf(tx: Tx, changeSet: number): Promise<number[]> {
	const rows = await tx
		.selectFrom("change_set")
		.innerJoin("product_history as change", "change.change_set", "change_set.id")
		.select("change.id")
		.where("change_set.id", "=", changeSet)
		.whereRef("change.id", ">", "change_set.after_history")
		.where("change.kind", "=", "renamed")
		.where((is) =>
			is.not(
				is.exists(
					is
						.selectFrom("product_history as undo")
						.select("undo.id")
						.whereRef("undo.barcode", "=", "change.barcode")
						.whereRef("undo.undoes", "=", "change.id"),
				),
			),
		)
		.orderBy("change.id", "desc")
		.execute();
	return rows.map(({ id }) => id);
}

async function takeBack(
	tx: Tx,
	id: number,
	{ actor, uploadOffsetMinutes }: TakingBack,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<boolean> {
	const changeSet = { kind: "undo", accountId: actor.accountId } as const;
	const order = { ids: [id], uploadOffsetMinutes, changeSet };
	const [outcome] = await undoInside(tx, order, traits, beforeCommit);
	if (outcome?.kind !== "undone" || !outcome.renamed) return false;
	await follow(tx, outcome.renamed.from, outcome.renamed.to);
	return true;
}
