import Type, { type Static } from "typebox";
import { Credits } from "./common.ts";

/** The calls of `/api/v1` that can cost something, by their `operationId`. */
export const QUOTED_OPERATIONS = [
	"getProduct",
	"headProduct",
	"getProductImage",
	"bulkCheckProducts",
	"getMetadata",
	"bulkCheckMetadata",
	"listProductsByMetadata",
	"getMetadataFields",
] as const;

const INCLUDES = [
	"info",
	"hechshers",
	"nutrition",
	"ingredients",
	"catalog_meta",
	"image_meta",
	"images",
	"product_meta",
] as const;
const VARIANTS = ["front", "back", "front_clean", "back_clean"] as const;

export const QuoteQuery = Type.Object({
	operation: Type.Enum([...QUOTED_OPERATIONS]),
	barcode: Type.Optional(Type.String({ description: "For the calls about one product." })),
	barcodes: Type.Optional(
		Type.Array(Type.String(), { description: "1 to 500, comma-separated: for the bulk checks." }),
	),
	include: Type.Optional(Type.Array(Type.Enum([...INCLUDES]), { description: "As in `getProduct`." })),
	variants: Type.Optional(Type.Array(Type.Enum([...VARIANTS]), { description: "As in `getProduct`." })),
	variant: Type.Optional(Type.Enum([...VARIANTS], { description: "As in `getProductImage`." })),
	fields: Type.Optional(Type.Boolean({ description: "As in `bulkCheckMetadata`." })),
});

/** What the call would cost at this moment. Asking costs nothing. */
export const Quote = Type.Object({
	items: Type.Array(
		Type.Object({ action: Type.String(), count: Type.Integer(), price: Credits, credits: Credits }),
	),
	credits: Credits,
	balance_after: Type.Number({ description: "Negative when the balance does not suffice." }),
	is_affordable: Type.Boolean({ description: "By the balance and by the daily cap." }),
	notes: Type.Array(Type.String(), { description: "For people: what is free and why." }),
});
export type Quote = Static<typeof Quote>;
