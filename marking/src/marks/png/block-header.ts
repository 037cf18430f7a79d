import type { BitWriter } from "./bits.ts";
import { codeLengths } from "./code-lengths.ts";
import { canonicalCodes } from "./huffman.ts";
import { squeeze } from "./run-lengths.ts";

/** The order in which the lengths of the code length code itself are sent, and how many must be sent at least. */
const sendingOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const minSent = 4;
const maxCodeLengthCode = 7;

const dynamicBlock = 2;

/** Maximum length of a header: 17 bits, 19 lengths of 3 bits, and 316 lengths of up to 7 bits. */
export const maxHeaderBytes = 290;

/** Starts a block with dynamic Huffman codes (RFC 1951, section 3.2.7). */
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

/** Number of lengths without trailing zeros, but at least `least`. */
function used(lengths: Uint8Array, least: number): number {
	let count = lengths.length;
	while (count > least && lengths[count - 1] === 0) count--;
	return count;
}
