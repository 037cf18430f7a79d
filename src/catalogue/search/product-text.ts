import { isRightToLeft, namesIn } from "../../../web/src/format/names-in.ts";
import { hasWrongCheckDigit } from "../barcodes/gtin.ts";
import { conflictsOf } from "../conflicts/conflicts.ts";
import { hasKey } from "../fields/masks.ts";
import { parseMembers } from "../fields/members.ts";
import type { Info } from "../fields/schemas.ts";
import { METADATA_SCOPES, type ProductMetaScope, variantsOf } from "../fields/scopes.ts";
import type { FieldValues } from "../fields/values.ts";
import type { ProductRow } from "../tables.ts";
import { facets, SEARCHED_FIELDS } from "./facets.ts";
import type { ProductTextTable } from "./tables.ts";
import { wordsOf } from "./words.ts";

/** Version of the rules for words and facets. Must be changed when they come out differently, so that all rows are rewritten. */
export const TEXT_RULES = "4";

/** The longest texts that the indexes of every engine allow. */
const NAME_LETTERS = 500;
const BRAND_LETTERS = 120;

/** Stands before each further part of a name in two scripts. No word contains it, and it sorts before all of them. */
export const NEXT_PART = "/";

export type ProductText = Pick<ProductTextTable, "barcode" | "words" | "marks">;

/** The order of results: by words, then by barcode. */
export function byWords(
	one: Pick<ProductText, "words" | "barcode">,
	other: Pick<ProductText, "words" | "barcode">,
): number {
	if (one.words !== other.words) return one.words < other.words ? -1 : 1;
	return one.barcode < other.barcode ? -1 : Number(one.barcode > other.barcode);
}

export function productText(row: ProductRow): ProductText {
	const info = row.info === null ? undefined : parseMembers<Partial<Info>>(row.info);
	const words = [
		...nameWords(info?.product_name ?? ""),
		...bounded(wordsOf(row.brand ?? ""), BRAND_LETTERS),
		barcodeWord(row.barcode),
	];
	return { barcode: row.barcode, words: between(words), marks: between(facetsOf(row, info)) };
}

/** Names in two scripts are sorted by the script of the pages, whichever part is first, and begin with each of their parts. */
function nameWords(name: string): string[] {
	const parts = namesIn(name).toSorted(
		(one, other) => Number(isRightToLeft(one)) - Number(isRightToLeft(other)),
	);
	const words = parts.map(wordsOf).filter((some) => some.length > 0);
	return bounded(
		words.flatMap((some, place) => (place === 0 ? some : [NEXT_PART, ...some])),
		NAME_LETTERS,
	);
}

/** A barcode's digits without leading zeros, whose number varies between its forms. */
export function barcodeWord(barcode: string): string {
	return barcode.replace(/^0+(?=.)/, "");
}

/** How many zeros that word omits. */
export function leadingZeros(barcode: string): number {
	return barcode.length - barcodeWord(barcode).length;
}

function between(words: readonly string[]): string {
	return ` ${words.join(" ")} `;
}

function bounded(words: readonly string[], letters: number): string[] {
	let left = letters;
	return words.filter((word) => {
		left -= word.length + 1;
		return left >= 0;
	});
}

function facetsOf(row: ProductRow, info: FieldValues | undefined): string[] {
	const searched: string[] = [];
	for (const { scope, fields } of SEARCHED_FIELDS) {
		const items = scope === "info" ? [info ?? {}] : itemsOf(row, scope);
		for (const { field, facet } of fields)
			for (const { [field]: value } of items) if (value) searched.push(facet(value));
	}
	const found = [
		...searched,
		...METADATA_SCOPES.filter((scope) => hasKey(row, scope)).map(facets.scope),
		...variantsOf(row.variants).map(facets.variant),
		...(info?.product_name && row.variants !== 0 ? [facets.presentable] : []),
		...(hasWrongCheckDigit(row.barcode) ? [facets.wrongCheckDigit] : []),
		...conflictsOf(row).map(({ kind }) => facets.conflict(kind)),
		facets.brandNumber(row.brand_number),
		facets.leadingZeros(leadingZeros(row.barcode)),
	];
	return [...new Set(found)];
}

/** The values of a stored scope: several for a list. */
function itemsOf(row: ProductRow, scope: Exclude<ProductMetaScope, "info">): readonly FieldValues[] {
	const text = row[scope];
	if (text === null) return [];
	if (scope === "catalog_meta") return [parseMembers<FieldValues>(text)];
	const value: FieldValues | readonly FieldValues[] = JSON.parse(text);
	return Array.isArray(value) ? value : [value as FieldValues];
}
