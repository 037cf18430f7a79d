import type { PricedAction } from "../../../src/clients/pages/contract.ts";
import { ACTION_NAMES } from "./action-names.ts";

/** New actions are grey. */
const colors: Readonly<Partial<Record<PricedAction, string>>> = {
	"products.get": "gray.4",
	"products.get.info": "petrol.4",
	"products.get.hechshers": "marigold.4",
	"products.get.nutrition": "petrol.2",
	"products.get.ingredients": "green.5",
	"products.get.catalog_meta": "red.4",
	"products.get.image_meta": "marigold.6",
	"products.get.per_image": "petrol.6",
	"products.head": "gray.6",
	"products.bulk_check.per_barcode": "green.3",
	"metadata.get.per_barcode": "red.6",
	"metadata.bulk_check.per_barcode": "marigold.2",
	"metadata.bulk_check.fields.per_barcode": "green.7",
	"metadata.products.list": "red.2",
	"metadata.fields.catalogue": "petrol.8",
};

/** The display name of an action; for one of a later version, its key. */
export function actionName(action: string): string {
	return Object.hasOwn(ACTION_NAMES, action) ? (ACTION_NAMES[action] ?? action) : action;
}

/** The colour of an action, the same in all charts. */
export function actionColor(action: string): string {
	return Object.hasOwn(colors, action) ? (colors[action as PricedAction] ?? "gray.5") : "gray.5";
}
