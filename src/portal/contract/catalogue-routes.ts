import * as catalogue from "./catalogue.ts";
import type { PortalRoute } from "./portal-route.ts";
import type { Role } from "./roles.ts";

const EDITORS = ["administrator", "catalogue_editor"] as const satisfies readonly Role[];

/** The catalogue, for catalogue editors: locks and filters of keys do not apply, and nothing is charged. */
export const catalogueRoutes = {
	"GET /admin/catalogue/products": {
		tag: "Catalogue",
		summary: "Products by any filter of the API, and by name",
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
		summary: "Everything stored about a product",
		access: EDITORS,
		path: catalogue.CataloguePath,
		answer: catalogue.CatalogueProduct,
		errors: ["not_found"],
	},
	"PATCH /admin/catalogue/products/{barcode}": {
		tag: "Catalogue",
		summary: "Change scopes of a product, unless someone else has changed them meanwhile",
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
		summary: "Remove a product and its pictures from the catalogue",
		access: EDITORS,
		path: catalogue.CataloguePath,
		body: catalogue.ProductRemoval,
		answer: catalogue.CatalogueProduct,
		errors: ["not_found"],
	},
	"GET /admin/catalogue/products/{barcode}/history": {
		tag: "Catalogue",
		summary: "Changes of a product, with the values before and after",
		access: EDITORS,
		path: catalogue.CataloguePath,
		query: catalogue.HistoryQuery,
		answer: catalogue.ProductHistory,
		errors: ["not_found"],
	},
	"GET /admin/catalogue/products/{barcode}/pictures/{variant}": {
		tag: "Catalogue",
		summary: "A picture in full size, watermarked and marked for the person viewing it",
		description:
			"A delivery like any other, to an internal client that represents the account. Not charged to anyone.",
		access: EDITORS,
		path: catalogue.CataloguePicturePath,
		media: ["image/jpeg", "image/png"],
		errors: ["not_found", "upstream_error"],
	},
	"POST /admin/catalogue/products/{barcode}/pictures/{variant}/remove": {
		tag: "Catalogue",
		summary: "Remove one picture from the catalogue",
		access: EDITORS,
		path: catalogue.CataloguePicturePath,
		body: catalogue.ProductRemoval,
		answer: catalogue.CatalogueProduct,
		errors: ["not_found"],
	},
	"GET /admin/catalogue/versions/{version}/thumbnail": {
		tag: "Catalogue",
		summary: "A small picture of a version, even if it was replaced",
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
		summary: "Undo a change, as a new change",
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
		summary: "Products that need attention, counted by kind",
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
