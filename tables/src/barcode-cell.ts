import { isDateText, MADE_A_DATE } from "./cell-errors.ts";
import { gtinIn } from "./gs1.ts";

/** What a cell says about a barcode: 4 to 14 digits, or why they are missing. */
export type BarcodeCell = { readonly digits: string } | { readonly problem: string };

const EMPTY = "no barcode";
const NO_BARCODE = "not a barcode: 4 to 14 digits";
const TWO_BARCODES = "two barcodes in one cell: give each a row of its own";
const NEGATIVE = "a negative number, which is no barcode";
/** With all that may stand around and between the digits. */
const LONGEST = 200;
const ROUNDED = /^\d([.,]\d+)?E\+?\d+$/i;

/** Whether a cell is a number that a spreadsheet has rounded: `7.25273E+11`. */
export function isRoundedNumber(text: string): boolean {
	return ROUNDED.test(text);
}

/** Apostrophes as people and word processors type them, which keep a number a text. */
const APOSTROPHES = /^['‘’‛′´`ʹʼ＇]+/;
/** What people, and number formats, write before a barcode. */
const LABEL =
	/^(?:(?:EAN|UPC|GTIN|JAN|ISBN|PLU|bar ?code)(?:[- ]?(?:8|12|13|14|A|E)(?![A-Z\d]))?\s*[:#.]?\s*|\+)(?=\d)/i;
/** Thousands that are kept apart, at least thrice: `7,290,000,000,017`. */
const THOUSANDS = /^\d{1,3}([,.'’])\d{3}(?:\1\d{3}){2,}$/;
const QUOTES = /^["“”„«](.*)["“”»]$/;

/** Reads a barcode, or the GTIN of a GS1 element string or link, without what spreadsheets and people put around and between its digits, such as `="0725…"`, and without the invisible marks that accompany Hebrew. */
export function readBarcodeCell(text: string): BarcodeCell {
	if (text === "") return { problem: EMPTY };
	if (text.length > LONGEST) return { problem: NO_BARCODE };
	if (/^\d{4,14}$/.test(text)) return { digits: text };
	const plain = text
		.replace(/\p{Cf}/gu, "")
		.trim()
		.replace(/^="(.*)"$/, "$1")
		.replace(QUOTES, "$1")
		.replace(APOSTROPHES, "")
		.replace(LABEL, "")
		.trim();
	const number = THOUSANDS.test(plain) ? plain : plain.replace(/[.,]0+$/, "");
	const digits = THOUSANDS.test(number) ? number.replace(/\D/g, "") : number;
	if (/^[\p{Pd}\u2212]\d+$|^\d+[\p{Pd}\u2212]$/u.test(digits)) return { problem: NEGATIVE };
	if (isDateText(digits)) return { problem: MADE_A_DATE };
	if (isSeveral(digits)) return { problem: TWO_BARCODES };
	const together = digits.replace(BETWEEN, "");
	if (/^\d{4,14}$/.test(together)) return { digits: together };
	const exact = digitsOfExponent(plain);
	if (exact !== undefined) return spreadsheetNumber(exact);
	const gtin = gtinIn(plain);
	if (gtin !== undefined) return { digits: gtin };
	if (plain === "") return { problem: EMPTY };
	return { problem: isRoundedNumber(plain) ? WAS_ROUNDED : NO_BARCODE };
}

const WAS_ROUNDED = "the spreadsheet has rounded this number: format the column as text and export it again";
/** What may stand between the digits of one barcode. */
const BETWEEN = /[\s\p{Pd}]/gu;

/** Whether a cell is no barcode for a reason that its text alone does not show. */
export function isExplained(cell: BarcodeCell): cell is { readonly problem: string } {
	return "problem" in cell && cell.problem !== EMPTY && cell.problem !== NO_BARCODE;
}

/** Whether a cell holds several barcodes: groups of digits that are barcodes by themselves. */
function isSeveral(text: string): boolean {
	if (!/^[\d\s\p{Pd},;/|+&]+$/u.test(text)) return false;
	const groups = text.match(/\d+/g) ?? [];
	if (groups.length < 2 || groups.some(({ length }) => length < 4 || length > 14)) return false;
	const together = text.replace(BETWEEN, "");
	// Nothing but blanks and hyphens stands within one barcode, and none is longer.
	if (!/^\d{4,14}$/.test(together) || groups.every(standsAlone)) return true;
	return !isGtin(together) && groups.some(standsAlone);
}

function standsAlone(digits: string): boolean {
	return isProduceCode(digits) || isGtin(digits);
}

/**
 * The barcode that a spreadsheet's number is. One of which few digits were kept, and the others filled up with zeros, has the right check digit only
 * by chance. A text may end in zeros: it is taken as it is.
 */
export function spreadsheetNumber(digits: string): BarcodeCell {
	const isFilled = digits.length > 8 && digits.endsWith("0000") && !hasRightCheckDigit(digits);
	return isFilled ? { problem: `${WAS_ROUNDED}; its check digit is wrong` } : { digits };
}

/** The digits of a number with an exponent that has lost none of them: `7.25272730706E+11`. */
function digitsOfExponent(text: string): string | undefined {
	const [, first = "", others = "", exponent] = /^(\d)[.,](\d{3,20})E\+?(\d{1,4})$/i.exec(text) ?? [];
	const places = Number(exponent);
	const isWhole = places >= 3 && places <= 13 && others.length >= places && /^0*$/.test(others.slice(places));
	return isWhole ? first + others.slice(0, places) : undefined;
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
