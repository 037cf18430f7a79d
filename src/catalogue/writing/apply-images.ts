import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { DECLARED } from "../fields/declared-fields.ts";
import { FIELDS } from "../fields/fields.ts";
import type { ImageMeta } from "../fields/schemas.ts";
import { VARIANTS, type Variant, variantMask } from "../fields/scopes.ts";
import { textNumber } from "../fields/text-number.ts";
import type { RecordedChange } from "../history/record-history.ts";
import { renewGeneration } from "../stored/generation.ts";
import { newProduct } from "../stored/new-product.ts";
import { byVariantText, type PlainSizes } from "../stored/plain-image-meta.ts";
import type { ImageSizes } from "../stored/sized-image-meta.ts";
import type { ProductRow } from "../tables.ts";
import { changeProduct } from "./change-product.ts";

/** The `image_meta` entry of one picture (SPEC 2.4). `ownership` is omitted when unset. */
export type ImageMetaEntry = Readonly<ImageMeta>;

export type ImageMetaEntries = Readonly<Partial<Record<Variant, ImageMetaEntry>>>;

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
export function applyImages(
	tx: Tx,
	traits: EngineTraits,
	barcode: string,
	images: ProductImages,
	changedVariants: readonly Variant[],
	stampMs: number,
): Promise<RecordedChange> {
	const update = (before: ProductRow = newProduct(barcode, stampMs)) => ({
		...before,
		...imageColumns(images),
		images_changed_at: stampMs,
		changed_at: before.updated_at ?? stampMs,
	});
	return changeProduct(tx, traits, {
		barcode,
		stampMs,
		update,
		changedPictures: variantMask(changedVariants),
	});
}

function imageColumns({ entries, plainSizes, imageSizes }: ProductImages) {
	const present = VARIANTS.filter((variant) => entries[variant]);
	const block = Object.fromEntries(VARIANTS.map((variant) => [variant, entries[variant] ?? null]));
	return {
		variants: variantMask(present),
		image_meta: present.length > 0 ? JSON.stringify(block) : null,
		plain_sizes: byVariantText(plainSizes),
		image_sizes: byVariantText(imageSizes),
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
	const hasField = (field: (typeof FIELDS.image_meta)[number]) =>
		entries.some((entry) => DECLARED.image_meta[field].hasValue(entry[field]));
	return FIELDS.image_meta
		.filter(hasField)
		.reduce((mask, field) => mask | DECLARED.image_meta[field].bit.mask, 0);
}

/** Writes the descriptions of the smaller sizes of a product's pictures, inside the transaction that adds the sizes. Nothing else changes. */
export async function applyImageSizes(tx: Tx, barcode: string, imageSizes: ImageSizes): Promise<void> {
	await updateRows(tx, "product", { barcode }, { image_sizes: byVariantText(imageSizes) });
	await renewGeneration(tx);
}
