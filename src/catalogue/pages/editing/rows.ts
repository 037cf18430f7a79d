import { readShownPictures } from "../../../pictures/store/shown-pictures.ts";
import type { Database } from "../../../platform/db/database.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { hasKey, MASK_COLUMNS } from "../../fields/masks.ts";
import { parseMembers } from "../../fields/members.ts";
import type { Info } from "../../fields/schemas.ts";
import { METADATA_SCOPES, VARIANTS, variantsOf } from "../../fields/scopes.ts";
import type { CatalogueRow } from "./contract.ts";

/** Table rows of some products, in the order given; those removed meanwhile are left out. */
export async function catalogueRows(db: Database, barcodes: readonly string[]): Promise<CatalogueRow[]> {
	if (barcodes.length === 0) return [];
	const [products, pictures] = await Promise.all([
		db.read
			.selectFrom("product")
			.select(["barcode", "info", "brand", "department", "changed_at", ...MASK_COLUMNS])
			.where("barcode", "in", barcodes)
			.execute(),
		readShownPictures(db, barcodes),
	]);
	const known = new Map(products.map((product) => [product.barcode, product]));
	return barcodes.flatMap((barcode) => {
		const product = known.get(barcode);
		if (!product) return [];
		const shown = pictures.get(barcode);
		const first = VARIANTS.find((variant) => shown?.get(variant)?.thumbnail);
		return {
			barcode,
			name: nameOf(product.info),
			brand: product.brand,
			department: product.department,
			thumbnail: (first && shown?.get(first)?.thumbnail) ?? null,
			scopes: METADATA_SCOPES.filter((scope) => hasKey(product, scope)),
			variants: variantsOf(product.variants),
			changed_at: isoTime(Number(product.changed_at)),
			remarks: [],
		};
	});
}

/** The product's name in the stored text of `info`. */
export function nameOf(info: string | null): string | null {
	return info === null ? null : (parseMembers<Partial<Info>>(info).product_name ?? null);
}
