import Type, { type Static, type TSchema } from "typebox";
import { DECLARED } from "./declared-fields.ts";
import type { FieldKind } from "./field-kinds.ts";
import { VARIANTS, type Variant } from "./scopes.ts";

type Served<Fields> = {
	[Field in keyof Fields]: Fields[Field] extends { readonly served: infer Schema extends TSchema }
		? Schema
		: never;
};

/** The schema of declared fields as served. */
function servedFields<Fields extends Readonly<Record<string, FieldKind>>>(
	fields: Fields,
	options: { readonly title?: string } = {},
) {
	const shapes = Object.entries(fields).map(([name, { served }]) => [name, served]);
	return Type.Object(Object.fromEntries(shapes) as Served<Fields>, options);
}

/** Scope `info` as served: its fields are keys of `product_meta` itself. Times are null only if there is no record. */
export const Info = servedFields(DECLARED.info);
export type Info = Static<typeof Info>;

/** One hechsher: a kosher certification printed on the pack. */
export const Hechsher = servedFields(DECLARED.hechshers, { title: "Hechsher" });
export type Hechsher = Static<typeof Hechsher>;

/** Scope `hechshers` as served. */
export const Hechshers = Type.Array(Hechsher, {
	description: "Kosher certifications; empty when there are none.",
});
export type Hechshers = Static<typeof Hechshers>;

/** A nutrient of the panel, as printed. */
export type Nutrient = Nutrition["sodium"];

/** The nutrition panel, every value as printed. Served as null for a product without one. */
export const Nutrition = servedFields(DECLARED.nutrition);
export type Nutrition = Static<typeof Nutrition>;

export const Ingredients = servedFields(DECLARED.ingredients);
export type Ingredients = Static<typeof Ingredients>;

/** Scope `catalog_meta` as served: its fields are keys of `product_meta` itself. */
export const CatalogMeta = servedFields(DECLARED.catalog_meta);
export type CatalogMeta = Static<typeof CatalogMeta>;

/** What is known about one picture. `ownership` is absent when it was never set. */
export const ImageMeta = servedFields(DECLARED.image_meta);
export type ImageMeta = Static<typeof ImageMeta>;

const imageMetaOrNull = Type.Union([Type.Partial(ImageMeta, { title: "ImageMeta" }), Type.Null()], {
	description: "Null if the product has no such picture.",
});

function byVariant<Schema extends TSchema>(schema: Schema, title: string) {
	const shapes = VARIANTS.map((variant) => [variant, schema]);
	return Type.Object(Object.fromEntries(shapes) as Record<Variant, Schema>, { title });
}

/** Scope `image_meta` as served. Fields that are locked for the client are missing. */
export const ImageMetaByVariant = byVariant(imageMetaOrNull, "ImageMetaByVariant");
export type ImageMetaByVariant = Static<typeof ImageMetaByVariant>;

const urlOrNull = Type.Union([Type.String({ format: "uri" }), Type.Null()], {
	description: "Signed URL; null if the product has no such picture or it was not requested.",
});

/** Scope `images` as served. */
export const Images = byVariant(urlOrNull, "ImageUrls");
export type Images = Static<typeof Images>;

/** `product_meta` as served: the fields of the requested scopes, without those locked for the client. */
export const ProductMeta = Type.Partial(
	Type.Object({
		...Info.properties,
		hechshers: Hechshers,
		nutrition: Type.Union([Type.Partial(Nutrition, { title: "Nutrition" }), Type.Null()], {
			description: "The nutrition panel, every value as printed; null for a product without one.",
		}),
		ingredients: Type.Partial(Ingredients, { title: "Ingredients" }),
		...CatalogMeta.properties,
	}),
	{ title: "ProductMeta", description: "Metadata of the product: the fields of the requested scopes." },
);
export type ProductMeta = Static<typeof ProductMeta>;
