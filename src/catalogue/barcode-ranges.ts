/** A stretch of the catalogue in its order, which is the text order of barcodes: `from` belongs to it, `before` does not. */
export interface BarcodeRange {
	readonly from: string;
	readonly before: string;
}

/** One more than a barcode has: prefixes filled up with nines to this length lie behind all of their barcodes. */
const BEYOND_DIGITS = 15;

/**
 * The stretches of barcodes that start with `search` and with one of the prefixes (with any, when none is given), in order and without
 * overlap. Digits alone can match: whatever else a search holds, it matches nothing (SPEC D37).
 */
export function barcodeRanges(search: string, prefixes: readonly string[]): BarcodeRange[] {
	if (!/^[0-9]{0,14}$/.test(search)) return [];
	const allowed = prefixes.length === 0 ? [""] : shortest(prefixes);
	return [...new Set(allowed.flatMap((prefix) => both(search, prefix)))].map((prefix) => ({
		from: prefix,
		before: prefix.padEnd(BEYOND_DIGITS, "9"),
	}));
}

/** The prefixes in order, without those that another one covers. */
function shortest(prefixes: readonly string[]): string[] {
	const kept: string[] = [];
	for (const prefix of [...prefixes].sort()) {
		const last = kept.at(-1);
		if (last === undefined || !prefix.startsWith(last)) kept.push(prefix);
	}
	return kept;
}

/** What starts with both prefixes starts with the longer one, if at all. */
function both(a: string, b: string): string[] {
	if (a.startsWith(b)) return [a];
	return b.startsWith(a) ? [b] : [];
}

/** The same stretches, cut at each of the barcodes that lies inside of one. */
export function cutRanges(ranges: readonly BarcodeRange[], barcodes: readonly string[]): BarcodeRange[] {
	const cuts = [...new Set(barcodes)].sort();
	return ranges.flatMap(({ from, before }) => {
		const ends = [from, ...cuts.filter((cut) => from < cut && cut < before), before];
		return ends.slice(1).map((end, place) => ({ from: ends[place] ?? from, before: end }));
	});
}
