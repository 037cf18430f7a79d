import type { PricedAction } from "../../../src/clients/pages/contract.ts";
import { ACTION_NAMES } from "./action-names.ts";

/** Neither red nor green, which say of other things that they are wrong or right. New actions are grey. */
const colors: Readonly<Partial<Record<PricedAction, string>>> = {
	"products.get": "#bac5c8",
	"products.get.info": "#58a5b1",
	"products.get.hechshers": "#e6a52a",
	"products.get.nutrition": "#b0d6dc",
	"products.get.ingredients": "#7d6bb5",
	"products.get.catalog_meta": "#a06a08",
	"products.get.image_meta": "#f6d48f",
	"products.get.per_image": "#1e717f",
	"products.head": "#566468",
	"products.bulk_check.per_barcode": "#5b87c0",
	"metadata.get.per_barcode": "#b79ad6",
	"metadata.bulk_check.per_barcode": "#a3bfe3",
	"metadata.bulk_check.fields.per_barcode": "#46639c",
	"metadata.products.list": "#c9a27a",
	"metadata.fields.catalogue": "#124a55",
};
export const OTHER_COLOR = "#89979b";

/** The display name of an action; for one of a later version, its key. */
export function actionName(action: string): string {
	return Object.hasOwn(ACTION_NAMES, action) ? (ACTION_NAMES[action] ?? action) : action;
}

/** The colour of an action, the same in all charts, as `#58a5b1`. */
export function actionColor(action: string): string {
	return Object.hasOwn(colors, action) ? (colors[action as PricedAction] ?? OTHER_COLOR) : OTHER_COLOR;
}
