import {
	type Gtin14,
	gtinOf,
	gtinOfUnchecked,
	gtinOfUpcE,
	isChecked,
	itemInside,
	writtenForms,
} from "./gtin.ts";

/** Digits of a UPC-E that lost its leading zero. */
const SHORT_UPC_E = 7;

/** Kinds of barcodes, determined by length (SPEC E7); for eight digits also by the check digit. */
export const BARCODE_KINDS = [
	"produce",
	"gtin-8",
	"upc-e",
	"gtin-12",
	"gtin-13",
	"gtin-14",
	"other",
] as const;
export type BarcodeKind = (typeof BARCODE_KINDS)[number];

/** The possible meanings of a barcode. Each list holds candidate barcodes as they may be in the catalogue, most likely first. */
export interface BarcodeReading {
	readonly kind: BarcodeKind;
	/** Null if barcodes of this kind have none. */
	readonly checkDigitValid: boolean | null;
	/** The product itself; the literal text comes first. */
	readonly barcodes: readonly string[];
	/** The item inside a case. */
	readonly units: readonly string[];
	/** The product, assuming that one check digit was wrong or omitted. */
	readonly suggestions: readonly string[];
}

/** Interprets 4 to 14 digits in every form in which a catalogue may hold them (SPEC E7). */
export function readBarcode(text: string): BarcodeReading {
	const kind = kindOf(text);
	if (kind === "produce")
		return { kind, checkDigitValid: null, barcodes: [text], units: [], suggestions: [] };
	const gtins = gtinsRead(text);
	return {
		kind,
		checkDigitValid: kind === "other" ? null : gtins.length > 0,
		barcodes: [
			text,
			...(text.length === SHORT_UPC_E && gtins.length > 0 ? [`0${text}`] : []),
			...gtins.flatMap(writtenForms),
		],
		units: gtins.flatMap((gtin) => itemInside(gtin) ?? []).flatMap(writtenForms),
		suggestions: suggestedGtins(text, kind).flatMap(writtenForms),
	};
}

function kindOf(text: string): BarcodeKind {
	switch (text.length) {
		case 4:
		case 5:
			return "produce";
		case 8:
			return !isChecked(text) && gtinOfUpcE(text) ? "upc-e" : "gtin-8";
		case 12:
		case 13:
		case 14:
			return `gtin-${text.length}`;
		default:
			return "other";
	}
}

/**
 * The GTINs that a text stands for according to its check digit. Nine to eleven digits are a GTIN-12 that lost its leading zeros, and seven a UPC-E, or
 * else a GTIN-8. Eight digits can be a GTIN-8 and a UPC-E at the same time: this is so for every UPC-E that ends in 5 to 9 before its check digit.
 */
function gtinsRead(text: string): Gtin14[] {
	if (text.length === SHORT_UPC_E) return gtinsRead(`0${text}`).reverse();
	const asGtin = text.length >= 8 && isChecked(text) ? [gtinOf(text.slice(0, -1))] : [];
	const upcA = text.length === 8 ? gtinOfUpcE(text) : undefined;
	return upcA === undefined ? asGtin : [...asGtin, upcA];
}

/**
 * What a text means with a different last digit, or with an additional digit. Which is likelier depends on whether texts of its length are usually
 * complete. A UPC-E with a wrong check digit may be a GTIN-8 by chance, so both are tried.
 */
function suggestedGtins(text: string, kind: BarcodeKind): Gtin14[] {
	const corrected =
		text.length < 8 ? [] : gtinsOf(text.slice(0, -1)).filter((gtin) => gtin.at(-1) !== text.at(-1));
	const completed = text.length < 7 || text.length > 13 ? [] : gtinsOf(text);
	return kind === "other" ? [...completed, ...corrected] : [...corrected, ...completed];
}

/** The GTINs of digits without a check digit: seven digits may also be a UPC-E. */
function gtinsOf(digits: string): Gtin14[] {
	const upcA = gtinOfUnchecked(digits);
	return upcA === undefined ? [gtinOf(digits)] : [gtinOf(digits), upcA];
}

/** The GTIN of a barcode, in 8, 12, 13 or 14 digits: as the barcode has it, or the UPC-A that it stands for. `undefined` without a right check digit (SPEC E7). */
export function checkedGtin(barcode: string): string | undefined {
	const [gtin] = gtinsRead(barcode);
	return gtin !== undefined && GTIN_DIGITS.includes(barcode.length) && isChecked(barcode)
		? barcode
		: gtin?.slice(-UPC_A_DIGITS);
}

/** Lengths in which a GTIN is written. Any other barcode that stands for one is a UPC-A, shortened. */
const GTIN_DIGITS: readonly number[] = [8, 12, 13, 14];
const UPC_A_DIGITS = 12;
