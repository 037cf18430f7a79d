import type { Database, PointRead } from "../platform/db/database.ts";
import { FIELDS } from "./fields.ts";
import { type Masks, scopeHasData } from "./masks.ts";
import { metaMembers } from "./product-meta.ts";
import { masksOfRow, type ProductRow } from "./product-row.ts";
import { METADATA_SCOPES, type MetadataScope } from "./scopes.ts";
import { type ServedText, servedText } from "./served-text.ts";

/** A product as a read needs it: built once from its row, so that an answer is assembled from finished texts. */
export interface ServedProduct {
	readonly barcode: string;
	readonly brand: string | null;
	readonly department: string | null;
	/** Variants that exist, as a variant mask. */
	readonly variants: number;
	readonly text: ServedText;
	readonly masks: Masks;
	/** Which fields of `image_meta` have a value: bit 0 is the first of FIELDS.image_meta. */
	readonly imageFields: number;
	/** Scopes that have data if nothing in them is locked: bit 0 is the first of METADATA_SCOPES. */
	readonly dataScopes: number;
}

const COLUMNS = [
	"barcode",
	"info",
	"hechshers",
	"nutrition",
	"ingredients",
	"catalog_meta",
	"brand",
	"department",
	"scanned_at",
	"updated_at",
	"fields_low",
	"fields_high",
	"variants",
	"image_meta",
	"image_fields",
] as const;

export type ServedRow = Pick<ProductRow, (typeof COLUMNS)[number]>;

/** Finds a product by its barcode. @param generation of the catalogue, if the caller has read it since the request arrived. */
export type FindProduct = (barcode: string, generation?: string) => Promise<ServedProduct | undefined>;

export function productRead(db: Database): FindProduct {
	const find: PointRead<ServedRow> = db.pointRead(
		db.read
			.selectFrom("product")
			.select([...COLUMNS])
			.where("barcode", "=", "")
			.compile(),
	);
	return async (barcode) => {
		const row = await find(barcode);
		return row && servedProduct(row);
	};
}

export function servedProduct(row: ServedRow): ServedProduct {
	const meta = metaMembers({
		info: row.info,
		hechshers: row.hechshers,
		nutrition: row.nutrition,
		ingredients: row.ingredients,
		catalogMeta: row.catalog_meta,
		scannedAtMs: row.scanned_at,
		updatedAtMs: row.updated_at,
	});
	const data = { variants: row.variants, masks: masksOfRow(row), imageFields: row.image_fields };
	return {
		barcode: row.barcode,
		brand: row.brand,
		department: row.department,
		text: servedText(row.barcode, meta, row.image_meta),
		...data,
		dataScopes: scopeBits((scope) => hasOpenData(data, scope)),
	};
}

/** One bit for each metadata scope that passes: bit 0 is the first of METADATA_SCOPES. */
export function scopeBits(passes: (scope: MetadataScope, bit: number) => boolean): number {
	return METADATA_SCOPES.reduce(
		(bits, scope, place) => (passes(scope, 1 << place) ? bits | (1 << place) : bits),
		0,
	);
}

/**
 * Whether a scope holds anything that is not locked (SPEC D20 and SPEC D21).
 * @param locked fields that do not count.
 */
export function hasOpenData(
	product: Pick<ServedProduct, "variants" | "masks" | "imageFields">,
	scope: MetadataScope,
	locked: readonly string[] = [],
): boolean {
	if (scope !== "image_meta") return scopeHasData(product.masks, scope, locked);
	if (product.variants === 0) return false;
	return FIELDS.image_meta.some(
		(field, place) => !locked.includes(field) && (product.imageFields & (1 << place)) !== 0,
	);
}
