import Type from "typebox";
import { PRODUCT_META_SCOPES, SCOPES, type Scope, VARIANTS, type Variant } from "./scopes.ts";

const INCLUDES = [...SCOPES, "product_meta"] as const;

/** The parameters of `GET /products/{barcode}` (SPEC 4.2). */
export const ProductQuery = Type.Object({
	include: Type.Optional(
		Type.Array(Type.Enum([...INCLUDES]), {
			minItems: 1,
			description:
				"Scopes to return, comma-separated. `product_meta` stands for the five fine-grained scopes. Omitted: all scopes.",
			examples: [["info", "hechshers"]],
		}),
	),
	variants: Type.Optional(
		Type.Array(Type.Enum([...VARIANTS]), {
			minItems: 1,
			description: "Variants to get a URL for, comma-separated. Omitted: every available variant.",
			examples: [["front"]],
		}),
	),
});

export interface ProductSelection {
	readonly scopes: ReadonlySet<Scope>;
	readonly variants: readonly Variant[];
}

const EVERYTHING: ReadonlySet<Scope> = new Set(SCOPES);

/** What a query requests: `include` decides about scopes, `variants` about image URLs; neither implies the other. */
export function selectionOf(query: {
	readonly include?: readonly (typeof INCLUDES)[number][];
	readonly variants?: readonly Variant[];
}): ProductSelection {
	return {
		scopes: query.include ? new Set(query.include.flatMap(expand)) : EVERYTHING,
		variants: query.variants ? VARIANTS.filter((variant) => query.variants?.includes(variant)) : VARIANTS,
	};
}

function expand(include: (typeof INCLUDES)[number]): readonly Scope[] {
	return include === "product_meta" ? PRODUCT_META_SCOPES : [include];
}
