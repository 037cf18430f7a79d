/** A picture found by an index scan: the number of its pack and its position in it. */
export interface SightedPicture {
	readonly pack: number;
	readonly place: number;
	readonly hashDistance: number | undefined;
	readonly words: number;
}

/** How many pictures found by each method are worth a closer look. */
const MOST_BY_HASH = 200;
const MOST_BY_WORDS = 1000;
/** If hashes match, the leak is hardly cropped, and has so many corners that each comparison takes milliseconds. */
const MOST_BESIDE_HASHES = 100;

/** The pictures sighted so far that are most similar to one leak. */
export interface BestSighted {
	add(sighted: readonly SightedPicture[]): void;
	/** Pictures with fewer matching words need not be added any more. */
	leastWords(): number;
	/** Those with the nearest hashes and those with the most words. */
	pictures(): SightedPicture[];
}

export function createBestSighted(): BestSighted {
	const byHash = createTop(MOST_BY_HASH, ({ hashDistance }) => -(hashDistance ?? 0));
	const byWords = createTop(MOST_BY_WORDS, ({ words }) => words);
	return {
		add(sighted) {
			byHash.add(sighted.filter(({ hashDistance }) => hashDistance !== undefined));
			byWords.add(sighted.filter(({ hashDistance }) => hashDistance === undefined));
		},
		leastWords: () => Math.max(1, byWords.least() + 1),
		pictures() {
			const matching = byHash.all();
			return [...matching, ...byWords.all().slice(0, matching.length > 0 ? MOST_BESIDE_HASHES : undefined)];
		},
	};
}

/** Keeps the `most` items of the highest rank; sorts only once twice as many have accumulated. */
function createTop(most: number, rank: (item: SightedPicture) => number) {
	let items: SightedPicture[] = [];
	let least = Number.NEGATIVE_INFINITY;
	const cut = () => {
		items = items.sort((a, b) => rank(b) - rank(a)).slice(0, most);
		if (items.length === most) least = rank(items[most - 1] as SightedPicture);
	};
	return {
		add(more: readonly SightedPicture[]) {
			for (const item of more) if (rank(item) > least) items.push(item);
			if (items.length >= 2 * most) cut();
		},
		/** The lowest rank that is kept; higher ones displace it. */
		least: () => least,
		all() {
			cut();
			return items;
		},
	};
}
