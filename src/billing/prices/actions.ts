import { UNITS_PER_CREDIT } from "../../api/credits.ts";

/** Returns the words for a charged quantity. */
type Describe = (quantity: number) => string;

interface DeclaredAction {
	/** In units (SPEC D17). */
	readonly defaultPriceUnits: number;
	/** For the price list. */
	readonly description: string;
	/** Words for a ledger. `partOf: "product"`: listed after the product's barcode, together with the product's other parts. */
	readonly words: Describe;
	readonly partOf: "product" | "call";
	/** Nothing is charged by this name any more: it stays in the price list, at 0, and has no price to set. */
	readonly isRetired?: true;
}

/** Everything that can cost credits (SPEC 2.10). */
const table = {
	"products.get": { ...part(0, "Retired flat rate of a product read; kept at 0", "read"), isRetired: true },
	"products.get.info": part(1000, "Product facts, when returned", "product facts"),
	"products.get.hechshers": part(500, "Hechshers, when returned", "hechshers"),
	"products.get.nutrition": part(500, "Nutrition, when returned", "nutrition"),
	"products.get.ingredients": part(500, "Ingredients, when returned", "ingredients"),
	"products.get.catalog_meta": part(500, "Catalogue data, when returned", "catalogue data"),
	"products.get.image_meta": part(500, "Picture data, when returned", "picture data"),
	"products.get.per_image": part(2500, "Pictures: each image URL issued", counted("picture")),
	"products.head": part(500, "Existence check of one product that exists", "existence check"),
	"products.bulk_check.per_barcode": call(
		100,
		"Bulk existence check, each different barcode",
		counted("Bulk existence check", "barcode"),
	),
	"metadata.get.per_barcode": part(200, "Availability map of one product", "availability"),
	"metadata.bulk_check.per_barcode": call(
		50,
		"Bulk availability, each different barcode",
		counted("Bulk availability", "barcode"),
	),
	"metadata.bulk_check.fields.per_barcode": call(
		100,
		"Bulk availability with fields, each different barcode",
		counted("Bulk availability with fields", "barcode"),
	),
	"metadata.products.list": call(
		1000,
		"One page of products by availability",
		counted("Products by availability", "page"),
	),
	"metadata.fields.catalogue": call(500, "The list of metadata fields", "List of metadata fields"),
} as const satisfies Record<string, DeclaredAction>;

export type Action = keyof typeof table;

export const actions = Object.keys(table) as Action[];

const declared: Readonly<Record<Action, DeclaredAction>> = table;

export function isRetired(action: Action): boolean {
	return declared[action].isRetired === true;
}

/** What to tell somebody who sets a price for a retired action. */
export function retiredText(action: Action): string {
	return `${action} is retired: nothing is charged by that name, so it has no price to set.`;
}

export function isAction(text: string): text is Action {
	return Object.hasOwn(table, text);
}

/** A million credits: what the largest call costs, an order of 1,000 products with everything, can then still be printed (`formatCredits`). */
export const LARGEST_PRICE_UNITS = 1_000_000 * UNITS_PER_CREDIT;

export function defaultPriceUnits(action: Action): number {
	return table[action].defaultPriceUnits;
}

export function actionDescription(action: Action): string {
	return table[action].description;
}

/** Describes a charged action in words, and whether it is listed as part of a product. */
export function describeAction(action: Action, quantity: number): { text: string; isPart: boolean } {
	const { words, partOf } = table[action];
	return { text: words(quantity), isPart: partOf === "product" };
}

/** The ledger's wording without the quantity: `Bulk availability, 2 barcodes` becomes `Bulk availability`. */
export function actionName(action: Action): string {
	const words = describeAction(action, 2)
		.text.replace("2 × ", "")
		.replace(/, \d+ \w+$|^\d+ /, "");
	return words.charAt(0).toUpperCase() + words.slice(1);
}

function part(defaultPriceUnits: number, description: string, words: string | Describe): DeclaredAction {
	const describe = typeof words === "string" ? repeated(words) : words;
	return { defaultPriceUnits, description, words: describe, partOf: "product" };
}

/** `info`, or `3 × info` for several products. */
function repeated(words: string): Describe {
	return (quantity) => (quantity === 1 ? words : `${quantity} × ${words}`);
}

function call(defaultPriceUnits: number, description: string, words: string | Describe): DeclaredAction {
	return { defaultPriceUnits, description, words: toDescribe(words), partOf: "call" };
}

function toDescribe(words: string | Describe): Describe {
	return typeof words === "string" ? () => words : words;
}

/** `2 pictures`, or `Bulk existence check, 2 barcodes`. */
function counted(...names: [noun: string] | [call: string, noun: string]): Describe {
	const noun = names.at(-1);
	const start = names.length === 2 ? `${names[0]}, ` : "";
	return (quantity) => `${start}${quantity} ${noun}${quantity === 1 ? "" : "s"}`;
}
