import { pdqBits } from "./pdq.ts";
import { workingPixel, workingSides } from "./working-pixel.ts";

/** The data by which a catalogue picture is found. */
export interface Fingerprint {
	/** Size in pixels of the fingerprinted picture. */
	readonly width: number;
	readonly height: number;
	/** PDQ hashes: a single one, or for a transparent picture one for each of several backgrounds. */
	readonly hashes: readonly Uint8Array[];
	readonly corners: FingerprintCorners;
}

/** Corners of a picture, by which crops of it are found. Entry `i` of every array is corner `i`. */
export interface FingerprintCorners {
	readonly count: number;
	/** Continuous coordinates and size in pixels of the fingerprinted picture. */
	readonly x: Float32Array;
	readonly y: Float32Array;
	readonly scale: Float32Array;
	/** `cornerWords` words per corner. */
	readonly descriptors: Int32Array;
}

/** Number of 32-bit words that are stored of each corner's descriptor. */
export const cornerWords = 4;

/** A stored fingerprint that is damaged or of an unknown version. */
export class FingerprintError extends Error {
	override name = "FingerprintError";
}

/** Current version of fingerprints, and the layout shared by all versions. */
export const version = 2;
export const headerBytes = 8;
export const hashBytes = pdqBits / 8;
export const cornerBytes = 4 * cornerWords + 3;
export const stepsPerOctave = 16;

/** Reads a stored fingerprint. Throws `FingerprintError` when it is damaged. */
export function readFingerprint(stored: Uint8Array): Fingerprint {
	const blob = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
	const madeBy = blob[0] as number;
	if (blob.length < headerBytes || !(madeBy in workingSides)) throw new FingerprintError("not a fingerprint");
	const [width, height, count] = [blob.readUInt16LE(4), blob.readUInt16LE(6), blob.readUInt16LE(2)];
	const start = headerBytes + (blob[1] as number) * hashBytes;
	if (blob.length !== start + count * cornerBytes)
		throw new FingerprintError("fingerprint of a wrong length");
	const byte = (corner: number, offset: number) => blob[start + corner * cornerBytes + offset] as number;
	const column = (read: (corner: number) => number) => new Float32Array(count).map((_, i) => read(i));
	const pixel = workingPixel({ width, height }, madeBy);
	const corners: FingerprintCorners = {
		count,
		x: column((i) => ((byte(i, 0) + 0.5) / 256) * width),
		y: column((i) => ((byte(i, 1) + 0.5) / 256) * height),
		scale: column((i) => pixel * 2 ** (byte(i, 2) / stepsPerOctave)),
		descriptors: new Int32Array(count * cornerWords).map((_, i) =>
			blob.readInt32LE(start + Math.floor(i / cornerWords) * cornerBytes + 3 + 4 * (i % cornerWords)),
		),
	};
	const hashes = Array.from({ length: blob[1] as number }, (_, i) =>
		blob.subarray(headerBytes + i * hashBytes, headerBytes + (i + 1) * hashBytes),
	);
	return { width, height, hashes, corners };
}
