import { rewriteOutdatedProducts } from "./catalogue/rewrite-products.ts";
import { fillMissingTexts } from "./catalogue/search/fill-texts.ts";
import { readPlainSizes, type UnreadPicture } from "./images/plain-sizes.ts";
import { indexPictures, type UnindexedPicture } from "./images/search/index-pictures.ts";
import type { BlobStore } from "./platform/blobs/blob-store.ts";
import type { Database } from "./platform/db/database.ts";
import type { Pace } from "./platform/db/pace.ts";

/** What was renewed, and what could not be. */
export interface Renewed {
	/** Products written again by the metadata fields of this version. */
	readonly rewritten: number;
	/** Products that people had not been able to find by what they search for. */
	readonly searchable: number;
	/** Pictures whose size without the visible watermark was noted. */
	readonly sized: number;
	readonly unread: readonly UnreadPicture[];
	/** Pictures that leaks are now looked up among, and those that cannot be. */
	readonly indexed: number;
	readonly unindexed: readonly UnindexedPicture[];
}

/**
 * Brings what earlier versions stored to what this one stores, in short transactions beside whoever charges. Where nothing is outdated,
 * that costs two small reads.
 * @throws BlobUnavailable when the store of pictures fails.
 */
export async function renewStored(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	pace: Pace,
	signal?: AbortSignal,
): Promise<Renewed> {
	const unread: UnreadPicture[] = [];
	const until = signal ? { signal } : {};
	const rewritten = await rewriteOutdatedProducts(db, pace, until);
	const searchable = await fillMissingTexts(db, pace, signal);
	const sized = await readPlainSizes({ db, blobs }, pace, {
		...until,
		onUnread: (picture) => unread.push(picture),
	});
	const unindexed: UnindexedPicture[] = [];
	const indexed = await indexPictures(db, pace, {
		...until,
		onUnindexed: (picture) => unindexed.push(picture),
	});
	return { rewritten, searchable, sized, unread, indexed, unindexed };
}
