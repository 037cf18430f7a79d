/** The five scopes whose fields make up `product_meta`, in the order in which they are served. */
export const PRODUCT_META_SCOPES = ["info", "hechshers", "nutrition", "ingredients", "catalog_meta"] as const;

/** The scopes whose availability is reported: those of `product_meta`, and what is known about the pictures. */
export const METADATA_SCOPES: readonly [...typeof PRODUCT_META_SCOPES, "image_meta"] = [
	...PRODUCT_META_SCOPES,
	"image_meta",
];

/** Every scope a client can ask for or an administrator can lock. */
export const SCOPES: readonly [...typeof METADATA_SCOPES, "images"] = [...METADATA_SCOPES, "images"];

/** The pictures that a product can have. A variant's index in this list is its bit in a variant mask. */
export const VARIANTS = ["front", "back", "front_clean", "back_clean"] as const;

/** Description of the variants, used wherever one is chosen. */
export const VARIANTS_IN_WORDS: string =
	"`front` and `back` are JPEG on white. `front_clean` and `back_clean` are cut-outs of the same photographs: PNG on a transparent background. " +
	"Clean refers to the background: a cut-out carries the same watermark and the same invisible mark.";

export type ProductMetaScope = (typeof PRODUCT_META_SCOPES)[number];
export type MetadataScope = (typeof METADATA_SCOPES)[number];
export type Scope = (typeof SCOPES)[number];
export type Variant = (typeof VARIANTS)[number];

const scopeNames: ReadonlySet<string> = new Set(SCOPES);
const variantNames: ReadonlySet<string> = new Set(VARIANTS);

export function isScope(text: string): text is Scope {
	return scopeNames.has(text);
}

export function isVariant(text: string): text is Variant {
	return variantNames.has(text);
}

/** Whether the variant is cut out on a transparent background, and therefore a PNG. */
export function isCleanVariant(variant: Variant): boolean {
	return variant.endsWith("_clean");
}

export function variantBit(variant: Variant): number {
	return 1 << VARIANTS.indexOf(variant);
}

export function variantMask(variants: readonly Variant[]): number {
	return variants.reduce((mask, variant) => mask | variantBit(variant), 0);
}

/** The variants whose bits a mask holds, in canonical order. */
export function variantsOf(mask: number): Variant[] {
	return VARIANTS.filter((variant) => (mask & variantBit(variant)) !== 0);
}
