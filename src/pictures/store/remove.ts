import { lockCatalogue } from "../../catalogue/fields/field-counts.ts";
import { isVariant, type Variant } from "../../catalogue/fields/scopes.ts";
import { type ChangeSource, insertChangeSet } from "../../catalogue/history/change-set.ts";
import { type RecordedChange, recordHistory } from "../../catalogue/history/record-history.ts";
import { changeProduct } from "../../catalogue/writing/change-product.ts";
import { openChangeTime } from "../../catalogue/writing/change-time.ts";
import { type BeforeCommit, command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { activeImages, type ImageMetaStamp, retire, writeImageMeta } from "./store.ts";

/** A product with all its pictures, or one of its pictures. */
export interface Removal {
	readonly barcode: string;
	readonly variant: Variant | null;
	readonly uploadOffsetMinutes: number;
	/** Who removes it; omitted if the history does not need it. */
	readonly source?: ChangeSource;
}

export type RemovalOutcome = "removed" | "no_product" | "no_variant";

/** Removes a product or a picture from the catalogue. Its blobs stay, to attribute past deliveries with. @returns what did not exist, or "removed". */
export const remove = command<Removal, RemovalOutcome>("images.remove", removeInside);

/** The same inside another command's transaction. */
export async function removeInside(
	tx: Tx,
	{ barcode, variant, uploadOffsetMinutes, source }: Removal,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<RemovalOutcome> {
	await lockCatalogue(tx, traits);
	const time = await openChangeTime(tx, traits, beforeCommit);
	const { stampMs } = time;
	const recorded =
		variant === null
			? await removeWhole(tx, traits, barcode, stampMs)
			: await removePicture(tx, traits, barcode, {
					uploadOffsetMinutes,
					stampMs,
					changedVariants: [variant],
				});
	if (!recorded) return variant === null ? "no_product" : "no_variant";
	const changeSet = source ? await insertChangeSet(tx, source, stampMs) : null;
	await recordHistory(tx, traits, changeSet, [recorded]);
	await time.record([recorded.change]);
	return "removed";
}

/** Removes a product and its pictures from the catalogue, inside a transaction; `undefined` if there is none. */
export async function removeWhole(
	tx: Tx,
	traits: EngineTraits,
	barcode: string,
	stampMs: number,
): Promise<RecordedChange | undefined> {
	const pictures = await activeVersions(tx, barcode);
	const recorded = await changeProduct(tx, traits, { barcode, stampMs, update: () => undefined });
	if (!recorded.before) return undefined;
	for (const variant of Object.keys(pictures)) await retire(tx, barcode, variant);
	return { ...recorded, pictures };
}

/** Removes one picture, inside a transaction; `undefined` if there is none. */
async function removePicture(
	tx: Tx,
	traits: EngineTraits,
	barcode: string,
	stamp: ImageMetaStamp & { readonly changedVariants: readonly [Variant] },
): Promise<RecordedChange | undefined> {
	const pictures = await activeVersions(tx, barcode);
	const [variant] = stamp.changedVariants;
	if (pictures[variant] === undefined) return undefined;
	await retire(tx, barcode, variant);
	return { ...(await writeImageMeta(tx, traits, barcode, stamp)), pictures };
}

/** The current versions of a product's pictures, by variant. */
export async function activeVersions(
	tx: Tx,
	barcode: string,
): Promise<Readonly<Partial<Record<Variant, string>>>> {
	const rows = await activeImages(tx, barcode).select(["variant", "image_id"]).execute();
	return Object.fromEntries(
		rows.flatMap(({ variant, image_id }) => (isVariant(variant) ? [[variant, image_id]] : [])),
	);
}
