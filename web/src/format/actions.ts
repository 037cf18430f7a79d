import type { PricedAction } from "../../../src/portal/contract/usage.ts";

const names: Readonly<Record<PricedAction, string>> = {
	"products.get": "Product read",
	"products.get.info": "Info",
	"products.get.hechshers": "Hechshers",
	"products.get.nutrition": "Nutrition",
	"products.get.ingredients": "Ingredients",
	"products.get.catalog_meta": "Catalog data",
	"products.get.image_meta": "Image data",
	"products.get.per_image": "Pictures",
	"products.head": "Existence checks",
	"products.bulk_check.per_barcode": "Existence checks in bulk",
	"metadata.get.per_barcode": "Availability",
	"metadata.bulk_check.per_barcode": "Availability in bulk",
	"metadata.bulk_check.fields.per_barcode": "Availability in bulk, with fields",
	"metadata.products.list": "Listings by availability",
	"metadata.fields.catalogue": "List of metadata fields",
};

/** What an action of the price list is called on pages; one of a later version by its own name. */
export function actionName(action: string): string {
	return Object.hasOwn(names, action) ? names[action as PricedAction] : action;
}
