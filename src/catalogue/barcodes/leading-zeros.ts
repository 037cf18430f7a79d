import { isChecked } from "./gtin.ts";

/** The lengths in which a GTIN with leading zeros may be in the catalogue: first those of SPEC E7, then those that a spreadsheet leaves. */
const LENGTHS: readonly number[] = [13, 12, 14, 8, 11, 10, 9];

/** The same GTIN with other leading zeros, likeliest first; empty unless the text has 8 to 14 digits and a right check digit. UPC-E does not count. */
export function otherLeadingZeros(barcode: string): string[] {
	if (barcode.length < 8 || barcode.length > 14 || !isChecked(barcode)) return [];
	const significant = barcode.replace(/^0+/, "");
	return LENGTHS.filter((length) => length !== barcode.length && length >= significant.length).map((length) =>
		significant.padStart(length, "0"),
	);
}

/** Forms of one GTIN in the order in which they are looked up. */
export function likeliestFirst(forms: readonly string[]): string[] {
	const rank = ({ length }: string) => LENGTHS.indexOf(length);
	return forms.toSorted((one, other) => rank(one) - rank(other));
}

/** A text that is equal for two barcodes if and only if they are one GTIN with different leading zeros, or the same text. */
export function gtinKey(barcode: string): string {
	return barcode.length >= 8 && isChecked(barcode) ? barcode.padStart(14, "0") : `exactly ${barcode}`;
}
