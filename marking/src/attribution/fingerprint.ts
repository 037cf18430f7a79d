import { descriptorWords, type FeatureSettings, findFeatures } from "./features.ts";
import { pdqBits, pdqHash, pdqHashesOn } from "./pdq.ts";
import { flatten } from "./picture.ts";
import { type Pixels, reduce } from "./reduce.ts";

/** What a catalogue picture is found by. */
export interface Fingerprint {
	/** PDQ hashes: one, or for a transparent picture one for each of several backgrounds. */
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

/** 32-bit words that are kept of each corner's descriptor. */
export const cornerWords = 4;

/** A stored fingerprint that is damaged or of an unknown version. */
export class FingerprintError extends Error {
	override name = "FingerprintError";
}

/** Length in pixels that the longer side of a picture is brought near to before it is fingerprinted. */
const workingSide = 512;

/** Brightness of the backgrounds that a transparent picture is hashed on: no leak's background is far from all of them. */
const backgrounds = [0, 32, 64, 96, 128, 160, 192, 224, 255];

/**
 * At its working size a picture gets some 120 corners, whatever that size is; at smaller ones more than their area would give, for a small
 * copy has only those.
 */
function cornerSettings({ width, height }: Size): FeatureSettings {
	const spacing = 0.08 * Math.max(width, height);
	return { step: Math.SQRT2, spacing: (share) => spacing * share ** 0.22 };
}

interface Size {
	readonly width: number;
	readonly height: number;
}

const version = 1;
const headerBytes = 8;
const hashBytes = pdqBits / 8;
const cornerBytes = 4 * cornerWords + 3;
const maxBytes = 4096;
const stepsPerOctave = 16;

/**
 * The fingerprint of a picture as at most 4 KB to store beside it. Little-endian: version (1 byte), number of hashes (1), number of
 * corners (2), width and height (2 each), the hashes, then for each corner x and y in 256ths of width and height, the scale in sixteenths
 * of an octave above one working pixel, and the descriptor.
 */
export function fingerprint(picture: Pixels): Uint8Array {
	const small = reduce(picture, workingPixel(picture));
	const { luma, opacity } = small;
	const hashes = opacity ? pdqHashesOn(flatten(small, 0), opacity, backgrounds) : [pdqHash(luma)];
	const features = findFeatures(flatten(small, 255), cornerSettings(luma));
	const start = headerBytes + hashes.length * hashBytes;
	const count = Math.min(features.count, Math.floor((maxBytes - start) / cornerBytes));
	const blob = Buffer.alloc(start + count * cornerBytes);
	blob[0] = version;
	blob[1] = hashes.length;
	blob.writeUInt16LE(count, 2);
	blob.writeUInt16LE(picture.width, 4);
	blob.writeUInt16LE(picture.height, 6);
	blob.set(Buffer.concat(hashes), headerBytes);
	for (let i = 0, at = start; i < count; i++, at += cornerBytes) {
		blob[at] = (256 * (features.x[i] as number)) / luma.width;
		blob[at + 1] = (256 * (features.y[i] as number)) / luma.height;
		blob[at + 2] = Math.round(stepsPerOctave * Math.log2(features.scale[i] as number));
		for (let word = 0; word < cornerWords; word++)
			blob.writeInt32LE(features.descriptors[i * descriptorWords + word] as number, at + 3 + 4 * word);
	}
	return blob;
}

/** Pixels of a picture along the side of a working one: a whole number, since averaging squares costs a tenth of resampling. */
function workingPixel({ width, height }: Size): number {
	const nearest = Math.round(Math.max(width, height) / workingSide);
	return Math.max(1, Math.min(nearest, width, height));
}

/** Reads what `fingerprint` stored. Throws `FingerprintError` when it is damaged. */
export function readFingerprint(stored: Uint8Array): Fingerprint {
	const blob = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
	if (blob.length < headerBytes || blob[0] !== version) throw new FingerprintError("not a fingerprint");
	const [width, height, count] = [blob.readUInt16LE(4), blob.readUInt16LE(6), blob.readUInt16LE(2)];
	const start = headerBytes + (blob[1] as number) * hashBytes;
	if (blob.length !== start + count * cornerBytes)
		throw new FingerprintError("fingerprint of a wrong length");
	const byte = (corner: number, offset: number) => blob[start + corner * cornerBytes + offset] as number;
	const column = (read: (corner: number) => number) => new Float32Array(count).map((_, i) => read(i));
	const pixel = workingPixel({ width, height });
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
	return { hashes, corners };
}
