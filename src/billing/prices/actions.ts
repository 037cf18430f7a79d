import { UNITS_PER_CREDIT } from "../../api/credits.ts";

/** How an action is called, and a charged quantity of it. */
interface Words {
	readonly name: string;
	readonly of: (quantity: number) => string;
}

interface DeclaredAction {
	/** In units (SPEC D17). */
	readonly defaultPriceUnits: number;
	/** For the price list. */
	readonly description: string;
	/** Words for a ledger. `partOf: "product"`: listed after the product's barcode, together with the product's other parts. */
	readonly words: Words;
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
		"Bulk existence check",
		"barcode",
	),
	"metadata.get.per_barcode": part(200, "Availability map of one product", "availability"),
	"metadata.bulk_check.per_barcode": call(
		50,
		"Bulk availability, each different barcode",
		"Bulk availability",
		"barcode",
	),
	"metadata.bulk_check.fields.per_barcode": call(
		100,
		"Bulk availability with fields, each different barcode",
		"Bulk availability with fields",
		"barcode",
	),
	"metadata.products.list": call(
		1000,
		"One page of products by availability",
		"Products by availability",
		"page",
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
	return { text: words.of(quantity), isPart: partOf === "product" };
}

/** What an action is called: `Bulk availability`. */
export function actionName(action: Action): string {
	const { name } = table[action].words;
	return name.charAt(0).toUpperCase() + name.slice(1);
}

function part(defaultPriceUnits: number, description: string, words: string | Words): DeclaredAction {
	return {
		defaultPriceUnits,
		description,
		words: typeof words === "string" ? repeated(words) : words,
		partOf: "product",
	};
}

/** `info`, or `3 × info` for several products. */
function repeated(name: string): Words {
	return { name, of: (quantity) => (quantity === 1 ? name : `${quantity} × ${name}`) };
}

/** @param noun what is counted in it; charged once a call without one */
function call(defaultPriceUnits: number, description: string, name: string, noun?: string): DeclaredAction {
	const of = (quantity: number) => (noun === undefined ? name : `${name}, ${counted(noun).of(quantity)}`);
	return { defaultPriceUnits, description, words: { name, of }, partOf: "call" };
}

/** `1 picture`, `2 pictures`. */
function counted(noun: string): Words {
	return { name: `${noun}s`, of: (quantity) => `${quantity} ${noun}${quantity === 1 ? "" : "s"}` };
}
