import { gtinIn } from "./gs1.ts";

/** What a cell says about a barcode: 4 to 14 digits, or why they are missing. */
export type BarcodeCell = { readonly digits: string } | { readonly problem: string };

const NO_BARCODE = "not a barcode: 4 to 14 digits";
/** With all that may stand around and between the digits. */
const LONGEST = 200;
const ROUNDED = /^\d([.,]\d+)?E\+?\d+$/i;

/** Whether a cell is a number that a spreadsheet has rounded: `7.25273E+11`. */
export function isRoundedNumber(text: string): boolean {
	return ROUNDED.test(text);
}

/** Reads a barcode, or the GTIN of a GS1 element string or link, without what spreadsheets and people put around and between its digits, such as `="0725…"`, and without the invisible marks that accompany Hebrew. */
export function readBarcodeCell(text: string): BarcodeCell {
	if (text === "") return { problem: "no barcode" };
	if (text.length > LONGEST) return { problem: NO_BARCODE };
	if (/^\d{4,14}$/.test(text)) return { digits: text };
	const plain = text
		.replace(/\p{Cf}/gu, "")
		.trim()
		.replace(/^="(.*)"$/, "$1")
		.replace(/^'/, "")
		.trim();
	const digits = plain.replace(/[.,]0+$/, "").replace(/[\s\p{Pd}]/gu, "");
	if (/^\d{4,14}$/.test(digits)) return { digits };
	const exact = digitsOfExponent(plain);
	if (exact !== undefined) return { digits: exact };
	const gtin = gtinIn(plain);
	if (gtin !== undefined) return { digits: gtin };
	if (plain === "") return { problem: "no barcode" };
	if (isRoundedNumber(plain))
		return {
			problem: "the spreadsheet has rounded this number: format the column as text and export it again",
		};
	return { problem: NO_BARCODE };
}

/** The digits of a number with an exponent that has lost none of them: `7.25272730706E+11`. */
function digitsOfExponent(text: string): string | undefined {
	const [, first = "", others = "", exponent] = /^(\d)[.,](\d{3,13})E\+?(\d+)$/i.exec(text) ?? [];
	return others.length === Number(exponent) ? first + others : undefined;
}

const GTIN_LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/** Whether digits are a whole barcode: as long as a GTIN, with the right check digit. */
export function isGtin(digits: string): boolean {
	return GTIN_LENGTHS.has(digits.length) && hasRightCheckDigit(digits);
}

/** Whether a number is one of those by which produce is sold (IFPS): 3000 to 4999, with 0, 8 or 9 before it as five digits. */
export function isProduceCode(digits: string): boolean {
	return /^[089]?[34]\d{3}$/.test(digits);
}

/** Whether a barcode has the right check digit of a GTIN; leading zeros, which spreadsheets lose, make no difference to it. */
export function hasRightCheckDigit(digits: string): boolean {
	if (digits.length < 7) return false;
	let sum = 0;
	for (let at = digits.length - 1, weight = 1; at >= 0; at--, weight = 4 - weight)
		sum += weight * (digits.charCodeAt(at) - 48);
	return sum % 10 === 0;
}
