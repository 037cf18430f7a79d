import type { EngineTraits } from "../platform/db/engine-traits.ts";
import type { Tx } from "../platform/db/tx.ts";
import { newProduct, writeProducts } from "./apply-metadata.ts";
import { openFieldCounts } from "./field-counts.ts";
import { FIELDS, type ImageMetaField } from "./fields.ts";
import type { ProductRow } from "./product-row.ts";
import { VARIANTS, type Variant, variantBit } from "./scopes.ts";
import { textNumber } from "./text-number.ts";

/** What `image_meta` says of one picture (SPEC 2.4). `ownership` is left out when unset. */
export interface ImageMetaEntry {
	readonly photo_date: string;
	readonly upload_date: string;
	readonly resolution: string;
	readonly ownership?: string;
	readonly uploaded_by: string | null;
	readonly file_size_bytes: number;
	readonly source_batch: string;
}

export type ImageMetaEntries = Readonly<Partial<Record<Variant, ImageMetaEntry>>>;

/**
 * Writes which pictures a product has, inside the transaction that changes them. Creates the product when there is none.
 * @returns whether the product is new.
 */
export async function applyImages(
	tx: Tx,
	traits: EngineTraits,
	barcode: string,
	entries: ImageMetaEntries,
	nowMs: number,
): Promise<boolean> {
	const counts = await openFieldCounts(tx, traits);
	const before = await tx.selectFrom("product").selectAll().where("barcode", "=", barcode).executeTakeFirst();
	const after: Omit<ProductRow, "id"> = {
		...(before ?? newProduct(barcode, nowMs)),
		...imageColumns(entries),
		images_changed_at: nowMs,
		changed_at: before?.updated_at ?? nowMs,
	};
	await writeProducts(tx, traits, [after]);
	counts.note(before, after);
	await counts.write();
	return before === undefined;
}

function imageColumns(entries: ImageMetaEntries) {
	const present = VARIANTS.filter((variant) => entries[variant]);
	const block = Object.fromEntries(VARIANTS.map((variant) => [variant, entries[variant] ?? null]));
	return {
		variants: present.reduce((mask, variant) => mask | variantBit(variant), 0),
		image_meta: present.length > 0 ? JSON.stringify(block) : null,
		image_fields: FIELDS.image_meta.reduce(
			(mask, field, place) => (hasField(entries, field) ? mask | (1 << place) : mask),
			0,
		),
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

function hasField(entries: ImageMetaEntries, field: ImageMetaField): boolean {
	return Object.values(entries).some((entry) => entry[field] !== null && entry[field] !== undefined);
}
