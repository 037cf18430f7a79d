import type { PricedAction } from "../../../src/portal/contract/usage.ts";
import { SCOPE_NAMES } from "./product-words.ts";

const shown: Readonly<Record<PricedAction, readonly [name: string, color: string]>> = {
	"products.get": ["Product read", "gray.4"],
	"products.get.info": [SCOPE_NAMES.info, "petrol.4"],
	"products.get.hechshers": [SCOPE_NAMES.hechshers, "marigold.4"],
	"products.get.nutrition": [SCOPE_NAMES.nutrition, "petrol.2"],
	"products.get.ingredients": [SCOPE_NAMES.ingredients, "green.5"],
	"products.get.catalog_meta": [SCOPE_NAMES.catalog_meta, "red.4"],
	"products.get.image_meta": [SCOPE_NAMES.image_meta, "marigold.6"],
	"products.get.per_image": [SCOPE_NAMES.images, "petrol.6"],
	"products.head": ["Existence check", "gray.6"],
	"products.bulk_check.per_barcode": ["Bulk existence check", "green.3"],
	"metadata.get.per_barcode": ["Availability", "red.6"],
	"metadata.bulk_check.per_barcode": ["Bulk availability", "marigold.2"],
	"metadata.bulk_check.fields.per_barcode": ["Bulk availability with fields", "green.7"],
	"metadata.products.list": ["Products by availability", "red.2"],
	"metadata.fields.catalogue": ["List of metadata fields", "petrol.8"],
};

/** What an action of the price list is called on pages; one of a later version by its own name. */
export function actionName(action: string): string {
	return Object.hasOwn(shown, action) ? shown[action as PricedAction][0] : action;
}

/** The colour of an action in charts, always the same. */
export function actionColor(action: string): string {
	return Object.hasOwn(shown, action) ? shown[action as PricedAction][1] : "gray.5";
}
