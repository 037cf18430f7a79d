import { type BarcodeRange, barcodeRanges } from "../barcodes/barcode-ranges.ts";

/** The conditions that a product has to satisfy, all of them, to be in a listing. */
export interface ProductFilter {
	/** Ranges of barcodes, in order and without overlap. */
	readonly ranges: readonly BarcodeRange[];
	/** Produce codes are exempt from this (SPEC 4.2). */
	readonly minDigits: number | undefined;
	readonly maxDigits: number | undefined;
	/** Changed at this time or later, epoch milliseconds (SPEC D33). */
	readonly changedSinceMs: number | undefined;
	/** Variant masks: variants that must exist and variants that must not. */
	readonly withVariants: number;
	readonly withoutVariants: number;
	/** Ownership tag that an active picture must have. */
	readonly ownership: string | undefined;
	/** One of these; any if empty. A product without a brand counts as having an empty brand. */
	readonly brands: readonly string[];
	readonly departments: readonly string[];
	/** Metadata keys that a product must have, and must not have. */
	readonly has: readonly string[];
	readonly missing: readonly string[];
}

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
