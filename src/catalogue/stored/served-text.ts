import { METADATA_SCOPES, type MetadataScope, PRODUCT_META_SCOPES, VARIANTS } from "../fields/scopes.ts";
import type { MetaMembers } from "./product-meta.ts";

/**
 * The texts of a product as the bytes that are sent. They are stored off-heap: as strings they would take twice as much memory, and the garbage
 * collector lets a heap grow to a multiple of its live size.
 */
export interface ServedText {
	/** The members of an answer with every scope and nothing locked, from `barcode` to `product_meta`, in UTF-8. */
	readonly whole: Buffer;
	/** Byte offsets of each scope's text in `whole`, its begin and its end, in the order of METADATA_SCOPES. In one list: every list is an object. */
	readonly places: readonly number[];
}

const NO_IMAGES = JSON.stringify(Object.fromEntries(VARIANTS.map((variant) => [variant, null])));

/** @param imageMeta JSON text of `image_meta`; null if there are no pictures. */
export function servedText(barcode: string, meta: MetaMembers, imageMeta: string | null): ServedText {
	const [first, ...others] = PRODUCT_META_SCOPES;
	const pieces: readonly (readonly [before: string, scope: MetadataScope, text: string])[] = [
		[`"barcode":"${barcode}","image_meta":`, "image_meta", imageMeta ?? NO_IMAGES],
		[',"product_meta":{', first, meta[first]],
		...others.map((scope) => [",", scope, meta[scope]] as const),
	];
	const places = new Map<MetadataScope, readonly [number, number]>();
	let length = 0;
	for (const [before, scope, text] of pieces) {
		const begin = length + Buffer.byteLength(before);
		length = begin + Buffer.byteLength(text);
		places.set(scope, [begin, length]);
	}
	// Not from the pool shared by short-lived buffers: a cached slice would keep the whole pool alive.
	const whole = Buffer.allocUnsafeSlow(length + 1);
	whole.write(`${pieces.map(([before, , text]) => before + text).join("")}}`);
	return { whole, places: METADATA_SCOPES.flatMap((scope) => places.get(scope) ?? [0, 0]) };
}

function placeOf({ places }: ServedText, scope: MetadataScope): readonly [begin: number, end: number] {
	const at = 2 * METADATA_SCOPES.indexOf(scope);
	return [places[at] ?? 0, places[at + 1] ?? 0];
}

/** The text of one scope: an object for `image_meta`, members of `product_meta` for the others. */
export function textOf(served: ServedText, scope: MetadataScope): string {
	return served.whole.toString("utf8", ...placeOf(served, scope));
}

export function replaceScopeText(served: ServedText, scope: MetadataScope, text: string): Buffer {
	const { whole } = served;
	const [begin, end] = placeOf(served, scope);
	return Buffer.concat([whole.subarray(0, begin), Buffer.from(text), whole.subarray(end)]);
}

/** Approximate memory use. */
export function bytesOf({ whole }: ServedText): number {
	return OVERHEAD_BYTES + whole.length;
}

/** Objects and numbers, including those of the surrounding product. */
const OVERHEAD_BYTES = 900;
