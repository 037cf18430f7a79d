import type { Database, PointRead } from "../../platform/db/database.ts";
import type { MaybePromise } from "../../platform/maybe-promise.ts";
import { hasOpenData, MASK_COLUMNS, type MaskedRow } from "../fields/masks.ts";
import { METADATA_SCOPES, type MetadataScope } from "../fields/scopes.ts";
import type { ProductRow } from "../tables.ts";
import { metaMembers } from "./product-meta.ts";
import { type ServedText, servedText } from "./served-text.ts";

/** A product in the form needed for reads: built once from its row, so that answers are assembled from finished texts. */
export interface ServedProduct {
	readonly barcode: string;
	readonly brand: string | null;
	readonly department: string | null;
	/** Variants that exist, as a variant mask. */
	readonly variants: number;
	readonly text: ServedText;
	/** Adjustments of `image_meta` for clients whose watermark is waived; null if there are none. */
	readonly plainSizes: string | null;
	/** What `image_meta` contains about smaller sizes, as written by sized-image-meta.ts; null if there are none. */
	readonly imageSizes: string | null;
	readonly masks: MaskedRow;
	/** The values hidden by overrides in `info`; null if there are none. */
	readonly overridden: { readonly infoAsGiven: string | null; readonly category: string | null } | null;
	/** Which scopes have data if nothing in them is locked: bit 0 is the first of METADATA_SCOPES. */
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
	"image_meta",
	"plain_sizes",
	"image_sizes",
	"info_as_given",
	"category_override",
	...MASK_COLUMNS,
] as const;

export type ServedRow = Pick<ProductRow, (typeof COLUMNS)[number]>;

/** Finds a product by its barcode. @param generation the generation of the catalogue, if the caller has read it since the request arrived. */
export type FindProduct = (barcode: string, generation?: string) => MaybePromise<ServedProduct | undefined>;

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
	const { fields_low, fields_high, fields_extra, image_fields, variants } = row;
	const masks = { fields_low, fields_high, fields_extra, image_fields, variants };
	return {
		barcode: row.barcode,
		brand: row.brand,
		department: row.department,
		text: servedText(row.barcode, metaMembers(row), row.image_meta),
		plainSizes: row.plain_sizes,
		imageSizes: row.image_sizes,
		variants,
		masks,
		overridden: overriddenOf(row),
		dataScopes: scopeBits((scope) => hasOpenData(masks, scope)),
	};
}

function overriddenOf(row: ServedRow): ServedProduct["overridden"] {
	const withoutRecord = row.info !== null && row.scanned_at === null;
	if (row.info_as_given === null && !withoutRecord) return null;
	return { infoAsGiven: row.info_as_given, category: row.category_override };
}

/** One bit for each metadata scope that passes: bit 0 is the first of METADATA_SCOPES. */
export function scopeBits(passes: (scope: MetadataScope) => boolean): number {
	return METADATA_SCOPES.reduce((bits, scope, place) => (passes(scope) ? bits | (1 << place) : bits), 0);
}
