import type { BitWriter } from "./bits.ts";
import { canonicalCodes, codeLengths } from "./huffman.ts";

/** Code length symbols that repeat: the length before 3 to 6 times, zero 3 to 10 times, zero 11 to 138 times. */
const repeatLast = 16;
const repeatZero = 17;
const repeatZeroLong = 18;
const repeats = [
	{ symbol: repeatZeroLong, least: 11, most: 138, extraBits: 7 },
	{ symbol: repeatZero, least: 3, most: 10, extraBits: 3 },
	{ symbol: repeatLast, least: 3, most: 6, extraBits: 2 },
] as const;

/** The order in which the lengths of the code length code itself are sent, and how many must be. */
const sendingOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const minSent = 4;
const maxCodeLengthCode = 7;

const dynamicBlock = 2;

/** No header is longer: 17 bits, 19 lengths of 3 bits, and 316 lengths of up to 7 bits. */
export const maxHeaderBytes = 290;

interface Item {
	symbol: number;
	extra: number;
	extraBits: number;
}

/** Opens a block with Huffman codes of its own (RFC 1951, section 3.2.7). */
export function putBlockHeader(
	writer: BitWriter,
	literals: Uint8Array,
	distances: Uint8Array,
	final: boolean,
): void {
	const literalCount = used(literals, 257);
	const distanceCount = used(distances, 1);
	const items = squeeze([...literals.subarray(0, literalCount), ...distances.subarray(0, distanceCount)]);
	const counts = new Uint32Array(sendingOrder.length);
	for (const { symbol } of items) counts[symbol] = (counts[symbol] ?? 0) + 1;
	const lengths = codeLengths(counts, maxCodeLengthCode);
	const codes = canonicalCodes(lengths);
	const sent = used(
		Uint8Array.from(sendingOrder, (symbol) => lengths[symbol] ?? 0),
		minSent,
	);

	writer.put(final ? 1 : 0, 1);
	writer.put(dynamicBlock, 2);
	writer.put(literalCount - 257, 5);
	writer.put(distanceCount - 1, 5);
	writer.put(sent - minSent, 4);
	for (const symbol of sendingOrder.slice(0, sent)) writer.put(lengths[symbol] ?? 0, 3);
	for (const { symbol, extra, extraBits } of items) {
		writer.put(codes[symbol] ?? 0, lengths[symbol] ?? 0);
		writer.put(extra, extraBits);
	}
}

/** How many lengths there are without trailing zeros, but at least `least`. */
function used(lengths: Uint8Array, least: number): number {
	let count = lengths.length;
	while (count > least && lengths[count - 1] === 0) count--;
	return count;
}

/** Shortens runs of equal lengths. */
function squeeze(lengths: number[]): Item[] {
	const items: Item[] = [];
	for (let at = 0; at < lengths.length; ) {
		const length = lengths[at] ?? 0;
		let run = 1;
		while (lengths[at + run] === length) run++;
		at += run;
		if (length !== 0) {
			items.push({ symbol: length, extra: 0, extraBits: 0 });
			run--;
		}
		for (const { symbol, least, most, extraBits } of repeats) {
			if ((symbol === repeatLast) !== (length !== 0)) continue;
			for (; run >= least; run -= Math.min(run, most)) {
				items.push({ symbol, extra: Math.min(run, most) - least, extraBits });
			}
		}
		for (; run > 0; run--) items.push({ symbol: length, extra: 0, extraBits: 0 });
	}
	return items;
}
