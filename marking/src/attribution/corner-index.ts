import { descriptorWords, type Features } from "./features.ts";
import { cornerWords } from "./stored-fingerprint.ts";

/** The leak's corners, indexed by each chunk of their descriptors. */
export interface CornerIndex {
	readonly features: Features;
	/** For every chunk and value, the first corner that has it, plus 1; 0 for none. */
	readonly first: Uint16Array;
	/** For every corner and chunk the next corner with the same value, plus 1. */
	readonly next: Uint16Array;
}

/** Descriptors of a corner and its copy differ in about a tenth of their bits, so that among ten chunks of twelve bits one nearly always agrees. */
export const chunkBits = 12;
export const chunks = Math.floor((32 * cornerWords) / chunkBits);

/** Indexes corners. */
export function buildIndex(features: Features): CornerIndex {
	const first = new Uint16Array(chunks << chunkBits);
	const next = new Uint16Array(features.count * chunks);
	for (let i = 0; i < Math.min(features.count, 0xfffe); i++) {
		for (let chunk = 0; chunk < chunks; chunk++) {
			const slot = (chunk << chunkBits) | chunkOf(features.descriptors, i * descriptorWords, chunk);
			next[i * chunks + chunk] = first[slot] as number;
			first[slot] = i + 1;
		}
	}
	const { count, x, y, scale, descriptors } = features;
	return { features: { count, x, y, scale, descriptors }, first, next };
}

/** The `chunkBits` bits from `chunk * chunkBits` on of the descriptor that begins at `start`. */
export function chunkOf(descriptors: Int32Array, start: number, chunk: number): number {
	const bit = chunk * chunkBits;
	const low = (descriptors[start + (bit >> 5)] as number) >>> (bit & 31);
	const overlap = (bit & 31) + chunkBits - 32;
	const high = overlap > 0 ? (descriptors[start + (bit >> 5) + 1] as number) << (chunkBits - overlap) : 0;
	return (low | high) & ((1 << chunkBits) - 1);
}
