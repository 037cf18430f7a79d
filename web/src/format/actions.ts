import type { PricedAction } from "../../../src/portal/contract/usage.ts";

const shown: Readonly<Record<PricedAction, readonly [name: string, color: string]>> = {
	"products.get": ["Product read", "gray.4"],
	"products.get.info": ["Info", "petrol.6"],
	"products.get.hechshers": ["Hechshers", "marigold.4"],
	"products.get.nutrition": ["Nutrition", "petrol.3"],
	"products.get.ingredients": ["Ingredients", "green.5"],
	"products.get.catalog_meta": ["Catalog data", "red.4"],
	"products.get.image_meta": ["Image data", "gray.6"],
	"products.get.per_image": ["Pictures", "petrol.8"],
	"products.head": ["Existence checks", "marigold.6"],
	"products.bulk_check.per_barcode": ["Existence checks in bulk", "green.7"],
	"metadata.get.per_barcode": ["Availability", "red.6"],
	"metadata.bulk_check.per_barcode": ["Availability in bulk", "marigold.2"],
	"metadata.bulk_check.fields.per_barcode": ["Availability in bulk, with fields", "green.3"],
	"metadata.products.list": ["Listings by availability", "red.2"],
	"metadata.fields.catalogue": ["List of metadata fields", "petrol.2"],
};

/** What an action of the price list is called on pages; one of a later version by its own name. */
export function actionName(action: string): string {
	return Object.hasOwn(shown, action) ? shown[action as PricedAction][0] : action;
}

/** The colour of an action in charts, always the same. */
export function actionColor(action: string): string {
	return Object.hasOwn(shown, action) ? shown[action as PricedAction][1] : "gray.5";
}
