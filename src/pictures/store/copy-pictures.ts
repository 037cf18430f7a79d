import { isVariant, VARIANTS, type Variant } from "../../catalogue/fields/scopes.ts";
import type { BeforeCommit } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { ulid } from "../../platform/ids.ts";
import { activeVersions } from "./remove.ts";
import { activeImages, addImageInside, type NewImage, sizesOf } from "./store.ts";

interface Copying extends Pick<NewImage, "uploadOffsetMinutes" | "changeSet"> {
	readonly from: string;
	readonly to: string;
	readonly imageIds: Readonly<Record<Variant, string>>;
}

/**
 * Gives a product the pictures of another that it does not have, inside a transaction. The copies are versions of their own which share the files: versions of
 * the other product, and what its history refers to, stay as they are. @returns the variants that were copied.
 */
export async function copyPictures(
	tx: Tx,
	{ from, to, imageIds, ...how }: Copying,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<Variant[]> {
	const had = await activeVersions(tx, to);
	const rows = await activeImages(tx, from).selectAll().execute();
	const copied: Variant[] = [];
	for (const { active: _active, search_pack: _pack, ...row } of rows) {
		const { variant } = row;
		if (!isVariant(variant) || had[variant] !== undefined) continue;
		const image_id = imageIds[variant];
		const sizes = (await sizesOf(tx, [row.image_id])).map((size) => ({ ...size, image_id }));
		const image = { ...how, row: { ...row, image_id, barcode: to }, sizes, existingOnly: true };
		await addImageInside(tx, image, traits, beforeCommit);
		copied.push(variant);
	}
	return copied;
}

/** Ids for new versions of a product's pictures. */
export function newImageIds(nowMs: number): Record<Variant, string> {
	const ids = VARIANTS.map((variant) => [variant, ulid(nowMs).toLowerCase()]);
	return Object.fromEntries(ids) as Record<Variant, string>;
}
