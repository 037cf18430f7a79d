import { CONFLICTS, type ConflictKind } from "../conflicts/conflicts.ts";
import { DECLARED, type DeclaredField } from "../fields/declared-fields.ts";
import { METADATA_SCOPES, VARIANTS } from "../fields/scopes.ts";
import { textNumber } from "../fields/text-number.ts";

/** A field that products are searched by, and the facet of each of its values. */
interface SearchedField {
	readonly field: string;
	readonly facet: (value: unknown) => string;
}

/** The declared ones by scope, in the order of their facets in a product's text, which is stored. */
export const SEARCHED_FIELDS = (
	["catalog_meta", "info", "hechshers", "nutrition", "ingredients"] as const
).flatMap((scope) => {
	const fields = Object.entries<DeclaredField>(DECLARED[scope]).flatMap(
		([field, { facetLetter: letter, values }]): SearchedField[] =>
			letter === undefined ? [] : [{ field, facet: (value) => facetOf(letter, value, values) }],
	);
	return fields.length === 0 ? [] : [{ scope, fields }];
});

/**
 * The letter alone for a flag that is set, followed by the position in the vocabulary for a choice, or else by the text itself, so that the existing
 * ones can be listed. A value that is not in the vocabulary gets a facet that no product has.
 */
function facetOf(letter: string, value: unknown, vocabulary: readonly string[] | undefined): string {
	if (value === true) return letter;
	const text = String(value);
	return letter + (vocabulary ? vocabulary.indexOf(text) : Buffer.from(text).toString("hex"));
}

/** The facet of a value of the field with this metadata key. */
export function fieldFacet(key: string, value: string | true): string {
	const ofScope = SEARCHED_FIELDS.find(({ scope }) => key.startsWith(`${scope}.`));
	const searched = ofScope?.fields.find(({ field }) => key === `${ofScope.scope}.${field}`);
	if (!searched) throw new Error(`products are not searched by ${key}`);
	return searched.facet(value);
}

/**
 * What else products are filtered by. Facets are words of one to fourteen letters and digits. They are stored: the position of a value in its vocabulary
 * must not change without new rules (TEXT_RULES).
 */
export const facets = {
	scope: (value: string) => facetOf("a", value, METADATA_SCOPES),
	variant: (value: string) => facetOf("i", value, VARIANTS),
	brand: (brand: string) => `r${textNumber(brand)}`,
	/** The same, from the brand number in a product's row. */
	brandNumber: (number: number) => `r${number}`,
	/** The check digit of its barcode is wrong. */
	wrongCheckDigit: "c",
	/** Its record has this conflict. */
	conflict: (value: ConflictKind) => facetOf("x", value, CONFLICTS),
	/** It has a name and a picture. */
	presentable: "n",
	/** Number of leading zeros of the barcode. */
	leadingZeros: (zeros: number) => `z${zeros}`,
} as const;

/** First letter of the facet of every hechsher. */
export const HECHSHER_LETTER = DECLARED.hechshers.symbol.facetLetter ?? "";

/** The symbol that a hechsher's facet encodes. */
export function symbolOf(facet: string): string {
	return Buffer.from(facet.slice(HECHSHER_LETTER.length), "hex").toString();
}
