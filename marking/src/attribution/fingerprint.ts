import { descriptorWords, type FeatureSettings, findFeatures } from "./features.ts";
import { pdqHash, pdqHashesOn } from "./pdq.ts";
import { flatten } from "./picture.ts";
import type { Plane } from "./plane.ts";
import { type Pixels, reduce } from "./reduce.ts";
import {
	cornerBytes,
	cornerWords,
	hashBytes,
	headerBytes,
	stepsPerOctave,
	version,
} from "./stored-fingerprint.ts";
import { workingPixel } from "./working-pixel.ts";

/** Brightnesses of the backgrounds on which a transparent picture is hashed: the background of any leak is close to one of them. */
const backgrounds = [0, 32, 64, 96, 128, 160, 192, 224, 255];

/**
 * A picture gets some 300 corners, whatever its working size; smaller scales get more than their share of the area, because a small copy has only
 * those.
 */
function cornerSettings({ width, height }: Plane): FeatureSettings {
	const spacing = 0.065 * Math.max(width, height);
	return { step: Math.SQRT2, spacing: (share) => spacing * share ** 0.22 };
}

const maxBytes = 6144;

/**
 * The fingerprint of a picture, at most 6 KB, to be stored beside it. Little-endian: version (1 byte), number of hashes (1), number of corners (2),
 * width and height (2 each), the hashes, then for each corner x and y in 256ths of width and height, the scale in sixteenths of an octave above one
 * working pixel, and the descriptor.
 */
export function fingerprint(picture: Pixels): Uint8Array {
	const small = reduce(picture, workingPixel(picture, version));
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
