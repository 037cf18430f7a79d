import { adlerModulus } from "./cells.ts";
import type { ChecksumContributions, FlipList } from "./flip-list.ts";
import { type PackedFlips, packFlips } from "./packed-flips.ts";

/** A file is not a delivery of the base that it was compared with. */
export class NotADeliveryError extends Error {
	override name = "NotADeliveryError";
}

/**
 * The bytes that a client gets: a copy of the base with the cells flipped whose bit is 1. Throws `RangeError` when base, flip list and codeword do
 * not belong together, so that nothing is ever delivered without its mark.
 */
export function deliver(base: Uint8Array, flips: FlipList, codeword: Uint8Array): Buffer {
	return deliverInto(Buffer.alloc(base.length), base, packFlips(flips), codeword);
}

/**
 * Like `deliver`, into memory that may have held another file: reused memory is in the processor's cache, whereas fresh memory costs several times as
 * much as the flips.
 * @param room at least as long as the base
 * @returns the file, a view of `room`
 */
export function deliverInto(
	room: Buffer,
	base: Uint8Array,
	flips: PackedFlips,
	codeword: Uint8Array,
): Buffer {
	const file = room.subarray(0, base.length);
	file.set(base);
	flipCells(file, flips, codeword);
	return file;
}

/**
 * Replaces the codeword that a file holds with another one. Throws `RangeError`, without changing anything, when file, flips and codeword do not
 * belong together.
 */
export function flipCells(file: Uint8Array, flips: PackedFlips, codeword: Uint8Array): void {
	if (file.length !== flips.sizeBytes) throw new RangeError("the flip list belongs to another base");
	if (codeword.length !== flips.cellCount)
		throw new RangeError("the codeword does not have one bit for every cell");
	const { firstAt, start, entries, held } = flips;
	const changed = differingCells(codeword, held);
	for (const cell of changed) {
		let at = firstAt[cell] ?? 0;
		const end = start[cell + 1] ?? 0;
		for (let i = start[cell] ?? 0; i < end; i++) {
			const entry = entries[i] ?? 0;
			at += entry >>> 8;
			file[at] = (file[at] ?? 0) ^ (entry & 0xff);
		}
	}
	if (flips.checksums) correctChecksums(file, flips.checksums, changed);
}

/** Memory for the cells of one file, reused for the next. */
let cellsRoom = new Uint32Array(0);

/**
 * The cells in which two codewords differ; valid until the next call. They are collected without a branch: which cells differ is random, so a
 * processor would keep mispredicting it.
 */
function differingCells(codeword: Uint8Array, held: Uint8Array): Uint32Array {
	if (cellsRoom.length <= codeword.length) cellsRoom = new Uint32Array(2 * codeword.length + 1);
	const cells = cellsRoom;
	let count = 0;
	for (let cell = 0; cell < codeword.length; cell++) {
		cells[count] = cell;
		count += (codeword[cell] ?? 0) ^ (held[cell] ?? 0);
	}
	return cells.subarray(0, count);
}

/**
 * Reads the bits back from an undamaged delivered file, exactly as they were passed to `deliver`. Throws `NotADeliveryError` when a single byte
 * differs from what delivering those bits from this base would yield.
 */
export function readCodeword(delivered: Uint8Array, base: Uint8Array, flips: FlipList): Uint8Array {
	if (delivered.length !== base.length) throw new NotADeliveryError("not as long as the base");
	const bits = Uint8Array.from({ length: flips.cellCount }, (_, cell) => {
		const offset = flips.offsets[flips.cellStart[cell] ?? 0] ?? 0;
		return delivered[offset] === base[offset] ? 0 : 1;
	});
	if (Buffer.compare(deliver(base, flips, bits), delivered) !== 0) {
		throw new NotADeliveryError("differs from the base in other places than its cells");
	}
	return bits;
}

/**
 * Both checksums are linear, Adler-32 (RFC 1950, section 8) over addition and CRC-32 (PNG, annex D) over XOR, so the cells' contributions add up in
 * any order. The Adler-32 is part of the data that the CRC covers, so its own change is the last contribution.
 */
function correctChecksums(bytes: Uint8Array, sums: ChecksumContributions, changed: Uint32Array): void {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const adler = file.readUInt32BE(sums.adlerOffset);
	let [a, b] = [adler & 0xffff, adler >>> 16];
	let crc = file.readUInt32BE(sums.crcOffset);
	for (const cell of changed) {
		a += sums.adlerA[cell] ?? 0;
		b += sums.adlerB[cell] ?? 0;
		crc ^= sums.crc[cell] ?? 0;
	}
	const corrected = (b % adlerModulus) * 0x10000 + (a % adlerModulus);
	file.writeUInt32BE(corrected, sums.adlerOffset);
	file.writeUInt32BE((crc ^ crcOfLastWord(adler ^ corrected)) >>> 0, sums.crcOffset);
}

/** What XORing `word`, big-endian, into the last four bytes of the data XORs into its CRC-32. */
function crcOfLastWord(word: number): number {
	let crc = 0;
	for (let shift = 24; shift >= 0; shift -= 8) {
		crc ^= (word >>> shift) & 0xff;
		for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	}
	return crc;
}
