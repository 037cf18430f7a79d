import { gtinOfUpcE, isChecked } from "../../catalogue/barcodes/gtin.ts";

/** A GTIN as Google takes it, or why it takes none. */
export type GoogleGtin = { readonly gtin: string } | { readonly problem: string };

/**
 * Google's rules for `gtin` (support.google.com/merchants/answer/6324461): 8, 12, 13 or 14 digits with the right check digit, UPC-E as the UPC-A that it
 * abbreviates, and none of the numbers that GS1 keeps for use within a shop or for coupons.
 */
export function googleGtin(barcode: string): GoogleGtin {
	if (![8, 12, 13, 14].includes(barcode.length) || !/^\d+$/.test(barcode))
		return { problem: "is no GTIN: it needs 8, 12, 13 or 14 digits" };
	const upcA = barcode.length === 8 && !isChecked(barcode) ? gtinOfUpcE(barcode)?.slice(2) : undefined;
	const gtin = upcA ?? barcode;
	if (!isChecked(gtin)) return { problem: "has a wrong check digit" };
	// GS1 prefixes are those of 13 digits; the first of 14 tells cases.
	const prefixed = gtin.length === 8 ? gtin : gtin.padStart(14, "0").slice(1);
	if (gtin.length === 8 ? /^[02]/.test(prefixed) : /^(02|04|2)/.test(prefixed))
		return { problem: "is a number for use within a shop (GS1 prefix 02, 04 or 2)" };
	if (gtin.length !== 8 && /^(05|98|99)/.test(prefixed))
		return { problem: "is the number of a coupon (GS1 prefix 05, 98 or 99)" };
	return { gtin };
}
