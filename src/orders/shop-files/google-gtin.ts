import { checkedGtin } from "../../catalogue/barcodes/barcode-reading.ts";

/** A GTIN as Google takes it, or why it takes none. */
export type GoogleGtin = { readonly gtin: string } | { readonly problem: string };

/**
 * Google's rules for `gtin` (support.google.com/merchants/answer/6324461): 8, 12, 13 or 14 digits with the right check digit, UPC-E as the UPC-A that it
 * abbreviates, what lost its leading zeros with them, and none of the numbers that GS1 keeps for use within a shop or for coupons.
 */
export function googleGtin(barcode: string): GoogleGtin {
	const gtin = /^\d+$/.test(barcode) ? checkedGtin(barcode) : undefined;
	if (gtin === undefined && [8, 12, 13, 14].includes(barcode.length) && /^\d+$/.test(barcode))
		return { problem: "has a wrong check digit" };
	if (gtin === undefined) return { problem: "is no GTIN: it needs 8, 12, 13 or 14 digits" };
	// GS1 prefixes are those of 13 digits; the first of 14 tells cases.
	const prefixed = gtin.length === 8 ? gtin : gtin.padStart(14, "0").slice(1);
	if (gtin.length === 8 ? /^[02]/.test(prefixed) : /^(02|04|2)/.test(prefixed))
		return { problem: "is a number for use within a shop (GS1 prefix 02, 04 or 2)" };
	if (gtin.length !== 8 && /^(05|98|99)/.test(prefixed))
		return { problem: "is the number of a coupon (GS1 prefix 05, 98 or 99)" };
	return { gtin };
}
