import Type, { type Static } from "typebox";
import {
	ClientPath,
	Credits,
	type FeatureRoutes,
	orNull,
	ProductBarcode,
	Time,
	tagged,
} from "../../../pages/contract.ts";
import { METADATA_SCOPES, VARIANTS } from "../../fields/scopes.ts";
import { BRACHOS, DEPARTMENTS, KOSHER_STATUSES } from "../../fields/vocabularies.ts";
import { SEARCH_SORTS } from "../../search/text-query.ts";

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
	sort: Type.Optional(
		Type.Enum([...SEARCH_SORTS], {
			description:
				"By name, or the latest additions to the catalogue first, instead of the best matches first.",
		}),
	),
	cursor: Type.Optional(Type.String({ maxLength: 4000, description: "`next_cursor` of the previous page." })),
	per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 24 })),
});
export type ProductQuery = Static<typeof ProductQuery>;

const thumbnail = orNull(Type.String(), "The version of a picture, for `GET /thumbnails/{thumbnail}`.");

const card = {
	barcode: ProductBarcode,
	name: orNull(Type.String(), "Null where it is unknown, or locked for this key."),
	brand: orNull(Type.String(), "Null where it is unknown, or locked for this key."),
	thumbnail,
	alerts: Type.Array(Type.String(), { description: "Ids of live kosher alerts about it." }),
};

const credits = Type.Number({ description: "What everything available costs with this key." });

export const ProductCard = Type.Object({ ...card, credits });
export type ProductCard = Static<typeof ProductCard>;

export const ProductPage = Type.Object({
	data: Type.Array(ProductCard, { description: "Best matches first, then by name; or as `sort` says." }),
	suggested: Type.Array(ProductCard, {
		description:
			"If no product has the requested barcode: the product that is meant if a digit was mistyped, or the item in that case.",
	}),
	roughly: Type.Integer({ description: "Approximate number of matching products." }),
	near_words: Type.Array(Type.String(), {
		description:
			"If hardly any product has a typed word: the words that are spelled almost alike, by which products on this page were found. They follow those that match exactly.",
	}),
	next_cursor: orNull(Type.String()),
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

const { cursor: _cursor, per_page: _perPage, sort: _sort, ...countedQuery } = ProductQuery.properties;

export const FilterCounts = Type.Object({
	data: Type.Array(
		Type.Object({
			filter: Type.String({ description: "The parameter." }),
			value: Type.String(),
			products: orNull(
				Type.Integer(),
				"Null where the number would tell about products outside the key's scope filter.",
			),
		}),
	),
});

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
			is_drawn: Type.Boolean({
				description: "Whether this key gets it with the visible watermark, as its thumbnail shows it.",
			}),
			sizes: Type.Array(Type.Integer(), {
				description: "Smaller sizes that are prepared: pixels of the longer edge.",
			}),
		}),
	),
	credits,
	bought: Type.Union(
		[
			Type.Object({
				orders: Type.Array(
					Type.Object({
						order_id: Type.String(),
						name: orNull(Type.String()),
						bought_at: Time,
						expires_at: Type.String({
							format: "date-time",
							description: "It can be fetched again for free until then.",
						}),
						size: orNull(Type.Integer(), "Pixels of its pictures; null for the full size."),
						variants: Type.Array(Type.Enum([...VARIANTS])),
						scopes: Type.Array(Type.Enum([...METADATA_SCOPES])),
					}),
					{ description: "Newest first, each with what newer ones do not contain." },
				),
				values: Type.Unknown({
					description: "`product_meta` and `image_meta` as they were bought, last of all.",
				}),
			}),
			Type.Null(),
		],
		{
			description:
				"What unexpired orders of this key contain of the product; null if there are none, or the key may not fetch it from here.",
		},
	),
});
export type FoundProduct = Static<typeof FoundProduct>;

/** The route of thumbnails, which every signed-in user may see. */
export const thumbnailRoutes = tagged("Products", "person", {
	"GET /thumbnails/{thumbnail}": {
		summary: "A small picture with the drawn watermark, for pages",
		description:
			"Free, for any signed-in user. It may be cached forever: its address names a version of a picture.",
		path: Type.Object({
			thumbnail: Type.String({
				description:
					"A version of a picture, with the extension `.webp` or `.jpg`. Without one, the `Accept` header decides.",
				examples: ["01jk3v5t8m2q4w6y8z0a1b2c3d.webp"],
			}),
		}),
		media: ["image/webp", "image/jpeg"],
		errors: ["upstream_error"],
	},
} as const satisfies FeatureRoutes);

/** Finding products as one particular key: its scope filter and its locks apply. */
export const productRoutes = tagged("Products", "member", {
	"GET /keys/{client_id}/products": {
		summary: "Find products by name, brand, barcode and attributes",
		description:
			"Free, 240 per minute. Products outside the key's scope filter are not found, and fields that are locked for it are not searched.",
		path: ClientPath,
		query: ProductQuery,
		answer: ProductPage,
	},
	"GET /keys/{client_id}/product-filters": {
		summary: "What products can be filtered by, except what is locked for the key",
		path: ClientPath,
		answer: ProductFilters,
	},
	"GET /keys/{client_id}/product-counts": {
		summary: "How many products a search would find with each value of its filters",
		description:
			"Free, 60 per minute. With several values of a filter of which one has to match, each is counted by itself. Approximate beyond 500 results.",
		path: ClientPath,
		query: Type.Object(countedQuery),
		answer: FilterCounts,
	},
	"GET /keys/{client_id}/products/{barcode}": {
		summary:
			"What is available for a product, what it costs with this key, and what the key has bought of it",
		description: "Free, 60 per minute. Values are shown only if they are free or were bought with this key.",
		path: Type.Object({ ...ClientPath.properties, barcode: ProductBarcode }),
		answer: FoundProduct,
		errors: ["invalid_barcode", "upstream_error"],
	},
} as const satisfies FeatureRoutes);
