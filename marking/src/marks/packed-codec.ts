import { endianness } from "node:os";
import { type ChecksumContributions, FlipListError } from "./flip-list.ts";
import type { PackedFlips } from "./packed-flips.ts";

/*
 * Stored form, numbers little-endian: number of cells, number of entries, offsets of Adler-32 and CRC-32 (both 0 for JPEG), each in 4 bytes; then the
 * arrays as they are in memory: `firstAt`, `start`, for PNG the contributions to the CRC-32, `entries`, for PNG the contributions to both halves of
 * the Adler-32; then zeros up to a multiple of 4.
 */
const headerLength = 16;
const isLittleEndian = endianness() === "LE";

/** The stored part of packed flips; `sizeBytes` is the length of the base that they are stored with. */
export type StoredFlips = Omit<PackedFlips, "sizeBytes" | "held">;

export function encodePacked({ cellCount, firstAt, start, entries, checksums }: StoredFlips): Buffer {
	const sizes = [cellCount, entries.length, checksums?.adlerOffset ?? 0, checksums?.crcOffset ?? 0];
	const parts = [
		littleEndian(Uint32Array.from(sizes)),
		...[firstAt, start, ...(checksums ? [checksums.crc] : [])].map((words) => littleEndian(words)),
		...[entries, ...(checksums ? [checksums.adlerA, checksums.adlerB] : [])].map((halves) =>
			littleEndian(halves),
		),
	];
	const length = parts.reduce((sum, part) => sum + part.length, 0);
	return Buffer.concat([...parts, Buffer.alloc(-length & 3)]);
}

/**
 * Reads the result of `encodePacked`, which must be known to be undamaged.
 * @returns views of the bytes where their alignment allows it. @throws FlipListError when lengths are inconsistent.
 */
export function decodePacked(bytes: Uint8Array): StoredFlips {
	if (bytes.length < headerLength) throw new FlipListError("packed flips end early");
	const aligned = bytes.byteOffset % 4 === 0 && isLittleEndian ? bytes : copied(bytes);
	const [cellCount = 0, entryCount = 0, adlerOffset = 0, crcOffset = 0] = words(aligned, 0, 4);
	const isPng = crcOffset !== 0;
	const length = headerLength + 4 * (2 * cellCount + 1) + 2 * entryCount + (isPng ? 8 * cellCount : 0);
	if (bytes.length !== length + (-length & 3)) throw new FlipListError("packed flips of another length");
	const take = reader(aligned);
	const [firstAt, start] = [take.words(cellCount), take.words(cellCount + 1)];
	if (!isPng) return { cellCount, firstAt, start, entries: take.halves(entryCount) };
	const crc = take.words(cellCount);
	const entries = take.halves(entryCount);
	const [adlerA, adlerB] = [take.halves(cellCount), take.halves(cellCount)];
	const checksums: ChecksumContributions = { adlerOffset, crcOffset, crc, adlerA, adlerB };
	return { cellCount, firstAt, start, entries, checksums };
}

function reader(bytes: Uint8Array) {
	let at = headerLength;
	return {
		words(count: number): Uint32Array {
			at += 4 * count;
			return words(bytes, at - 4 * count, count);
		},
		halves(count: number): Uint16Array {
			at += 2 * count;
			const halves = new Uint16Array(bytes.buffer, bytes.byteOffset + at - 2 * count, count);
			return isLittleEndian ? halves : swapped(halves);
		},
	};
}

function words(bytes: Uint8Array, at: number, count: number): Uint32Array {
	const found = new Uint32Array(bytes.buffer, bytes.byteOffset + at, count);
	return isLittleEndian ? found : swapped(found);
}

function copied(bytes: Uint8Array): Uint8Array {
	const copy = new Uint8Array(bytes.length);
	copy.set(bytes);
	return copy;
}

function littleEndian(values: Uint32Array | Uint16Array): Buffer {
	const { buffer, byteOffset, byteLength } = isLittleEndian ? values : swapped(values);
	return Buffer.from(buffer, byteOffset, byteLength);
}

/** A copy with the byte order swapped. */
function swapped<T extends Uint32Array | Uint16Array>(values: T): T {
	const copy = values.slice() as T;
	const bytes = Buffer.from(copy.buffer, copy.byteOffset, copy.byteLength);
	if (copy.BYTES_PER_ELEMENT === 4) bytes.swap32();
	else bytes.swap16();
	return copy;
}
