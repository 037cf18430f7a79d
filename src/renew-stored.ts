import { fillMissingTexts } from "./catalogue/search/fill-texts.ts";
import { rewriteOutdatedProducts } from "./catalogue/stored/rewrite-products.ts";
import { giveMissingBuyers } from "./people/accounts/buyer.ts";
import { indexPictures, type UnindexedPicture } from "./pictures/prints/index-pictures.ts";
import { renewStoredFileSizes } from "./pictures/rights/renew-file-sizes.ts";
import { readPlainSizes, type UnreadPicture } from "./pictures/store/plain-sizes.ts";
import type { BlobStore } from "./platform/blobs/blob-store.ts";
import type { Database } from "./platform/db/database.ts";
import type { Pace } from "./platform/db/pace.ts";
import type { Clock } from "./platform/time/clock.ts";

/** What was renewed, and what could not be. */
export interface Renewed {
	/** Products rewritten for the metadata fields of this version. */
	readonly rewritten: number;
	/** Products that gained search texts. */
	readonly searchable: number;
	/** Products whose file sizes were written anew, now that delivered pictures carry a packet. */
	readonly resized: number;
	/** Pictures whose size without the visible watermark was recorded. */
	readonly sized: number;
	readonly unread: readonly UnreadPicture[];
	/** Pictures that were added to the index for tracing leaks, and those that could not be. */
	readonly indexed: number;
	readonly unindexed: readonly UnindexedPicture[];
}

/** Upgrades data stored by earlier versions in short transactions; if nothing is outdated, it costs two small reads. @throws BlobUnavailable */
export async function renewStored(
	{ db, blobs, clock }: { readonly db: Database; readonly blobs: BlobStore; readonly clock: Clock },
	pace: Pace,
	signal?: AbortSignal,
): Promise<Renewed> {
	const unread: UnreadPicture[] = [];
	const until = signal ? { signal } : {};
	await giveMissingBuyers(db, clock.now(), signal);
	const rewritten = await rewriteOutdatedProducts(db, pace, until);
	const searchable = await fillMissingTexts(db, pace, signal);
	const resized = await renewStoredFileSizes(db, pace, signal);
	const sized = await readPlainSizes({ db, blobs }, pace, {
		...until,
		onUnread: (picture) => unread.push(picture),
	});
	const unindexed: UnindexedPicture[] = [];
	const indexed = await indexPictures(db, pace, {
		...until,
		onUnindexed: (picture) => unindexed.push(picture),
	});
	return { rewritten, searchable, resized, sized, unread, indexed, unindexed };
}
