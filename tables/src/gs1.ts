import { APPLICATION_IDENTIFIERS } from "./gs1-identifiers.ts";

/** Why a text that is written like one is no GS1 element string or GS1 Digital Link. */
export type Gs1Problem = "gs1_syntax" | "unknown_ai";

/** The values by application identifier. */
export type Gs1Elements = ReadonlyMap<string, string>;

type Pair = readonly [identifier: string, value: string];

/** What scanners send for FNC1, which ends a value that has no predefined length. */
const SEPARATOR = "\u001d";

/** What scanners send before an element string: the separator, or the symbology with which it was printed. */
const SCANNER_PREFIXES = [SEPARATOR, "]C1", "]d2", "]Q3", "]e0"];

/**
 * Reads a GS1 element string, with brackets or as a scanner sends it, or a GS1 Digital Link URI, which is not fetched (SPEC E10).
 * @returns undefined if the text is written like neither.
 */
export function readGs1(text: string): Gs1Elements | Gs1Problem | undefined {
	if (/^\(\d+\)/.test(text)) return readBracketed(text);
	const link = LINK.exec(text);
	if (link) return readLink(link);
	const prefix = SCANNER_PREFIXES.find((start) => text.startsWith(start));
	const elements = text.slice(prefix?.length);
	if (/^01\d{14}/.test(elements)) return readUnbracketed(elements);
	return prefix === undefined ? undefined : "gs1_syntax";
}

/** The GTIN of a text that is one of these, without the leading zeros that make 14 digits of an item's 13 or 8: as people and files write it. */
export function gtinIn(text: string): string | undefined {
	// Printed element strings have spaces between their elements, which no value may contain.
	const elements = readGs1(text.replace(/\s/g, ""));
	return typeof elements === "object" ? elements.get("01")?.replace(/^0{6}(?=\d{8}$)|^0/, "") : undefined;
}

/** What a list of values says; equal ones of one identifier are one, and different ones contradict each other. */
function collected(pairs: readonly Pair[]): Gs1Elements | Gs1Problem {
	const elements = new Map<string, string>();
	for (const [identifier, value] of pairs) {
		const known = APPLICATION_IDENTIFIERS.get(identifier);
		if (!known) return "unknown_ai";
		if (!known.pattern.test(value) || (elements.get(identifier) ?? value) !== value) return "gs1_syntax";
		elements.set(identifier, value);
	}
	return elements;
}

const BRACKETED = /\((\d{2,4})\)/;

function readBracketed(text: string): Gs1Elements | Gs1Problem {
	// The parts between identifiers: nothing before the first one, then identifier and value in turn.
	const [before, ...parts] = text.split(BRACKETED);
	return before === "" ? collected(pairsOf(parts)) : "gs1_syntax";
}

function pairsOf(parts: readonly string[]): Pair[] {
	return parts.flatMap((part, place) => (place % 2 === 0 ? [[part, parts[place + 1] ?? ""] as const] : []));
}

function readUnbracketed(text: string): Gs1Elements | Gs1Problem {
	const pairs: Pair[] = [];
	for (let rest = text; rest !== ""; ) {
		const start = rest;
		const identifier = [2, 3, 4].map((length) => start.slice(0, length)).find(isIdentifier);
		if (identifier === undefined) return /^\d\d/.test(rest) ? "unknown_ai" : "gs1_syntax";
		const length = APPLICATION_IDENTIFIERS.get(identifier)?.predefinedLength;
		rest = rest.slice(identifier.length);
		const value = length === undefined ? before(rest, SEPARATOR) : rest.slice(0, length);
		pairs.push([identifier, value]);
		rest = rest.slice(value.length);
		// After a value of predefined length it is superfluous, and scanners send it all the same.
		if (rest.startsWith(SEPARATOR)) rest = rest.slice(1);
	}
	return collected(pairs);
}

function isIdentifier(text: string): boolean {
	return APPLICATION_IDENTIFIERS.has(text);
}

function before(text: string, sign: string): string {
	const place = text.indexOf(sign);
	return place === -1 ? text : text.slice(0, place);
}

const LINK = /^(?:\]Q1|\]d1)?[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#\s]+([^?#]*)(?:\?([^#]*))?(?:#.*)?$/s;

/** The qualifiers of a trade item, in the order in which a link may name them. */
const QUALIFIERS = /^(?:(?:22 )?(?:10 )?(?:21 )?|235 )$/;

function readLink([, path = "", query = ""]: RegExpExecArray): Gs1Elements | Gs1Problem | undefined {
	const segments = path
		.split("/")
		.filter((segment) => segment !== "")
		.map(decoded);
	const parts = segments.slice(keyPlace(segments));
	if (parts.length === 0) return undefined;
	if (parts.length % 2 === 1) return "gs1_syntax";
	const pairs = pairsOf(parts).map(withWholeGtin);
	const attributes = query
		.split("&")
		.filter((each) => /^\d+(=|$)/.test(each))
		.map(attributeOf);
	const all = collected([...pairs, ...attributes]);
	const [[key] = [""], ...qualifiers] = pairs;
	const isInOrder =
		key !== "01" || QUALIFIERS.test(qualifiers.map(([identifier]) => `${identifier} `).join(""));
	const mayBeAttributes = attributes.every(
		([identifier]) => APPLICATION_IDENTIFIERS.get(identifier)?.isLinkAttribute,
	);
	return typeof all === "string" || (isInOrder && mayBeAttributes) ? all : "gs1_syntax";
}

/** Earlier editions of the standard took GTINs as they are; now they have 14 digits. */
const GTIN = /^(\d{8}|\d{12,14})$/;

function withWholeGtin([identifier, value]: Pair): Pair {
	return [identifier, identifier === "01" && GTIN.test(value) ? value.padStart(14, "0") : value];
}

/** Where the identifiers begin in a path, which may have others before: at a trade item, else at the first pair of those that end it. */
function keyPlace(segments: readonly string[]): number {
	const items = segments.flatMap((segment, place) =>
		segment === "01" && place + 1 < segments.length ? [place] : [],
	);
	const withDigits = (form: RegExp) => items.find((place) => form.test(segments[place + 1] ?? ""));
	const item = withDigits(/^\d{14}$/) ?? withDigits(GTIN) ?? items[0];
	if (item !== undefined) return item;
	let place = segments.length;
	while (
		place >= 2 &&
		APPLICATION_IDENTIFIERS.get(segments[place - 2] ?? "")?.pattern.test(segments[place - 1] ?? "")
	)
		place -= 2;
	return place;
}

function attributeOf(parameter: string): Pair {
	const name = before(parameter, "=");
	return [name, decoded(parameter.slice(name.length + 1))];
}

/** Decodes percent signs, once. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return UNDECODABLE;
	}
}

/** In no character set of GS1. */
const UNDECODABLE = "\ufffd";
