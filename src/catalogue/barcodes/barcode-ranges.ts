/** A range of barcodes in text order: includes `from`, excludes `before`. */
export interface BarcodeRange {
	readonly from: string;
	readonly before: string;
}

/** One more digit than a barcode can have: prefixes padded to this length with nines sort after all barcodes that start with them. */
const BEYOND_DIGITS = 15;

/**
 * The ranges of barcodes that start with `search` and with one of the prefixes (any, if there are none), in order and without overlap. Only digits
 * can match: a search with anything else matches nothing (SPEC D37).
 */
export function barcodeRanges(search: string, prefixes: readonly string[]): BarcodeRange[] {
	if (!/^[0-9]{0,14}$/.test(search)) return [];
	const allowed = prefixes.length === 0 ? [""] : shortest(prefixes);
	return [...new Set(allowed.flatMap((prefix) => both(search, prefix)))].map((prefix) => ({
		from: prefix,
		before: prefix.padEnd(BEYOND_DIGITS, "9"),
	}));
}

/** The prefixes in order, omitting those covered by another one. */
function shortest(prefixes: readonly string[]): string[] {
	const shortest: string[] = [];
	for (const prefix of [...prefixes].sort()) {
		const last = shortest.at(-1);
		if (last === undefined || !prefix.startsWith(last)) shortest.push(prefix);
	}
	return shortest;
}

/** The prefix of everything that starts with both: the longer one, if it starts with the other. */
function both(a: string, b: string): string[] {
	if (a.startsWith(b)) return [a];
	return b.startsWith(a) ? [b] : [];
}

/** The same ranges, split at each of the given barcodes that is inside one. */
export function cutRanges(ranges: readonly BarcodeRange[], barcodes: readonly string[]): BarcodeRange[] {
	const cuts = [...new Set(barcodes)].sort();
	return ranges.flatMap(({ from, before }) => {
		const ends = [from, ...cuts.filter((cut) => from < cut && cut < before), before];
		return ends.slice(1).map((end, place) => ({ from: ends[place] ?? from, before: end }));
	});
}
