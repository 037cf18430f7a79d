import type { MetadataScope } from "../catalogue-types.ts";
import type { Variant } from "../product-types.ts";

/** Metadata and pictures of a product: those wanted, those bought, or those still to buy. */
export interface Selection {
	readonly scopes: ReadonlySet<MetadataScope>;
	readonly variants: ReadonlySet<Variant>;
}

export const VARIANTS: readonly Variant[] = ["front", "back", "front_clean", "back_clean"];

export const PRODUCT_SCOPES = ["info", "hechshers", "nutrition", "ingredients", "catalog_meta"] as const;

export const METADATA_SCOPES: readonly MetadataScope[] = [...PRODUCT_SCOPES, "image_meta"];

export const NOTHING: Selection = { scopes: new Set(), variants: new Set() };

export function both(one: Selection, other: Selection): Selection {
	return {
		scopes: new Set([...one.scopes, ...other.scopes]),
		variants: new Set([...one.variants, ...other.variants]),
	};
}

/** What is wanted and not held yet. */
export function without(wanted: Selection, held: Selection): Selection {
	return {
		scopes: new Set([...wanted.scopes].filter((scope) => !held.scopes.has(scope))),
		variants: new Set([...wanted.variants].filter((variant) => !held.variants.has(variant))),
	};
}

export function isNothing({ scopes, variants }: Selection): boolean {
	return scopes.size === 0 && variants.size === 0;
}

/** In the format of an order. */
export function orderedParts({ scopes, variants }: Selection) {
	return {
		include: [...scopes, ...(variants.size > 0 ? (["images"] as const) : [])],
		...(variants.size > 0 ? { variants: [...variants] } : {}),
	};
}
