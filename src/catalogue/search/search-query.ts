import { gtinIn } from "@packshot/tables/gs1";
import { isLocked, type Locks, locksOf } from "../fields/locks.ts";
import type { MetadataScope, Variant } from "../fields/scopes.ts";
import type { Reader } from "../reading/read-product.ts";
import { facets, fieldFacet } from "./facets.ts";
import { barcodeWord } from "./product-text.ts";
import type { SearchSort, TextQuery } from "./text-query.ts";
import { wordsOf } from "./words.ts";

/** What people search by. In lists of values, one has to match; in lists of scopes and variants, all. */
export interface SearchFilter {
	readonly text: string;
	/** By metadata key: values to look for, or true for a flag that has to be set. Nothing is asked of a field that is left out, false or empty. */
	readonly fields: Readonly<Record<string, readonly string[] | boolean | undefined>>;
	readonly scopes: readonly MetadataScope[];
	readonly variants: readonly Variant[];
	readonly sort?: SearchSort | undefined;
}

interface AskedQuery {
	/** `undefined` if nothing can be found. */
	readonly query: TextQuery | undefined;
	/** The barcode that was typed, if it may be complete. */
	readonly code: string | undefined;
}

/** More words than anybody types. */
const MOST_WORDS = 8;

/** Builds a reader's query: locked data is treated as if no product had it. */
export function searchQuery(filter: SearchFilter, reader: Reader): AskedQuery {
	const locks = locksOf(reader.locks);
	const text = gtinIn(filter.text) ?? filter.text;
	const digits = text.replace(/[\s-]+/g, "");
	const isCode = /^[0-9]+$/.test(digits) && (!/[\s-]/.test(text.trim()) || digits.length >= 8);
	const code = isCode && /^[0-9]{4,14}$/.test(digits) ? digits : undefined;
	const words = isCode ? [barcodeWord(digits)] : [...new Set(wordsOf(filter.text))].slice(0, MOST_WORDS);
	const prefixes = namesAreOpen(locks) ? reader.barcodePrefixes : codePrefixes(words, reader.barcodePrefixes);
	const isUnreadable = filter.text.trim() !== "" && words.length === 0;
	if (isUnreadable || !prefixes || !isOpen(filter, locks)) return { query: undefined, code: undefined };
	return {
		query: {
			words: namesAreOpen(locks) ? words : [],
			facets: [...filterFacets(filter), ...readerFacets(reader)],
			barcodePrefixes: prefixes,
			sort: filter.sort,
		},
		code,
	};
}

/** Names and brands are searched together, so a reader who may not know one of them can search only by barcode. */
export function namesAreOpen(locks: Locks): boolean {
	return !isLocked(locks, "info", "product_name") && !isLocked(locks, "info", "brand");
}

/** Maximum number of leading zeros that a barcode may have before the typed digits. */
const MOST_ZEROS = 6;

/** The barcode prefixes that are inside the reader's filter and match the typed digits; `undefined` if there are none. */
function codePrefixes(words: readonly string[], own: readonly string[]): readonly string[] | undefined {
	const [digits, ...others] = words;
	if (digits === undefined) return own;
	if (others.length > 0 || !/^[0-9]+$/.test(digits)) return undefined;
	const typed = Array.from({ length: MOST_ZEROS + 1 }, (_, zeros) => "0".repeat(zeros) + digits);
	if (own.length === 0) return typed;
	const both = typed.flatMap((one) =>
		own.flatMap((other) => (one.startsWith(other) ? one : other.startsWith(one) ? other : [])),
	);
	return both.length > 0 ? both : undefined;
}

/** The fields that something is asked of, each with the values of which one has to match. */
function askedFields({ fields }: SearchFilter): [key: string, values: readonly (string | true)[]][] {
	return Object.entries(fields).flatMap(([key, asked = false]) => {
		const values = typeof asked === "boolean" ? (asked ? [true as const] : []) : asked;
		return values.length === 0 ? [] : [[key, values]];
	});
}

/** Whether nothing in the filter is locked. */
function isOpen(filter: SearchFilter, locks: Locks): boolean {
	return (
		askedFields(filter).every(([key]) => {
			const [scope, field = ""] = key.split(".") as [MetadataScope, string];
			return !isLocked(locks, scope, field);
		}) &&
		filter.scopes.every((scope) => !locks.scopes.has(scope)) &&
		(filter.variants.length === 0 || !locks.scopes.has("images")) &&
		filter.variants.every((variant) => !locks.variants.has(variant))
	);
}

function filterFacets(filter: SearchFilter): string[][] {
	return [
		...askedFields(filter).map(([key, values]) => values.map((value) => fieldFacet(key, value))),
		...filter.scopes.map((scope) => [facets.scope(scope)]),
		...filter.variants.map((variant) => [facets.variant(variant)]),
	];
}

/** The reader's scope filter except for barcodes (SPEC D41). */
function readerFacets({ brands, departments }: Reader): string[][] {
	return [
		...(brands.length === 0 ? [] : [brands.map(facets.brand)]),
		...(departments.length === 0
			? []
			: [departments.map((value) => fieldFacet("catalog_meta.department", value))]),
	];
}
