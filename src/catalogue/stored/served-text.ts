import { METADATA_SCOPES, type MetadataScope, PRODUCT_META_SCOPES, VARIANTS } from "../fields/scopes.ts";
import type { MetaMembers } from "./product-meta.ts";

/**
 * The texts of a product as the bytes that are sent. They are stored off-heap: as strings they would take twice as much memory, and the garbage
 * collector lets a heap grow to a multiple of its live size.
 */
export interface ServedText {
	/** The members of an answer with every scope and nothing locked, from `barcode` to `product_meta`, in UTF-8. */
	readonly whole: Buffer;
	/** Byte offsets of each scope's text in `whole`, in the order of METADATA_SCOPES. */
	readonly places: readonly (readonly [begin: number, end: number])[];
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
	return { whole, places: METADATA_SCOPES.map((scope) => places.get(scope) ?? [0, 0]) };
}

/** The text of one scope: an object for `image_meta`, members of `product_meta` for the others. */
export function textOf({ whole, places }: ServedText, scope: MetadataScope): string {
	const [begin, end] = places[METADATA_SCOPES.indexOf(scope)] ?? [0, 0];
	return whole.toString("utf8", begin, end);
}

export function replaceScopeText({ whole, places }: ServedText, scope: MetadataScope, text: string): Buffer {
	const [begin, end] = places[METADATA_SCOPES.indexOf(scope)] ?? [0, 0];
	return Buffer.concat([whole.subarray(0, begin), Buffer.from(text), whole.subarray(end)]);
}

/** Approximate memory use. */
export function bytesOf({ whole }: ServedText): number {
	return OVERHEAD_BYTES + whole.length;
}

/** Objects and numbers, including those of the surrounding product. */
const OVERHEAD_BYTES = 900;
