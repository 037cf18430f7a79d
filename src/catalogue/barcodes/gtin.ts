import { isProduceCode as isPluCode } from "@packshot/tables/barcode-cell";

/** A GTIN of any length, padded with leading zeros to 14 digits (GS1 General Specifications). */
export type Gtin14 = string & { readonly gtin14: true };

const DIGITS = 14;

/** The lengths in which a GTIN may be stored, in the order in which they are looked up (SPEC E7): those in which it is written, then those that a spreadsheet leaves of a GTIN-12. */
const WRITTEN_DIGITS = [13, 12, 14, 8, 11, 10, 9] as const;

/** The GS1 check digit: digits are weighted 3 and 1 alternately from the right, and the sum including the check digit is a multiple of ten. */
export function checkDigitOf(digits: string): string {
	let sum = 0;
	let weight = 3;
	for (let place = digits.length - 1; place >= 0; place--) {
		sum += weight * Number(digits[place]);
		weight = 4 - weight;
	}
	return String((10 - (sum % 10)) % 10);
}

/** Whether the last digit is the correct check digit. Leading zeros make no difference. */
export function isChecked(text: string): boolean {
	return checkDigitOf(text.slice(0, -1)) === text.at(-1);
}

/** The GTIN of digits without their check digit. */
export function gtinOf(withoutCheckDigit: string): Gtin14 {
	return (withoutCheckDigit + checkDigitOf(withoutCheckDigit)).padStart(DIGITS, "0") as Gtin14;
}

/** The GTIN of the UPC-A that seven digits of a UPC-E, without check digit, abbreviate; `undefined` if they are not a UPC-E. */
export function gtinOfUnchecked(sevenDigits: string): Gtin14 | undefined {
	const digits = expandUpcE(sevenDigits);
	return digits === undefined ? undefined : gtinOf(digits);
}

/** The GTIN of the UPC-A that an eight-digit UPC-E with a correct check digit abbreviates. */
export function gtinOfUpcE(text: string): Gtin14 | undefined {
	const gtin = gtinOfUnchecked(text.slice(0, 7));
	return gtin?.at(-1) === text.at(-1) ? gtin : undefined;
}

/**
 * Every barcode under which the catalogue may hold the product, in the order of SPEC E7: the GTIN with other leading zeros, then UPC-E, then what a
 * spreadsheet left of an eight-digit one.
 */
export function writtenForms(gtin: Gtin14): string[] {
	const padded = WRITTEN_DIGITS.filter((digits) => Number(gtin.slice(0, DIGITS - digits)) === 0).map(
		(digits) => gtin.slice(DIGITS - digits),
	);
	const upcEs = gtin.startsWith("00") ? upcEsOf(gtin.slice(2)) : [];
	const shortened = [gtin, ...upcEs].map(withoutZeros).filter((digits) => isShortened(digits));
	return [...padded, ...upcEs, ...shortened];
}

/** A barcode without its leading zeros. */
export function withoutZeros(barcode: string): string {
	return barcode.replace(/^0+/, "");
}

/** Whether digits may be an eight-digit barcode without its leading zeros. Codes of produce are always meant as they are. */
function isShortened(digits: string): boolean {
	return digits.length >= 4 && digits.length <= 7 && !isPluCode(digits);
}

/** The item inside a case: a GTIN-14 that begins with 1 to 8 contains the item's GTIN-13 without its check digit. */
export function itemInside(gtin: Gtin14): Gtin14 | undefined {
	return /^[1-8]/.test(gtin) ? gtinOf(gtin.slice(1, -1)) : undefined;
}

/** Whether a barcode has the length of a GTIN but a wrong check digit. Eight digits may also be a UPC-E. */
export function hasWrongCheckDigit(barcode: string): boolean {
	if (![8, 12, 13, 14].includes(barcode.length) || isChecked(barcode)) return false;
	return barcode.length !== 8 || gtinOfUpcE(barcode) === undefined;
}

/**
 * UPC-E, which abbreviates a UPC-A by zero suppression (GS1 General Specifications). Its six digits begin with the first digits of the manufacturer
 * and end with one that says which zeros were omitted.
 */

/** The 11 digits of a UPC-A before its check digit, from the number system (0 or 1) and six digits of a UPC-E; `undefined` for any other number system. */
function expandUpcE(digits: string): string | undefined {
	if (!/^[01][0-9]{6}$/.test(digits)) return undefined;
	const [system = "", a = "", b = "", c = "", d = "", e = "", rule = ""] = digits;
	if (rule <= "2") return `${system}${a}${b}${rule}0000${c}${d}${e}`;
	if (rule === "3") return `${system}${a}${b}${c}00000${d}${e}`;
	if (rule === "4") return `${system}${a}${b}${c}${d}00000${e}`;
	return `${system}${a}${b}${c}${d}${e}0000${rule}`;
}

/** All eight-digit UPC-Es that abbreviate a twelve-digit UPC-A; most have none. The first is the one that the rules prescribe. */
function upcEsOf(upcA: string): string[] {
	const system = upcA.slice(0, 1);
	const manufacturer = upcA.slice(1, 6);
	const item = upcA.slice(6, 11);
	const shortened = [
		`${manufacturer.slice(0, 2)}${item.slice(2)}${manufacturer[2]}`,
		`${manufacturer.slice(0, 3)}${item.slice(3)}3`,
		`${manufacturer.slice(0, 4)}${item.slice(4)}4`,
		`${manufacturer}${item.slice(4)}`,
	];
	return shortened
		.map((digits) => system + digits)
		.filter((digits) => expandUpcE(digits) === upcA.slice(0, 11))
		.map((digits) => digits + upcA.slice(11));
}
