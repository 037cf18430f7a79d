import { METADATA_SCOPES, VARIANTS } from "../scopes.ts";
import { textNumber } from "../text-number.ts";
import { BRACHOS, DEPARTMENTS, KOSHER_STATUSES } from "../vocabularies.ts";

/**
 * What products are filtered by, as words of one to fourteen letters and digits. They are stored: the place of a value in its vocabulary
 * may not change without new rules (TEXT_RULES).
 */
export const marks = {
	department: (value: string) => placed("d", DEPARTMENTS, value),
	bracha: (value: string) => placed("b", BRACHOS, value),
	kosherStatus: (value: string) => placed("s", KOSHER_STATUSES, value),
	scope: (value: string) => placed("a", METADATA_SCOPES, value),
	variant: (value: string) => placed("i", VARIANTS, value),
	/** The symbol itself, so that the symbols there are can be listed. */
	hechsher: (symbol: string) => `h${Buffer.from(symbol).toString("hex")}`,
	brand: (brand: string) => `r${textNumber(brand)}`,
	/** The same by the number that a product's row has of it already. */
	brandNumber: (number: number) => `r${number}`,
	passover: "p",
	glutenFree: "g",
	vegan: "v",
	organic: "o",
	/** The check digit of its barcode is wrong. */
	wrongCheckDigit: "c",
	/** It has a name and a picture. */
	presentable: "n",
	/** How many zeros the barcode begins with. */
	leadingZeros: (zeros: number) => `z${zeros}`,
} as const;

/** A value that is in no vocabulary gets a mark that no product has. */
function placed(letter: string, vocabulary: readonly string[], value: string): string {
	return `${letter}${vocabulary.indexOf(value)}`;
}

/** Begins the mark of every hechsher. */
export const HECHSHER_LETTER = "h";

/** The symbol of a hechsher's mark. */
export function symbolOf(mark: string): string {
	return Buffer.from(mark.slice(HECHSHER_LETTER.length), "hex").toString();
}
