import { readBarcode } from "./barcode-reading.ts";
import { gtinOfUpcE, withoutZeros } from "./gtin.ts";

/** The other barcodes under which the catalogue may hold the product that a barcode stands for, in the order in which they are looked up (SPEC E7). */
export function otherForms(barcode: string): string[] {
	return [...new Set(readBarcode(barcode).barcodes)].filter((form) => form !== barcode);
}

/** Whether two barcodes are one, or forms of one GTIN. */
export function isSameProduct(one: string, other: string): boolean {
	return readBarcode(one).barcodes.includes(other) || readBarcode(other).barcodes.includes(one);
}

/** A number that all forms of a GTIN have in common. Barcodes with a wrong check digit may share it, too. */
export function familyOf(barcode: string): number {
	const eightDigits = withoutZeros(barcode).padStart(8, "0");
	return Number(eightDigits.length === 8 ? (gtinOfUpcE(eightDigits) ?? barcode) : barcode);
}

/** Sorts several forms of one product in the order in which they are looked up. */
export function likeliestFirst(forms: readonly string[]): string[] {
	const longest = forms.reduce((one, other) => (other.length > one.length ? other : one), "");
	const order = readBarcode(longest).barcodes.slice(1);
	return forms.toSorted((one, other) => rank(order, one) - rank(order, other));
}

function rank(order: readonly string[], form: string): number {
	const place = order.indexOf(form);
	return place === -1 ? order.length : place;
}

/**
 * A barcode with the zeros that a spreadsheet took from it: 7 digits as UPC-E, 9 to 11 as GTIN-12. `undefined` for any other length.
 */
export function filledUp(barcode: string): string | undefined {
	if (barcode.length === 7) return `0${barcode}`;
	return barcode.length >= 9 && barcode.length <= 11 ? barcode.padStart(12, "0") : undefined;
}

/** Whether a barcode of 7 or 9 to 11 digits has a right check digit with its zeros. */
export function looksShortened(barcode: string): boolean {
	return filledUp(barcode) !== undefined && readBarcode(barcode).barcodes.length > 1;
}
