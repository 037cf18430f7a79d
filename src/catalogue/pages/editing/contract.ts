import Type, { type Static } from "typebox";
import {
	EDITORS,
	type FeatureRoutes,
	orNull,
	ProductBarcode,
	Time,
	tagged,
} from "../../../pages/contract.ts";
import { METADATA_KEYS } from "../../fields/fields.ts";
import { METADATA_SCOPES, PRODUCT_META_SCOPES, VARIANTS } from "../../fields/scopes.ts";
import { DEPARTMENTS } from "../../fields/vocabularies.ts";
import { FilterCounts } from "../finding/contract.ts";
import {
	CataloguePath,
	CataloguePicturePath,
	CatalogueProduct,
	PictureEdit,
	PicturePreview,
	ProductEdit,
	ProductRemoval,
	VersionPath,
} from "./product-contract.ts";

const keys = (description: string) =>
	Type.Optional(Type.Array(Type.Enum([...METADATA_KEYS]), { description, maxItems: 60 }));
const has = (variant: string) =>
	Type.Optional(Type.Boolean({ description: `Products with, or without, a picture ${variant}.` }));
const digits = Type.Optional(Type.Integer({ minimum: 1, maximum: 20 }));

/** Filters of the catalogue table: those of `GET /products` and `GET /metadata/products`, and a text. */
const filters = {
	q: Type.Optional(
		Type.String({
			maxLength: 200,
			description: "Beginnings of words of name and brand, or a barcode in any form.",
		}),
	),
	search: Type.Optional(Type.String({ maxLength: 24, description: "First digits of the barcode." })),
	min_digits: digits,
	max_digits: digits,
	updated_since: Type.Optional(
		Type.Union([Type.String({ format: "date" }), Type.String({ format: "date-time" })]),
	),
	has_front: has("front"),
	has_back: has("back"),
	has_front_clean: has("front_clean"),
	has_back_clean: has("back_clean"),
	ownership: Type.Optional(Type.String({ maxLength: 200 })),
	department: Type.Optional(Type.Array(Type.Enum([...DEPARTMENTS]), { description: "One of these." })),
	has: keys("Metadata keys; products that have all of them."),
	missing: keys("Metadata keys; products that have none of them."),
};
export const CatalogueQuery = Type.Object({
	...filters,
	after: Type.Optional(Type.String({ maxLength: 1000, description: "`next` of the previous response." })),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});
export type CatalogueQuery = Static<typeof CatalogueQuery>;

const shown = {
	name: orNull(Type.String()),
	brand: orNull(Type.String()),
	thumbnail: orNull(Type.String(), "The version of a picture, for `GET /thumbnails/{thumbnail}`."),
};
const row = {
	barcode: ProductBarcode,
	...shown,
	department: orNull(Type.String()),
	scopes: Type.Array(Type.Enum([...METADATA_SCOPES]), { description: "Those that have data." }),
	variants: Type.Array(Type.Enum([...VARIANTS])),
	changed_at: Time,
	remarks: Type.Array(Type.String(), { description: "What is doubtful, in a list of doubtful products." }),
};
export const CatalogueRow = Type.Object(row);
export type CatalogueRow = Static<typeof CatalogueRow>;

export const CatalogueList = Type.Object({
	data: Type.Array(CatalogueRow, {
		description: "Sorted by barcode; for a text search, best matches first.",
	}),
	total: orNull(
		Type.Integer(),
		"Total number, with the first page; null if it is not known: on further pages, and for a text search with filters that are checked one by one.",
	),
	is_about: Type.Boolean({ description: "Whether the total is an estimate." }),
	near_words: Type.Array(Type.String(), {
		description:
			"If hardly any product has a word of `q`: the words that are spelled almost alike, by which products were found.",
	}),
	next: orNull(Type.String(), "Where to continue. There may be more even if a page is not full."),
});
export type CatalogueList = Static<typeof CatalogueList>;

/** What each field may contain, from the declaration against which imports are checked. */
export const CatalogueFields = Type.Object({
	scopes: Type.Array(
		Type.Object({
			scope: Type.Enum([...PRODUCT_META_SCOPES]),
			fields: Type.Array(
				Type.Object({
					field: Type.String(),
					kind: Type.Enum(["text", "symbol", "choice", "flag", "nutrient", "texts"]),
					choices: Type.Array(Type.String()),
					description: Type.String(),
				}),
			),
		}),
	),
});
export type CatalogueFields = Static<typeof CatalogueFields>;

const Source = orNull(
	Type.Object({
		kind: Type.String({
			description:
				"`import`, `edit`, `removal`, `undo`, `review`, `merge`, `barcode`, `alert`, `certificate`, `label`.",
		}),
		account_email: orNull(Type.String(), "Null for the command line."),
		by_name: orNull(Type.String(), "The name given with it."),
		batch: orNull(Type.String()),
		ownership: orNull(Type.String()),
	}),
	"Null if not given.",
);

const changeFacts = {
	change_id: Type.Integer(),
	barcode: ProductBarcode,
	at: Time,
	kind: Type.Enum(["created", "changed", "removed", "renamed"]),
	former_barcode: orNull(Type.String(), "For `renamed`: the barcode before."),
	source: Source,
};

export const HistoryEntry = Type.Object({
	...changeFacts,
	fields: Type.Array(
		Type.Object({
			key: Type.String({ description: "`info.brand`, `hechshers`, `nutrition.sodium`." }),
			before: orNull(Type.String()),
			after: orNull(Type.String()),
		}),
	),
	pictures: Type.Array(
		Type.Object({
			variant: Type.Enum([...VARIANTS]),
			before: orNull(Type.String(), "A version of the picture."),
			after: orNull(Type.String()),
		}),
	),
	undo: Type.Enum(["possible", "undone", "newer"], { description: "`newer`: a later change depends on it." }),
	undoes: orNull(Type.Integer(), "The change that this one undid."),
});
export type HistoryEntry = Static<typeof HistoryEntry>;
export const HistoryQuery = Type.Object({
	after: Type.Optional(Type.Integer({ minimum: 1, description: "`next` of the previous response." })),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
});

export const CatalogueChanges = Type.Object({
	data: Type.Array(
		Type.Object({
			...changeFacts,
			...shown,
			changed: Type.Array(Type.String(), { description: "Scopes and `images.<variant>`." }),
			undoes: orNull(Type.Integer()),
		}),
		{ description: "Newest first." },
	),
	next: orNull(Type.Integer()),
});

export const Coverage = Type.Object({
	products: Type.Integer(),
	scopes: Type.Array(
		Type.Object({
			scope: Type.Enum([...METADATA_SCOPES]),
			products: Type.Integer(),
			fields: Type.Array(Type.Object({ field: Type.String(), products: Type.Integer() })),
		}),
	),
});
export type Coverage = Static<typeof Coverage>;

/** Kinds of data issues; `once:SYMBOL` for a hechsher that only one product has. */
export const IssueSummary = Type.Object({
	data: Type.Array(
		Type.Object({
			kind: Type.String(),
			group: Type.Enum(["conflict", "missing", "barcode", "quality", "mark", "hechsher", "custom"]),
			count: Type.Integer(),
			is_about: Type.Boolean(),
		}),
	),
});
export type IssueSummary = Static<typeof IssueSummary>;

export const PairList = Type.Object({
	data: Type.Array(
		Type.Object({
			keep: CatalogueRow,
			other: CatalogueRow,
			both_stay: Type.Boolean({
				description: "Whether both were delivered, bought or traced: metadata alone moves then.",
			}),
		}),
	),
	next: orNull(Type.String()),
});
export const Merge = Type.Object({ keep: ProductBarcode, other: ProductBarcode });
export const IssueQuery = Type.Object({
	after: Type.Optional(Type.String({ maxLength: 1000 })),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});

/** The catalogue, for catalogue editors: locks and filters of keys do not apply, and nothing is charged. */
export const catalogueRoutes = tagged("Catalogue", EDITORS, {
	"GET /admin/catalogue/products": {
		summary: "Products by any filter of the API, and by name",
		query: CatalogueQuery,
		answer: CatalogueList,
	},
	"GET /admin/catalogue/product-counts": {
		summary: "How many products the table would have with each department and scope",
		description:
			"Those of `department`, each counted by itself, and those of `has` that are scopes. Null with a filter that is checked product by product. Approximate beyond 500 products.",
		query: Type.Object(filters),
		answer: FilterCounts,
	},
	"GET /admin/catalogue/fields": {
		summary: "The fields that products have, and what each may hold",
		answer: CatalogueFields,
	},
	"GET /admin/catalogue/products/{barcode}": {
		summary: "Everything stored about a product",
		path: CataloguePath,
		answer: CatalogueProduct,
	},
	"PATCH /admin/catalogue/products/{barcode}": {
		summary: "Change scopes of a product, unless someone else has changed them meanwhile",
		description:
			"`field_invalid` lists `problems` by field; `product_changed` has what is there now as `current`.",
		path: CataloguePath,
		body: ProductEdit,
		answer: CatalogueProduct,
		errors: ["product_changed", "field_invalid"],
	},
	"POST /admin/catalogue/products/{barcode}/remove": {
		summary: "Remove a product and its pictures from the catalogue",
		path: CataloguePath,
		body: ProductRemoval,
		answer: CatalogueProduct,
	},
	"GET /admin/catalogue/products/{barcode}/history": {
		summary: "Changes of a product, with the values before and after",
		path: CataloguePath,
		query: HistoryQuery,
		answer: Type.Object({
			data: Type.Array(HistoryEntry, { description: "Newest first." }),
			next: orNull(Type.Integer(), "Where to continue with older ones."),
		}),
	},
	"GET /admin/catalogue/products/{barcode}/pictures/{variant}": {
		summary: "A picture in full size, watermarked and marked for the person viewing it",
		description:
			"A delivery like any other, to an internal client that represents the account. Not charged to anyone.",
		path: CataloguePicturePath,
		media: ["image/jpeg", "image/png"],
		errors: ["upstream_error"],
	},
	"PUT /admin/catalogue/products/{barcode}/pictures/{variant}": {
		summary: "Add, replace, turn or crop a picture, unless someone else has changed it meanwhile",
		description:
			"Checked and prepared as in an import. The original file is kept whole, so that turning and cropping can be changed or taken back later. `product_changed` has what is there now as `current`.",
		path: CataloguePicturePath,
		body: PictureEdit,
		answer: CatalogueProduct,
		errors: ["product_changed", "picture_refused", "picture_gone", "upstream_error", "disk_full"],
	},
	"POST /admin/catalogue/products/{barcode}/pictures/{variant}/preview": {
		summary: "How a picture would look when delivered, before it is saved",
		description:
			"A preview without invisible marks, and therefore always with a drawn one. The longer edge of the whole picture has at most 320 pixels, and a part is shown at that scale.",
		path: CataloguePicturePath,
		body: PicturePreview,
		media: ["image/webp"],
		answerHeaders: {
			"X-Picture-Size": "Pixels that it would have: `1200x800`.",
			"X-Watermark-Drawn": "1 if the watermark is drawn on what is delivered of this picture, otherwise 0.",
			"X-Can-Be-Marked": "1 if the picture can carry the invisible mark, otherwise 0.",
		},
		errors: ["picture_refused", "picture_gone", "upstream_error"],
	},
	"POST /admin/catalogue/products/{barcode}/pictures/{variant}/remove": {
		summary: "Remove one picture from the catalogue",
		path: CataloguePicturePath,
		body: ProductRemoval,
		answer: CatalogueProduct,
	},
	"POST /admin/catalogue/products/{barcode}/barcode": {
		summary: "Correct the barcode of a product",
		description:
			"History, pictures, deliveries and orders stay with it; baskets and waiting suggestions follow. Followers of the catalogue see the old barcode removed and the new one added.",
		path: CataloguePath,
		body: Type.Object({ barcode: Type.String({ maxLength: 40 }) }),
		answer: Type.Object({ barcode: ProductBarcode }),
		errors: ["barcode_taken"],
	},
	"POST /admin/catalogue/fill-up": {
		summary: "Give products back the leading zeros that their barcodes lost, a part of them at a time",
		access: ["administrator"],
		body: Type.Object({
			after: Type.Optional(orNull(Type.String({ maxLength: 14 }), "`next` of the answer before.")),
			change_set: Type.Optional(orNull(Type.Integer({ minimum: 1 }), "That of the answer before.")),
		}),
		answer: Type.Object({
			change_set: orNull(
				Type.Integer(),
				"By which all of them can be taken back; null if nothing was filled up yet.",
			),
			filled: Type.Integer(),
			left: Type.Array(Type.String(), {
				description:
					"Barcodes that stay: another product has them in some form (merge these), or a removed one had.",
			}),
			next: orNull(Type.String(), "Where to go on; null at the end."),
		}),
	},
	"POST /admin/catalogue/fill-up/{change_set}/undo": {
		summary: "Take back barcodes that were filled up together, a part of them at a time",
		access: ["administrator"],
		path: Type.Object({ change_set: Type.Integer({ minimum: 1 }) }),
		answer: Type.Object({
			undone: Type.Integer(),
			left: Type.Integer({
				description: "Those that cannot be taken back: another product has the barcode by now.",
			}),
			has_more: Type.Boolean(),
		}),
	},
	"GET /admin/catalogue/versions/{version}/thumbnail": {
		summary: "A small picture of a version, even if it was replaced",
		path: VersionPath,
		media: ["image/webp"],
		errors: ["upstream_error"],
	},
	"GET /admin/catalogue/changes": {
		summary: "Changes of all products, newest first",
		query: Type.Object({
			kind: Type.Optional(Type.Enum(["removed"])),
			after: Type.Optional(Type.Integer({ minimum: 1 })),
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
		}),
		answer: CatalogueChanges,
	},
	"POST /admin/catalogue/changes/{change_id}/undo": {
		summary: "Undo a change, as a new change",
		path: Type.Object({ change_id: Type.Integer({ minimum: 1 }) }),
		answer: Type.Object({ barcode: ProductBarcode }),
		errors: ["change_undone", "newer_change", "picture_lost", "barcode_taken"],
	},
	"GET /admin/catalogue/coverage": {
		summary: "How many products have each scope and field",
		answer: Coverage,
	},
	"GET /admin/catalogue/doubtful": {
		summary: "Products that need attention, counted by kind",
		answer: IssueSummary,
	},
	"GET /admin/catalogue/pairs": {
		summary: "Products whose barcodes are forms of one GTIN, in pairs",
		query: IssueQuery,
		answer: PairList,
	},
	"POST /admin/catalogue/merge": {
		summary: "Merge a product into the one with another form of its barcode",
		access: ["administrator"],
		body: Merge,
		answer: Type.Object({
			is_merged: Type.Boolean({ description: "False if there was nothing to merge any more." }),
			is_removed: Type.Boolean({ description: "Whether the other product is gone." }),
			pictures: Type.Array(Type.Enum([...VARIANTS]), { description: "The pictures that moved." }),
		}),
		errors: ["not_found", "product_changed"],
	},
	"POST /admin/catalogue/doubtful/{kind}/looked-at": {
		summary:
			"Say that a conflict of some products was looked at: it stays silent until one of its facts changes",
		path: Type.Object({ kind: Type.String({ maxLength: 400 }) }),
		body: Type.Object({ barcodes: Type.Array(ProductBarcode, { minItems: 1, maxItems: 200 }) }),
	},
	"GET /admin/catalogue/doubtful/{kind}": {
		summary: "The products of one kind",
		path: Type.Object({ kind: Type.String({ maxLength: 400 }) }),
		query: IssueQuery,
		answer: CatalogueList,
	},
} as const satisfies FeatureRoutes);
