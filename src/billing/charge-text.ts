import type { Action } from "./actions.ts";

type Words = (quantity: number) => string;
const named = (text: string): Words => {
	return () => text;
};
const counted = (noun: string): Words => {
	return (quantity) => `${quantity} ${noun}${quantity === 1 ? "" : "s"}`;
};
const call = (name: string, noun: string): Words => {
	return (quantity) => `${name}, ${counted(noun)(quantity)}`;
};

const PARTS_OF_A_PRODUCT = {
	"products.get": named("read"),
	"products.get.info": named("info"),
	"products.get.hechshers": named("hechshers"),
	"products.get.nutrition": named("nutrition"),
	"products.get.ingredients": named("ingredients"),
	"products.get.catalog_meta": named("catalog data"),
	"products.get.image_meta": named("image data"),
	"products.get.per_image": counted("picture"),
	"products.head": named("existence check"),
	"metadata.get.per_barcode": named("availability"),
} as const satisfies Partial<Record<Action, Words>>;

const CALLS: Record<Exclude<Action, keyof typeof PARTS_OF_A_PRODUCT>, Words> = {
	"products.bulk_check.per_barcode": call("Bulk check", "barcode"),
	"metadata.bulk_check.per_barcode": call("Bulk availability", "barcode"),
	"metadata.bulk_check.fields.per_barcode": call("Bulk availability with fields", "barcode"),
	"metadata.products.list": call("Products by availability", "page"),
	"metadata.fields.catalogue": named("List of metadata fields"),
};

interface CountedAction {
	readonly action: string;
	readonly quantity: number;
}

/**
 * What a charge was for, in words: `Product 0725272730706: info, 2 pictures`, or `Bulk check, 500 barcodes`.
 * @param barcode null for calls that are not about one product, and where an earlier version did not write it
 * @returns an empty text when there are no lines
 */
export function chargeText(lines: readonly CountedAction[], barcode: string | null): string {
	const parts = lines.flatMap((line) => textIn(PARTS_OF_A_PRODUCT, line) ?? []);
	const product = barcode === null ? "Product" : `Product ${barcode}`;
	const others = lines.filter(({ action }) => !Object.hasOwn(PARTS_OF_A_PRODUCT, action));
	return [
		...(parts.length > 0 ? [`${product}: ${parts.join(", ")}`] : []),
		...others.map((line) => textIn(CALLS, line) ?? `${line.quantity} × ${line.action}`),
	].join("; ");
}

/** An action that this version does not know has no words. */
function textIn(words: Readonly<Record<string, Words>>, { action, quantity }: CountedAction) {
	return Object.hasOwn(words, action) ? words[action]?.(quantity) : undefined;
}
