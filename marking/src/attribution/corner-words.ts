/**
 * The bits of a corner's descriptor that form its word: of the 128 stored ones, those that are most stable in crops and shrunk copies of a picture
 * and least correlated with each other. Measured on rendered packages; the prints of stored pictures depend on them.
 */
const wordBits: readonly number[] = [
	80, 45, 7, 57, 107, 33, 47, 67, 0, 103, 99, 27, 49, 98, 59, 16, 116, 96, 46, 63, 21, 28, 8, 114,
];

/** Bits in a word. */
export const wordLength = wordBits.length;

/** The word of the descriptor that begins at `start`. */
export function wordOf(descriptors: Int32Array, start: number): number {
	let word = 0;
	for (let place = 0; place < wordLength; place++) {
		const bit = wordBits[place] as number;
		word |= (((descriptors[start + (bit >> 5)] as number) >>> (bit & 31)) & 1) << place;
	}
	return word;
}

/** A set of words as a bitmap: 2 MB, in shared memory. */
export type WordSet = Uint32Array<SharedArrayBuffer>;

export function emptyWordSet(): WordSet {
	return new Uint32Array(new SharedArrayBuffer(2 ** wordLength / 8));
}

/**
 * Adds the words that a corner may have in another copy of the picture: every combination of its least reliable bits (query-directed probing, Lv et
 * al. 2007).
 *
 * @param differences for each bit of the descriptor, the difference between the two pixels it compares: the smaller, the more doubtful
 * @param unreliableBits how many of the word's bits may be inverted in the stored picture
 */
export function addLikelyWords(
	set: WordSet,
	word: number,
	differences: Float32Array,
	unreliableBits: number,
): void {
	const unreliable = leastReliable(differences).slice(0, unreliableBits);
	for (let combination = 0; combination < 1 << unreliableBits; combination++) {
		let probe = word;
		for (let i = 0; i < unreliableBits; i++)
			if ((combination >> i) & 1) probe ^= 1 << (unreliable[i] as number);
		set[probe >>> 5] = (set[probe >>> 5] as number) | (1 << (probe & 31));
	}
}

/** Indexes in the word, least reliable first. */
function leastReliable(differences: Float32Array): readonly number[] {
	const doubt = wordBits.map((bit, place) => ({ place, apart: Math.abs(differences[bit] as number) }));
	return doubt.sort((a, b) => a.apart - b.apart).map(({ place }) => place);
}
