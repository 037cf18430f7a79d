import * as catalogue from "./catalogue.ts";
import type { PortalRoute } from "./portal-route.ts";
import type { Role } from "./roles.ts";

const EDITORS = ["administrator", "catalogue_editor"] as const satisfies readonly Role[];

/** The catalogue, for those who look after it: no key's locks and filters hold here, and nothing is charged. */
export const catalogueRoutes = {
	"GET /admin/catalogue/products": {
		tag: "Catalogue",
		summary: "Products by every filter of the API, and by name",
		access: EDITORS,
		query: catalogue.CatalogueQuery,
		answer: catalogue.CatalogueList,
		errors: [],
	},
	"GET /admin/catalogue/fields": {
		tag: "Catalogue",
		summary: "The fields that products have, and what each may hold",
		access: EDITORS,
		answer: catalogue.CatalogueFields,
		errors: [],
	},
	"GET /admin/catalogue/products/{barcode}": {
		tag: "Catalogue",
		summary: "Everything there is of a product",
		access: EDITORS,
		path: catalogue.CataloguePath,
		answer: catalogue.CatalogueProduct,
		errors: ["not_found"],
	},
	"PATCH /admin/catalogue/products/{barcode}": {
		tag: "Catalogue",
		summary: "Change scopes of a product, if nobody did meanwhile",
		description:
			"`field_invalid` lists `problems` by field; `product_changed` has what is there now as `current`.",
		access: EDITORS,
		path: catalogue.CataloguePath,
		body: catalogue.ProductEdit,
		answer: catalogue.CatalogueProduct,
		errors: ["not_found", "product_changed", "field_invalid"],
	},
	"POST /admin/catalogue/products/{barcode}/remove": {
		tag: "Catalogue",
		summary: "Take a product with its pictures out of the catalogue",
		access: EDITORS,
		path: catalogue.CataloguePath,
		body: catalogue.ProductRemoval,
		answer: catalogue.CatalogueProduct,
		errors: ["not_found"],
	},
	"GET /admin/catalogue/products/{barcode}/history": {
		tag: "Catalogue",
		summary: "Changes of a product with what was before and after",
		access: EDITORS,
		path: catalogue.CataloguePath,
		query: catalogue.HistoryQuery,
		answer: catalogue.ProductHistory,
		errors: ["not_found"],
	},
	"GET /admin/catalogue/products/{barcode}/pictures/{variant}": {
		tag: "Catalogue",
		summary: "A picture in full size, watermarked and marked for whoever looks at it",
		description:
			"A delivery like any other, to a client of the installation's own that stands for the account. Charged to nobody.",
		access: EDITORS,
		path: catalogue.CataloguePicturePath,
		media: ["image/jpeg", "image/png"],
		errors: ["not_found", "upstream_error"],
	},
	"POST /admin/catalogue/products/{barcode}/pictures/{variant}/remove": {
		tag: "Catalogue",
		summary: "Take one picture out of the catalogue",
		access: EDITORS,
		path: catalogue.CataloguePicturePath,
		body: catalogue.ProductRemoval,
		answer: catalogue.CatalogueProduct,
		errors: ["not_found"],
	},
	"GET /admin/catalogue/versions/{version}/thumbnail": {
		tag: "Catalogue",
		summary: "A small picture of a version, also of one that was replaced",
		access: EDITORS,
		path: catalogue.VersionPath,
		media: ["image/webp"],
		errors: ["not_found", "upstream_error"],
	},
	"GET /admin/catalogue/changes": {
		tag: "Catalogue",
		summary: "Changes of all products, newest first",
		access: EDITORS,
		query: catalogue.ChangeQuery,
		answer: catalogue.CatalogueChanges,
		errors: [],
	},
	"POST /admin/catalogue/changes/{change_id}/undo": {
		tag: "Catalogue",
		summary: "Take a change back, as a new change",
		access: EDITORS,
		path: catalogue.ChangePath,
		answer: catalogue.Undone,
		errors: ["not_found", "change_undone", "newer_change", "picture_lost"],
	},
	"GET /admin/catalogue/coverage": {
		tag: "Catalogue",
		summary: "How many products have each scope and field",
		access: EDITORS,
		answer: catalogue.Coverage,
		errors: [],
	},
	"GET /admin/catalogue/doubtful": {
		tag: "Catalogue",
		summary: "What to look at, counted by kind",
		access: EDITORS,
		answer: catalogue.DoubtfulSummary,
		errors: [],
	},
	"GET /admin/catalogue/doubtful/{kind}": {
		tag: "Catalogue",
		summary: "The products of one kind",
		access: EDITORS,
		path: catalogue.DoubtfulPath,
		query: catalogue.DoubtfulQuery,
		answer: catalogue.CatalogueList,
		errors: ["not_found"],
	},
} as const satisfies Record<string, PortalRoute>;
