import Type from "typebox";
import { Meta } from "../../api/meta.ts";
import { ImageMetaByVariant, Images, ProductMeta } from "../fields/schemas.ts";

/** The answer of `GET /products/{barcode}` (SPEC 2.3). Blocks that were not requested are absent. */
export const ProductAnswer = Type.Object(
	{
		barcode: Type.String({ description: "The requested barcode.", examples: ["0725272730706"] }),
		image_meta: Type.Optional(ImageMetaByVariant),
		product_meta: Type.Optional(ProductMeta),
		images: Type.Optional(Images),
		meta: Type.Object({
			...Meta.properties,
			redacted_fields: Type.Optional(
				Type.Array(Type.String(), {
					description: "Dotted paths of fields that were left out because they are locked for the client.",
					examples: [["info.manufacturer"]],
				}),
			),
		}),
	},
	{ title: "Product" },
);
