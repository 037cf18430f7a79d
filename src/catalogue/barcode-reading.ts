import {
	type Gtin14,
	gtinOf,
	gtinOfUnchecked,
	gtinOfUpcE,
	isChecked,
	itemInside,
	writtenForms,
} from "./gtin.ts";

/** What a barcode is by its length (SPEC E7); eight digits also by their check digit. */
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

/** What a barcode can mean. Each list holds barcodes of the catalogue, the likeliest first. */
export interface BarcodeReading {
	readonly kind: BarcodeKind;
	/** Null where a barcode of its kind has none. */
	readonly checkDigitValid: boolean | null;
	/** The product itself, the very text first. */
	readonly barcodes: readonly string[];
	/** The item inside a case. */
	readonly units: readonly string[];
	/** The product, had one check digit been wrong or left off. */
	readonly suggestions: readonly string[];
}

/** Reads 4 to 14 digits in every way in which a catalogue may have them (SPEC E7). */
export function readBarcode(text: string): BarcodeReading {
	const kind = kindOf(text);
	if (kind === "produce")
		return { kind, checkDigitValid: null, barcodes: [text], units: [], suggestions: [] };
	const gtins = gtinsRead(text);
	return {
		kind,
		checkDigitValid: kind === "other" ? null : gtins.length > 0,
		barcodes: [text, ...gtins.flatMap(writtenForms)],
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
 * The GTINs that a text is, by its check digit. Nine to eleven digits are a GTIN-12 whose leading zeros were lost. Eight digits can be a
 * GTIN-8 and a UPC-E at once: every UPC-E that ends in 5 to 9 before its check digit is.
 */
function gtinsRead(text: string): Gtin14[] {
	const asGtin = text.length >= 8 && isChecked(text) ? [gtinOf(text.slice(0, -1))] : [];
	const upcA = text.length === 8 ? gtinOfUpcE(text) : undefined;
	return upcA === undefined ? asGtin : [...asGtin, upcA];
}

/**
 * What a text means with another last digit, and with a digit more. Which is likelier depends on whether texts of its length are whole. A
 * UPC-E with a wrong check digit may be a GTIN-8 by chance, so each is tried for itself.
 */
function suggestedGtins(text: string, kind: BarcodeKind): Gtin14[] {
	const corrected =
		text.length < 8 ? [] : gtinsOf(text.slice(0, -1)).filter((gtin) => gtin.at(-1) !== text.at(-1));
	const completed = text.length < 7 || text.length > 13 ? [] : gtinsOf(text);
	return kind === "other" ? [...completed, ...corrected] : [...corrected, ...completed];
}

/** The GTINs of digits without check digit: seven of them may also be a UPC-E. */
function gtinsOf(digits: string): Gtin14[] {
	const upcA = gtinOfUnchecked(digits);
	return upcA === undefined ? [gtinOf(digits)] : [gtinOf(digits), upcA];
}
