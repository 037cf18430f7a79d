import type { MetadataScope, OrderItem, Variant } from "@packshot/sdk";

/** Metadata and pictures of a product: those wanted, those bought, or those still to buy. */
export interface Selection {
	readonly scopes: ReadonlySet<MetadataScope>;
	readonly variants: ReadonlySet<Variant>;
}

export const VARIANTS: readonly Variant[] = ["front", "back", "front_clean", "back_clean"];

export const PRODUCT_SCOPES = ["info", "hechshers", "nutrition", "ingredients", "catalog_meta"] as const;

export const METADATA_SCOPES: readonly MetadataScope[] = [...PRODUCT_SCOPES, "image_meta"];

/** Names of what can be wanted: the scopes, `images`, and `product_meta` for all scopes of the product. */
export type Include = MetadataScope | "images" | "product_meta";
export const INCLUDES: readonly Include[] = [...METADATA_SCOPES, "images", "product_meta"];

/** What these names select; variants only where pictures are included. */
export function selectionOf(include: readonly Include[], variants: readonly Variant[]): Selection {
	const names = new Set<string>(
		include.flatMap((name) => (name === "product_meta" ? PRODUCT_SCOPES : [name])),
	);
	return {
		scopes: new Set(METADATA_SCOPES.filter((scope) => names.has(scope))),
		variants: new Set(names.has("images") ? variants : []),
	};
}

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

export function common(one: Selection, other: Selection): Selection {
	return {
		scopes: new Set([...one.scopes].filter((scope) => other.scopes.has(scope))),
		variants: new Set([...one.variants].filter((variant) => other.variants.has(variant))),
	};
}

export function isNothing({ scopes, variants }: Selection): boolean {
	return scopes.size === 0 && variants.size === 0;
}

/** In the format of an order. */
export function orderedParts({
	scopes,
	variants,
}: Selection): Required<Pick<OrderItem, "include">> & Pick<OrderItem, "variants"> {
	return {
		include: [...scopes, ...(variants.size > 0 ? (["images"] as const) : [])],
		...(variants.size > 0 ? { variants: [...variants] } : {}),
	};
}
