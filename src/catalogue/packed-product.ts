import type { ProductMetaScope } from "./scopes.ts";
import { PRODUCT_META_SCOPES } from "./scopes.ts";
import type { ServedProduct } from "./served-product.ts";

/**
 * A product as it is kept for the next reader. Its texts are bytes outside of the heap: as strings they would take twice as much, and
 * the garbage collector lets a heap grow to a multiple of what lives in it.
 */
export interface PackedProduct {
	readonly rest: Omit<ServedProduct, "meta" | "imageMeta">;
	/** The texts of the scopes in canonical order, then that of `image_meta`. */
	readonly texts: Buffer;
	/** Where each text of a scope ends, in characters. */
	readonly ends: readonly number[];
	readonly hasImageMeta: boolean;
}

export function packProduct({ meta, imageMeta, ...rest }: ServedProduct): PackedProduct {
	let joined = "";
	const ends = PRODUCT_META_SCOPES.map((scope) => {
		joined += meta[scope];
		return joined.length;
	});
	return { rest, texts: Buffer.from(joined + (imageMeta ?? "")), ends, hasImageMeta: imageMeta !== null };
}

export function unpackProduct({ rest, texts, ends, hasImageMeta }: PackedProduct): ServedProduct {
	const joined = texts.toString();
	let start = 0;
	const meta = {} as Record<ProductMetaScope, string>;
	PRODUCT_META_SCOPES.forEach((scope, place) => {
		const end = ends[place] ?? start;
		meta[scope] = joined.slice(start, end);
		start = end;
	});
	return { ...rest, meta, imageMeta: hasImageMeta ? joined.slice(start) : null };
}

/** About what a packed product takes in memory. */
export function bytesOf({ texts }: PackedProduct): number {
	return OVERHEAD_BYTES + texts.length;
}

/** Objects, numbers and the short texts. */
const OVERHEAD_BYTES = 900;
