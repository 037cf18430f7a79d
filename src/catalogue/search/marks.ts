import { METADATA_SCOPES, VARIANTS } from "../fields/scopes.ts";
import { textNumber } from "../fields/text-number.ts";
import { BRACHOS, DEPARTMENTS, KOSHER_STATUSES } from "../fields/vocabularies.ts";

/**
 * What products are filtered by, encoded as words of one to fourteen letters and digits. They are stored: the position of a value in its vocabulary
 * must not change without new rules (TEXT_RULES).
 */
export const marks = {
	department: (value: string) => placed("d", DEPARTMENTS, value),
	bracha: (value: string) => placed("b", BRACHOS, value),
	kosherStatus: (value: string) => placed("s", KOSHER_STATUSES, value),
	scope: (value: string) => placed("a", METADATA_SCOPES, value),
	variant: (value: string) => placed("i", VARIANTS, value),
	/** Encodes the symbol itself, so that the existing symbols can be listed. */
	hechsher: (symbol: string) => `h${Buffer.from(symbol).toString("hex")}`,
	brand: (brand: string) => `r${textNumber(brand)}`,
	/** The same, from the brand number in a product's row. */
	brandNumber: (number: number) => `r${number}`,
	passover: "p",
	glutenFree: "g",
	vegan: "v",
	organic: "o",
	/** The check digit of its barcode is wrong. */
	wrongCheckDigit: "c",
	/** It has a name and a picture. */
	presentable: "n",
	/** Number of leading zeros of the barcode. */
	leadingZeros: (zeros: number) => `z${zeros}`,
} as const;

/** A value that is not in the vocabulary gets a mark that no product has. */
function placed(letter: string, vocabulary: readonly string[], value: string): string {
	return `${letter}${vocabulary.indexOf(value)}`;
}

/** First letter of the mark of every hechsher. */
export const HECHSHER_LETTER = "h";

/** The symbol that a hechsher's mark encodes. */
export function symbolOf(mark: string): string {
	return Buffer.from(mark.slice(HECHSHER_LETTER.length), "hex").toString();
}
