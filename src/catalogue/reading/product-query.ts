import Type from "typebox";
import {
	PRODUCT_META_SCOPES,
	SCOPES,
	type Scope,
	VARIANTS,
	VARIANTS_IN_WORDS,
	type Variant,
} from "../fields/scopes.ts";
import { VariantName } from "../listing/listing-schemas.ts";
import { PictureSize, sizeOf } from "../stored/picture-size.ts";

export const INCLUDES = [...SCOPES, "product_meta"] as const;

export const ScopeName = Type.Enum([...INCLUDES], { title: "Scope" });

/** The parameters of `GET /products/{barcode}` (SPEC 4.2). */
export const ProductQuery = Type.Object({
	include: Type.Optional(
		Type.Array(ScopeName, {
			minItems: 1,
			description:
				"Scopes to return, comma-separated. `product_meta` stands for the five fine-grained scopes. Default: all scopes.",
			examples: [["info", "hechshers"]],
		}),
	),
	variants: Type.Optional(
		Type.Array(VariantName, {
			minItems: 1,
			description: `Variants to get a URL for, comma-separated. Default: every available variant. ${VARIANTS_IN_WORDS}`,
			examples: [["front"]],
		}),
	),
	size: PictureSize,
});

export interface ProductSelection {
	readonly scopes: ReadonlySet<Scope>;
	readonly variants: readonly Variant[];
	/** Length of the longer edge of pictures in pixels; null for the full size. */
	readonly sizePx: number | null;
}

const EVERYTHING: ReadonlySet<Scope> = new Set(SCOPES);

/**
 * What a query requests: `include` selects scopes, `variants` image URLs; neither implies the other.
 * @param sizesPx sizes of pictures that the installation prepares. @throws HttpError 400 `bad_request` for any other.
 */
export function selectionOf(
	query: {
		readonly include?: readonly (typeof INCLUDES)[number][];
		readonly variants?: readonly Variant[];
		readonly size?: string;
	},
	sizesPx: readonly number[],
): ProductSelection {
	return {
		sizePx: sizeOf(query, sizesPx),
		scopes: query.include ? new Set(query.include.flatMap(expand)) : EVERYTHING,
		variants: query.variants ? VARIANTS.filter((variant) => query.variants?.includes(variant)) : VARIANTS,
	};
}

function expand(include: (typeof INCLUDES)[number]): readonly Scope[] {
	return include === "product_meta" ? PRODUCT_META_SCOPES : [include];
}
