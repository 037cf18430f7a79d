import Type, { type Static } from "typebox";
import { METADATA_SCOPES, VARIANTS } from "../../catalogue/fields/scopes.ts";
import { BRACHOS, DEPARTMENTS, KOSHER_STATUSES } from "../../catalogue/fields/vocabularies.ts";
import { ProductBarcode } from "./basket.ts";
import { Credits, Time } from "./common.ts";

const anyOf = <Value extends string>(values: readonly Value[], description: string) =>
	Type.Optional(Type.Array(Type.Enum([...values]), { description }));
const only = (description: string) => Type.Optional(Type.Boolean({ description }));

export const ProductQuery = Type.Object({
	q: Type.Optional(
		Type.String({
			maxLength: 200,
			description:
				"Beginnings of words of name and brand in any order, or a barcode in any form or its beginning. Case, accents and vowel points make no difference, and spelling mistakes are forgiven.",
		}),
	),
	department: anyOf(DEPARTMENTS, "One of these."),
	hechsher: Type.Optional(
		Type.Array(Type.String({ maxLength: 100 }), { description: "One of these symbols." }),
	),
	kosher_status: anyOf(KOSHER_STATUSES, "One of these, as a hechsher states it."),
	bracha: anyOf(BRACHOS, "One of these."),
	kosher_for_passover: only("Only products that are."),
	gluten_free: only("Only products that claim it."),
	vegan: only("Only products that claim it."),
	organic: only("Only products that are certified."),
	scopes: anyOf(METADATA_SCOPES, "Only products that have all of these."),
	variants: anyOf(VARIANTS, "Only products that have all of these pictures."),
	cursor: Type.Optional(Type.String({ maxLength: 4000, description: "`next_cursor` of the previous page." })),
	per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 24 })),
});
export type ProductQuery = Static<typeof ProductQuery>;

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T, description: string) =>
	Type.Union([type, Type.Null()], { description });

const thumbnail = orNull(Type.String(), "The version of a picture, for `GET /thumbnails/{thumbnail}`.");

const card = {
	barcode: ProductBarcode,
	name: orNull(Type.String(), "Null where it is unknown, or locked for this key."),
	brand: orNull(Type.String(), "Null where it is unknown, or locked for this key."),
	thumbnail,
};

export const ProductCard = Type.Object(card);
export type ProductCard = Static<typeof ProductCard>;

export const ProductPage = Type.Object({
	data: Type.Array(ProductCard, { description: "Best matches first, then by name." }),
	suggested: Type.Array(ProductCard, {
		description:
			"If no product has the requested barcode: the product that is meant if a digit was mistyped, or the item in that case.",
	}),
	roughly: Type.Integer({ description: "Approximate number of matching products." }),
	near_words: Type.Array(Type.String(), {
		description:
			"If hardly any product has a typed word: the words that are spelled almost alike, by which products on this page were found. They follow those that match exactly.",
	}),
	next_cursor: Type.Union([Type.String(), Type.Null()]),
});
export type ProductPage = Static<typeof ProductPage>;

export const ProductFilters = Type.Object({
	departments: Type.Array(Type.String()),
	hechshers: Type.Array(Type.String(), { description: "Symbols in the catalogue, most frequent first." }),
	kosher_statuses: Type.Array(Type.String()),
	brachos: Type.Array(Type.String()),
	scopes: Type.Array(Type.String()),
	variants: Type.Array(Type.String()),
});
export type ProductFilters = Static<typeof ProductFilters>;

const State = Type.Enum(["available", "missing", "locked"], {
	description:
		"`missing`: the product has none. `locked`: this key may not read it, whether it exists or not.",
});

export const FoundProduct = Type.Object({
	...card,
	scopes: Type.Array(Type.Object({ scope: Type.Enum([...METADATA_SCOPES]), state: State, price: Credits })),
	variants: Type.Array(
		Type.Object({
			variant: Type.Enum([...VARIANTS]),
			state: State,
			price: Credits,
			thumbnail,
			width: orNull(Type.Integer(), "Pixels of the full size."),
			height: orNull(Type.Integer(), "Pixels of the full size."),
			sizes: Type.Array(Type.Integer(), {
				description: "Smaller sizes that are prepared: pixels of the longer edge.",
			}),
		}),
	),
	credits: Type.Number({ description: "What everything available costs with this key." }),
	bought: Type.Union(
		[
			Type.Object({
				order_id: Type.String(),
				bought_at: Time,
				expires_at: Type.String({
					format: "date-time",
					description: "It can be fetched again for free until then.",
				}),
				variants: Type.Array(Type.Enum([...VARIANTS])),
				scopes: Type.Array(Type.Enum([...METADATA_SCOPES])),
				values: Type.Unknown({ description: "`product_meta` and `image_meta` as they were bought." }),
			}),
			Type.Null(),
		],
		{
			description:
				"The newest unexpired order of this key that contains the product; null if the key may not fetch it from here.",
		},
	),
});
export type FoundProduct = Static<typeof FoundProduct>;
