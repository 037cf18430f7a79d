import Type, { type Static } from "typebox";
import { Meta } from "../../api/meta.ts";
import { VARIANTS } from "../fields/scopes.ts";

const EXAMPLE_BARCODE = "0725272730706";

export const Barcode = Type.String({
	pattern: "^[0-9]{4,14}$",
	description: "4 to 14 digits; leading zeros are significant.",
	examples: [EXAMPLE_BARCODE],
});

/** One of the four pictures of a product. */
export const VariantName = Type.Enum([...VARIANTS], { title: "Variant" });

export const VariantList = Type.Array(VariantName, {
	description: "The variants that have a picture.",
	examples: [["front", "back"]],
});

const EXAMPLE_CURSOR = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI";

/** Parameters common to all listings. */
export const PagingQuery = {
	cursor: Type.Optional(
		Type.String({
			"x-excludes": "page",
			description:
				"Lists by cursor: empty for the first page, then `pagination.next_cursor`, with the same filters. A product that matches throughout is listed exactly once, even if the catalogue changes meanwhile. Cannot be combined with `page`.",
			examples: [EXAMPLE_CURSOR],
		}),
	),
	page: Type.Integer({
		minimum: 1,
		maximum: 999_999_999_999_999,
		default: 1,
		description: "Page number, starting at 1.",
		examples: [1],
	}),
	per_page: Type.Integer({
		minimum: 1,
		maximum: 500,
		default: 50,
		description: "Products per page.",
		examples: [50],
	}),
	updated_since: Type.Optional(
		Type.Unsafe<string>({
			type: "string",
			anyOf: [{ format: "date" }, { format: "date-time" }],
			description:
				"Only products whose `updated_at` is at this time or later: a date (midnight UTC) or a date-time, in UTC unless it has an offset.",
			examples: ["2027-05-01T00:00:00Z"],
		}),
	),
};

const PerPage = Type.Integer({ description: "Entries on a full page.", examples: [50] });

/** Where a listing by cursor continues (SPEC E3). */
export const CursorPagination = Type.Object(
	{
		per_page: PerPage,
		next_cursor: Type.Union([Type.String(), Type.Null()], {
			description: "`cursor` for the next page; null on the last page.",
			examples: [EXAMPLE_CURSOR],
		}),
	},
	{ title: "CursorPagination", description: "With `cursor`." },
);

/** The position of a numbered page (SPEC 2.9), or where a cursor-based listing continues. */
export const Pagination = Type.Union([
	Type.Object(
		{
			page: Type.Integer({ description: "The requested page.", examples: [1] }),
			per_page: PerPage,
			total: Type.Integer({ description: "Number of products on all pages.", examples: [30_412] }),
			total_pages: Type.Integer({ description: "Number of pages.", examples: [609] }),
		},
		{ title: "Pagination" },
	),
	CursorPagination,
]);

const hasVariant = (variant: string) =>
	Type.Optional(
		Type.Boolean({
			description: `true: only products with a ${variant} picture; false: only those without.`,
			examples: [true],
		}),
	);

const digits = (description: string) =>
	Type.Optional(Type.Integer({ minimum: 1, description, examples: [12] }));

/** The parameters of `GET /products` (SPEC 4.2). */
export const ListingQuery = Type.Object({
	...PagingQuery,
	min_digits: digits("Minimum length of the barcode; produce codes of 4 digits are always listed."),
	max_digits: digits("Maximum length of the barcode."),
	has_front: hasVariant("front"),
	has_front_clean: hasVariant("front_clean"),
	has_back: hasVariant("back"),
	has_back_clean: hasVariant("back_clean"),
	ownership: Type.Optional(
		Type.String({
			description: "Only products with a picture that has this ownership tag.",
			examples: ["studio"],
		}),
	),
	search: Type.Optional(Type.String({ description: "First digits of the barcode.", examples: ["07252"] })),
});
export type ListingQuery = Static<typeof ListingQuery>;

/** The answer of `GET /products`. */
export const ListingAnswer = Type.Object(
	{
		data: Type.Array(Type.Object({ barcode: Barcode, variants: VariantList }, { title: "ProductRow" }), {
			description: "Products, sorted by barcode as text.",
		}),
		pagination: Pagination,
		meta: Meta,
	},
	{ title: "ProductList" },
);

export const BarcodeList = Type.Array(
	Type.String({
		pattern: "^[0-9]{4,14}$",
		"x-error": "invalid_barcode",
		description: "4 to 14 digits.",
		examples: [EXAMPLE_BARCODE],
	}),
	{
		minItems: 1,
		maxItems: 500,
		description: "Barcodes to check. A repeated barcode is checked and charged once.",
		examples: [[EXAMPLE_BARCODE, "4011"]],
	},
);

export const ProductCheck = Type.Object({ barcodes: BarcodeList });
export type ProductCheck = Static<typeof ProductCheck>;

export const ProductCheckAnswer = Type.Object(
	{
		results: Type.Record(
			Type.String(),
			Type.Object(
				{
					exists: Type.Boolean({
						description: "Whether the product is in the catalogue and visible to the client.",
					}),
					variants: VariantList,
				},
				{ title: "CheckedProduct" },
			),
			{
				description: "One entry for each barcode.",
				examples: [
					{
						[EXAMPLE_BARCODE]: { exists: true, variants: ["front", "back"] },
						"4011": { exists: false, variants: [] },
					},
				],
			},
		),
		meta: Meta,
	},
	{ title: "ProductCheck" },
);
