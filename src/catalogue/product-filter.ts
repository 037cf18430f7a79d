import { type BarcodeRange, barcodeRanges } from "./barcode-ranges.ts";

/** Which products a listing holds: those that pass every condition. */
export interface ProductFilter {
	/** Stretches of barcodes, in order and without overlap. */
	readonly ranges: readonly BarcodeRange[];
	/** Produce codes are exempt from it (SPEC 4.2). */
	readonly minDigits: number | undefined;
	readonly maxDigits: number | undefined;
	/** Changed then or later, epoch milliseconds (SPEC D33). */
	readonly changedSinceMs: number | undefined;
	/** Variant masks: what there must be and what there must not be. */
	readonly withVariants: number;
	readonly withoutVariants: number;
	/** An active picture carries this tag. */
	readonly ownership: string | undefined;
	/** One of these; empty: any. A product without a brand counts as one of the empty brand. */
	readonly brands: readonly string[];
	readonly departments: readonly string[];
	/** Metadata keys: all of them, none of them. */
	readonly has: readonly string[];
	readonly missing: readonly string[];
}

/** Every product that there is. */
export const EVERY_PRODUCT: ProductFilter = {
	ranges: barcodeRanges("", []),
	minDigits: undefined,
	maxDigits: undefined,
	changedSinceMs: undefined,
	withVariants: 0,
	withoutVariants: 0,
	ownership: undefined,
	brands: [],
	departments: [],
	has: [],
	missing: [],
};
