import type { MetadataScope, OrderItem, OrderLine, Variant } from "@packshot/sdk";
import { METADATA_SCOPES, PRODUCT_META_SCOPES, SCOPES } from "../../src/catalogue/fields/scopes.ts";

/** Metadata and pictures of a product: those wanted, those bought, or those still to buy. */
export interface Selection {
	readonly scopes: ReadonlySet<MetadataScope>;
	readonly variants: ReadonlySet<Variant>;
}

/** Names of what can be wanted: the scopes, `images`, and `product_meta` for all scopes of the product. */
export type Include = MetadataScope | "images" | "product_meta";
export const INCLUDES: readonly Include[] = [...SCOPES, "product_meta"];

/** What these names select; variants only where pictures are included. */
export function selectionOf(include: readonly Include[], variants: readonly Variant[]): Selection {
	const names = new Set<string>(
		include.flatMap((name) => (name === "product_meta" ? PRODUCT_META_SCOPES : [name])),
	);
	return {
		scopes: new Set(METADATA_SCOPES.filter((scope) => names.has(scope))),
		variants: new Set(names.has("images") ? variants : []),
	};
}

/** What a line of an order or quote names. */
export function selectionIn(line: Pick<OrderLine, "scopes" | "variants">): Selection {
	return { scopes: new Set(line.scopes), variants: new Set(line.variants) };
}

export const NOTHING: Selection = { scopes: new Set(), variants: new Set() };

export const both: Combination = partwise((one, other) => [...one, ...other]);

/** What is wanted and not held yet. */
export const without: Combination = partwise((wanted, held) => [...wanted].filter((part) => !held.has(part)));

export const common: Combination = partwise((one, other) => [...one].filter((part) => other.has(part)));

type Combination = (one: Selection, other: Selection) => Selection;

function partwise(pick: <T>(one: ReadonlySet<T>, other: ReadonlySet<T>) => readonly T[]): Combination {
	return (one, other) => ({
		scopes: new Set(pick(one.scopes, other.scopes)),
		variants: new Set(pick(one.variants, other.variants)),
	});
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
