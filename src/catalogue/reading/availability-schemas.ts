import Type, { type Static, type TObject, type TSchema } from "typebox";
import { Meta } from "../../api/meta.ts";
import { FIELDS } from "../fields/fields.ts";
import { METADATA_SCOPES, type MetadataScope, SCOPES } from "../fields/scopes.ts";
import { Barcode, BarcodeList, Pagination, PagingQuery, VariantList } from "../listing/listing-schemas.ts";

export const MetadataScopeName = Type.Enum([...METADATA_SCOPES], { title: "MetadataScope" });

function forEachScope<Schema extends TSchema>(
	schema: (scope: MetadataScope) => Schema,
	options: { readonly title: string; readonly description: string },
): TObject<Record<MetadataScope, Schema>> {
	const entries = METADATA_SCOPES.map((scope) => [scope, schema(scope)]);
	return Type.Object(Object.fromEntries(entries) as Record<MetadataScope, Schema>, options);
}

const ScopeFlags = forEachScope(() => Type.Boolean({ examples: [true] }), {
	title: "AvailableScopes",
	description: "For each scope, whether the product has data in it.",
});

const FieldFlags = forEachScope(
	(scope) =>
		Type.Object(
			Object.fromEntries(FIELDS[scope].map((field) => [field, Type.Boolean({ examples: [true] })])),
		),
	{ title: "AvailableFields", description: "For each scope and field, whether the product has a value." },
);

/** The answer of `GET /metadata/{barcode}` (SPEC 4.3). */
export const AvailabilityAnswer = Type.Object(
	{
		barcode: Barcode,
		metadata: ScopeFlags,
		metadata_fields: FieldFlags,
		image_variants: VariantList,
		worth_requesting: Type.Array(Type.Enum([...SCOPES], { title: "DataScope" }), {
			description: "Values of `include` for which `GET /products/{barcode}` would return data.",
			examples: [["info", "nutrition", "images"]],
		}),
		meta: Meta,
	},
	{ title: "MetadataAvailability" },
);

/** The body of `POST /metadata/bulk-check`. */
export const AvailabilityCheck = Type.Object({
	barcodes: BarcodeList,
	fields: Type.Optional(
		Type.Boolean({ default: false, description: "Report each field separately.", examples: [false] }),
	),
});
export type AvailabilityCheck = Static<typeof AvailabilityCheck>;

export const AvailabilityCheckAnswer = Type.Object(
	{
		results: Type.Record(
			Type.String(),
			Type.Object(
				{
					exists: Type.Boolean({ description: "Whether the product is in the catalogue." }),
					metadata: Type.Optional(ScopeFlags),
					metadata_fields: Type.Optional(FieldFlags),
				},
				{ title: "CheckedMetadata" },
			),
			{ description: "One entry for each barcode; if it is not in the catalogue, the entry says only that." },
		),
		meta: Meta,
	},
	{ title: "MetadataCheck" },
);

const keyList = (description: string, example: string) =>
	Type.Optional(Type.String({ maxLength: 400, description, examples: [example] }));

/** The parameters of `GET /metadata/products`. */
export const MetadataListingQuery = Type.Object({
	...PagingQuery,
	has: keyList("Metadata keys, comma-separated: products that have all of them.", "nutrition,info.brand"),
	missing: keyList(
		"Metadata keys, comma-separated: products that have none of them.",
		"ingredients.allergens",
	),
	include_metadata: Type.Boolean({
		default: false,
		description: "Add `metadata` to each product.",
		examples: [true],
	}),
	include_fields: Type.Boolean({
		default: false,
		description: "Add `metadata` and `metadata_fields` to each product.",
		examples: [false],
	}),
	search: Type.Optional(
		Type.String({ maxLength: 24, description: "First digits of the barcode.", examples: ["07252"] }),
	),
});
export type MetadataListingQuery = Static<typeof MetadataListingQuery>;

const echo = (parameter: string) =>
	Type.Union([Type.String(), Type.Null()], { description: `\`${parameter}\` as given in the request.` });

export const MetadataListingAnswer = Type.Object(
	{
		data: Type.Array(
			Type.Object(
				{
					barcode: Barcode,
					variants: VariantList,
					metadata: Type.Optional(ScopeFlags),
					metadata_fields: Type.Optional(FieldFlags),
				},
				{ title: "MetadataRow" },
			),
			{ description: "Products, sorted by barcode as text." },
		),
		filters: Type.Object({ has: echo("has"), missing: echo("missing") }),
		pagination: Pagination,
		meta: Meta,
	},
	{ title: "MetadataList" },
);

export const MetadataFieldsQuery = Type.Object({
	counts: Type.Boolean({
		default: false,
		description: "Also return how many products have each scope and field.",
		examples: [true],
	}),
});
export type MetadataFieldsQuery = Static<typeof MetadataFieldsQuery>;

export const MetadataFieldsAnswer = Type.Object(
	{
		scopes: Type.Array(
			Type.Object({
				scope: MetadataScopeName,
				source_fields: Type.Array(Type.String(), {
					description: "Fields of the scope: `scope.field` is a metadata key, and so is `scope`.",
					examples: [[...FIELDS.ingredients]],
				}),
				barcodes_with_scope: Type.Optional(
					Type.Integer({
						description: "Number of products with data in the scope; only with `counts`.",
						examples: [9120],
					}),
				),
				barcodes_with_field: Type.Optional(
					Type.Record(Type.String(), Type.Integer(), {
						description: "For each field, the number of products that have a value; only with `counts`.",
						examples: [{ ingredients_text: 9120, allergens: 6011 }],
					}),
				),
			}),
		),
		total_products: Type.Integer({ description: "Number of products in the catalogue.", examples: [30_412] }),
		usage: Type.Record(Type.String(), Type.String(), {
			description: "How to use the keys, with an example for each call.",
		}),
		meta: Meta,
	},
	{ title: "MetadataFields" },
);
