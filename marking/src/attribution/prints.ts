import { wordOf } from "./corner-words.ts";
import { pdqBits } from "./pdq.ts";
import { cornerWords, readFingerprint } from "./stored-fingerprint.ts";

/** Packed prints are damaged or of an unknown version. */
export class PrintError extends Error {
	override name = "PrintError";
}

/** What is scanned for each picture: the hashes of its fingerprint and the words of its finest corners. */
interface Print {
	readonly hashes: readonly Uint8Array[];
	readonly words: readonly number[];
}

/** The prints of several pictures, with each kind of value in one array. */
export interface Prints {
	readonly count: number;
	/** Number of hashes and of words of each picture. */
	readonly hashCounts: Uint8Array;
	readonly wordCounts: Uint8Array;
	/** `hashWords` numbers per hash, picture after picture; words are in the same order. */
	readonly hashes: Uint32Array;
	/** `wordBytes` bytes per word, lowest first. */
	readonly words: Uint8Array;
}

export const hashWords = pdqBits / 32;
export const wordBytes = 3;

/** Crops need fine corners, which come first in fingerprints. */
const mostWords = 192;

const version = 1;
const headerBytes = 4;

/**
 * Adds a picture to packed prints.
 * @param packed the previous return value; absent for the first picture
 * @returns version (1 byte), unused (1), number of pictures (2, little-endian), the counts of hashes and of words (a byte for each picture), zeros up
 * to a multiple of four, the hashes, the words; half a kilobyte per picture
 * @throws PrintError, FingerprintError for damaged input
 */
export function addPrint(packed: Uint8Array | undefined, fingerprint: Uint8Array): Uint8Array {
	const before = packed ? readPrints(packed) : undefined;
	const { hashes, words } = printOf(fingerprint);
	const count = (before?.count ?? 0) + 1;
	const header = Buffer.alloc(headerBytes);
	header[0] = version;
	header.writeUInt16LE(count, 2);
	return Buffer.concat([
		header,
		before?.hashCounts ?? noBytes,
		Uint8Array.of(hashes.length),
		before?.wordCounts ?? noBytes,
		Uint8Array.of(words.length),
		new Uint8Array(paddingAfter(count)),
		before ? bytesOf(before.hashes) : noBytes,
		...hashes,
		before?.words ?? noBytes,
		Uint8Array.from(words.flatMap((word) => [word & 0xff, (word >> 8) & 0xff, word >> 16])),
	]);
}

const noBytes = new Uint8Array();

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
	return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Padding that aligns the hashes to a multiple of four bytes. */
function paddingAfter(count: number): number {
	return (4 - ((headerBytes + 2 * count) % 4)) % 4;
}

function printOf(fingerprint: Uint8Array): Print {
	const { hashes, corners } = readFingerprint(fingerprint);
	const words = Array.from({ length: Math.min(corners.count, mostWords) }, (_, corner) =>
		wordOf(corners.descriptors, corner * cornerWords),
	);
	return { hashes, words };
}

/** Reads the return value of `addPrint`; copies it unless it is aligned to four bytes. @throws PrintError */
export function readPrints(packed: Uint8Array): Prints {
	if (packed.length < headerBytes || packed[0] !== version) throw new PrintError("no prints of this version");
	const aligned = packed.byteOffset % 4 === 0 ? packed : new Uint8Array(packed);
	const count = (aligned[2] as number) + 256 * (aligned[3] as number);
	const hashCounts = aligned.subarray(headerBytes, headerBytes + count);
	const wordCounts = aligned.subarray(headerBytes + count, headerBytes + 2 * count);
	const start = headerBytes + 2 * count + paddingAfter(count);
	const hashLength = sum(hashCounts) * hashWords;
	const end = start + 4 * hashLength;
	if (end + wordBytes * sum(wordCounts) !== packed.length) throw new PrintError("prints of a wrong length");
	return {
		count,
		hashCounts,
		wordCounts,
		hashes: new Uint32Array(aligned.buffer, aligned.byteOffset + start, hashLength),
		words: aligned.subarray(end),
	};
}

/** Number of pictures in packed prints. @throws PrintError */
export function printCount(packed: Uint8Array): number {
	return readPrints(packed).count;
}

/** Whether the picture at index `place` has the print of this fingerprint. @throws PrintError, FingerprintError */
export function holdsPrint(packed: Uint8Array, place: number, fingerprint: Uint8Array): boolean {
	const prints = readPrints(packed);
	const alone = readPrints(addPrint(undefined, fingerprint));
	if (place >= prints.count) return false;
	const [hashAt, wordAt] = [prints.hashCounts, prints.wordCounts].map((counts) =>
		sum(counts.subarray(0, place)),
	) as [number, number];
	const hashes = prints.hashes.subarray(
		hashWords * hashAt,
		hashWords * (hashAt + (prints.hashCounts[place] as number)),
	);
	const words = prints.words.subarray(
		wordBytes * wordAt,
		wordBytes * (wordAt + (prints.wordCounts[place] as number)),
	);
	return isSame(hashes, alone.hashes) && isSame(words, alone.words);
}

function isSame(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
	if (one.length !== other.length) return false;
	for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
	return true;
}

function sum(counts: Uint8Array): number {
	return counts.reduce((total, count) => total + count, 0);
}
