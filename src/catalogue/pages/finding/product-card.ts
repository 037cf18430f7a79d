import type { ShownPictures } from "../../../pictures/store/shown-pictures.ts";
import type { Locks } from "../../fields/locks.ts";
import { isLocked } from "../../fields/locks.ts";
import { parseMembers } from "../../fields/members.ts";
import type { Info } from "../../fields/schemas.ts";
import { VARIANTS } from "../../fields/scopes.ts";
import type { ServedProduct } from "../../stored/served-product.ts";
import { textOf } from "../../stored/served-text.ts";
import type { ProductCard } from "./contract.ts";

/** What is free of a product: its name, its brand and a thumbnail, unless locked. */
export function productCard(
	product: ServedProduct,
	pictures: ShownPictures | undefined,
	locks: Locks,
): Omit<ProductCard, "credits" | "alerts"> {
	const info = parseMembers<Partial<Info>>(textOf(product.text, "info"));
	const open = (field: "product_name" | "brand") =>
		isLocked(locks, "info", field) ? null : (info[field] ?? null);
	return {
		barcode: product.barcode,
		name: open("product_name"),
		brand: open("brand"),
		thumbnail: thumbnailOf(pictures, locks),
	};
}

/** The thumbnail of the first picture that is not locked. */
function thumbnailOf(pictures: ShownPictures | undefined, locks: Locks): string | null {
	if (locks.scopes.has("images")) return null;
	for (const variant of VARIANTS) {
		const thumbnail = locks.variants.has(variant) ? null : pictures?.get(variant)?.thumbnail;
		if (thumbnail) return thumbnail;
	}
	return null;
}
