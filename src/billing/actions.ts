/** What can cost credits (SPEC 2.10), with the default price in units (SPEC D17) and its description in the price list. */
const table = {
	"products.get": [0, "Retired flat rate of a product read; kept at 0"],
	"products.get.info": [1000, "Scope info, when returned"],
	"products.get.hechshers": [500, "Scope hechshers, when returned"],
	"products.get.nutrition": [500, "Scope nutrition, when returned"],
	"products.get.ingredients": [500, "Scope ingredients, when returned"],
	"products.get.catalog_meta": [500, "Scope catalog_meta, when returned"],
	"products.get.image_meta": [500, "Scope image_meta, when returned"],
	"products.get.per_image": [2500, "Each image URL issued"],
	"products.head": [500, "Existence check of one product that exists"],
	"products.bulk_check.per_barcode": [100, "Existence check in bulk, each different barcode"],
	"metadata.get.per_barcode": [200, "Availability map of one product"],
	"metadata.bulk_check.per_barcode": [50, "Availability in bulk, each different barcode"],
	"metadata.bulk_check.fields.per_barcode": [100, "Availability in bulk with fields, each different barcode"],
	"metadata.products.list": [1000, "One page of products by availability"],
	"metadata.fields.catalogue": [500, "The list of metadata fields"],
} as const satisfies Record<string, readonly [units: number, description: string]>;

export type Action = keyof typeof table;

export const actions = Object.keys(table) as Action[];

export function isAction(text: string): text is Action {
	return Object.hasOwn(table, text);
}

export function defaultPriceUnits(action: Action): number {
	return table[action][0];
}

export function actionDescription(action: Action): string {
	return table[action][1];
}
