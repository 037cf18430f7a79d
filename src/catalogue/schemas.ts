import Type, { type Static, type TSchema } from "typebox";
import { DECLARED } from "./declared-fields.ts";
import type { FieldKind } from "./field-kinds.ts";

type Served<Fields> = {
	[Field in keyof Fields]: Fields[Field] extends { readonly served: infer Schema extends TSchema }
		? Schema
		: never;
};

/** The shape of declared fields as they are served. */
function servedFields<Fields extends Readonly<Record<string, FieldKind>>>(fields: Fields) {
	const shapes = Object.entries(fields).map(([name, { served }]) => [name, served]);
	return Type.Object(Object.fromEntries(shapes) as Served<Fields>);
}

/**
 * Scope `info` as it is served: keys of `product_meta` itself. Times are null only where there is no
 * record.
 */
export const Info = servedFields(DECLARED.info);
export type Info = Static<typeof Info>;

/** One hechsher: a kosher certification printed on the pack. */
export const Hechsher = servedFields(DECLARED.hechshers);
export type Hechsher = Static<typeof Hechsher>;

/** Scope `hechshers` as it is served. */
export const Hechshers = Type.Array(Hechsher, {
	description: "Kosher certifications; empty when there are none.",
});
export type Hechshers = Static<typeof Hechshers>;

/** A nutrient of the panel, as printed. */
export type Nutrient = Nutrition["sodium"];

/** The nutrition panel, every value as printed. Served as null for a product without one. */
export const Nutrition = servedFields(DECLARED.nutrition);
export type Nutrition = Static<typeof Nutrition>;

/** Scope `ingredients` as it is served. */
export const Ingredients = servedFields(DECLARED.ingredients);
export type Ingredients = Static<typeof Ingredients>;

/** Scope `catalog_meta` as it is served: keys of `product_meta` itself. */
export const CatalogMeta = servedFields(DECLARED.catalog_meta);
export type CatalogMeta = Static<typeof CatalogMeta>;

/** What is known about one picture. `ownership` is absent when it was never set. */
export const ImageMeta = servedFields(DECLARED.image_meta);
export type ImageMeta = Static<typeof ImageMeta>;

const imageMetaOrNull = Type.Union([Type.Partial(ImageMeta), Type.Null()], {
	description: "Null when the product has no such picture.",
});

/** Scope `image_meta` as it is served. Fields that are locked for the client are missing. */
export const ImageMetaByVariant = Type.Object({
	front: imageMetaOrNull,
	back: imageMetaOrNull,
	front_clean: imageMetaOrNull,
	back_clean: imageMetaOrNull,
});
export type ImageMetaByVariant = Static<typeof ImageMetaByVariant>;

const urlOrNull = Type.Union([Type.String({ format: "uri" }), Type.Null()], {
	description: "Signed URL; null when the product has no such picture or it was not asked for.",
});

/** Scope `images` as it is served. */
export const Images = Type.Object({
	front: urlOrNull,
	back: urlOrNull,
	front_clean: urlOrNull,
	back_clean: urlOrNull,
});
export type Images = Static<typeof Images>;

/**
 * `product_meta` as it is served: the fields of the requested scopes, without those locked for the client.
 */
export const ProductMeta = Type.Partial(
	Type.Object({
		...Info.properties,
		hechshers: Hechshers,
		nutrition: Type.Union([Type.Partial(Nutrition), Type.Null()], {
			description: "The nutrition panel, every value as printed; null for a product without one.",
		}),
		ingredients: Type.Partial(Ingredients),
		...CatalogMeta.properties,
	}),
	{ description: "Metadata of the product: the fields of the scopes asked for." },
);
export type ProductMeta = Static<typeof ProductMeta>;
