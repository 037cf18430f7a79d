import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { changeBetween } from "../changes/product-change.ts";
import { DECLARED } from "../fields/declared-fields.ts";
import { openFieldCounts } from "../fields/field-counts.ts";
import { FIELDS, type ImageMetaField } from "../fields/fields.ts";
import type { ImageMeta } from "../fields/schemas.ts";
import { VARIANTS, type Variant, variantBit } from "../fields/scopes.ts";
import { textNumber } from "../fields/text-number.ts";
import type { RecordedChange } from "../history/record-history.ts";
import { renewGeneration } from "../stored/generation.ts";
import { newProduct } from "../stored/new-product.ts";
import { type PlainSizes, plainSizesText } from "../stored/plain-image-meta.ts";
import type { ProductRow } from "../stored/product-row.ts";
import { type ImageSizes, imageSizesText } from "../stored/sized-image-meta.ts";
import { writeProducts } from "./apply-metadata.ts";

/** The `image_meta` entry of one picture (SPEC 2.4). `ownership` is omitted when unset. */
export type ImageMetaEntry = Readonly<ImageMeta>;

export type ImageMetaEntries = Readonly<Partial<Record<Variant, ImageMetaEntry>>>;

/** The pictures of a product. */
export interface ProductImages {
	readonly entries: ImageMetaEntries;
	readonly plainSizes: PlainSizes;
	readonly imageSizes: ImageSizes;
}

/**
 * Writes which pictures a product has, inside the transaction that changes them. Creates the product if necessary.
 * @param changedVariants variants whose picture was replaced or removed; empty if pictures were only reprocessed.
 * @returns the change of the product, and the product before it.
 */
export async function applyImages(
	tx: Tx,
	traits: EngineTraits,
	barcode: string,
	images: ProductImages,
	changedVariants: readonly Variant[],
	stampMs: number,
): Promise<RecordedChange> {
	const counts = await openFieldCounts(tx, traits);
	const before = await tx.selectFrom("product").selectAll().where("barcode", "=", barcode).executeTakeFirst();
	const after: Omit<ProductRow, "id"> = {
		...(before ?? newProduct(barcode, stampMs)),
		...imageColumns(images),
		images_changed_at: stampMs,
		changed_at: before?.updated_at ?? stampMs,
	};
	await writeProducts(tx, traits, [after]);
	counts.note(before, after);
	await counts.write();
	const changedPictures = changedVariants.reduce((mask, variant) => mask | variantBit(variant), 0);
	return { before, change: changeBetween(barcode, before, after, stampMs, changedPictures) };
}

function imageColumns({ entries, plainSizes, imageSizes }: ProductImages) {
	const present = VARIANTS.filter((variant) => entries[variant]);
	const block = Object.fromEntries(VARIANTS.map((variant) => [variant, entries[variant] ?? null]));
	return {
		variants: present.reduce((mask, variant) => mask | variantBit(variant), 0),
		image_meta: present.length > 0 ? JSON.stringify(block) : null,
		plain_sizes: plainSizesText(plainSizes),
		image_sizes: imageSizesText(imageSizes),
		image_fields: imageFields(Object.values(entries)),
		...ownerColumns(entries),
	};
}

function ownerColumns(entries: ImageMetaEntries) {
	const tags = Object.values(entries).flatMap((entry) => entry.ownership ?? []);
	const owners = [...new Set(tags)].map(textNumber);
	return {
		owner_1: owners[0] ?? null,
		owner_2: owners[1] ?? null,
		owner_3: owners[2] ?? null,
		owner_4: owners[3] ?? null,
	};
}

/** The bits of the fields for which any of the pictures has a value. */
export function imageFields(entries: readonly ImageMetaEntry[]): number {
	const hasField = (field: ImageMetaField) =>
		entries.some((entry) => DECLARED.image_meta[field].hasValue(entry[field]));
	return FIELDS.image_meta
		.filter(hasField)
		.reduce((mask, field) => mask | DECLARED.image_meta[field].bit.mask, 0);
}

/** Writes the descriptions of the smaller sizes of a product's pictures, inside the transaction that adds the sizes. Nothing else changes. */
export async function applyImageSizes(tx: Tx, barcode: string, imageSizes: ImageSizes): Promise<void> {
	await tx
		.updateTable("product")
		.set({ image_sizes: imageSizesText(imageSizes) })
		.where("barcode", "=", barcode)
		.execute();
	await renewGeneration(tx);
}
