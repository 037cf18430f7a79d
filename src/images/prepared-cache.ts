import {
	closerBase,
	codewordsOf,
	decodePrepared,
	globalMark,
	type HeldBase,
	likeliestBits,
	type Prepared,
	PreparedPictureError,
	withoutGlobalCodeword,
	wordFlips,
} from "@packshot/marking/deliver";
import { LRUCache } from "lru-cache";
import { type BlobStore, BlobUnavailable } from "../platform/blobs/blob-store.ts";
import { pictureCounters } from "./metrics.ts";

/** A prepared picture ready to be delivered: the codeword of any client is a function of its mark seed. */
export interface DeliverablePicture extends HeldBase {
	readonly codewordOf: (markSeed: Uint8Array) => Uint8Array;
	/** The same for a client whose watermark is waived: reserved cells stay as they are in the base. */
	readonly waivedCodewordOf: (markSeed: Uint8Array) => Uint8Array;
}

/** Identifies one base of one picture in one size, null for the full one; codewords depend on it. */
export function markId(imageId: string, watermarked: boolean, sizePx: number | null = null): string {
	const base = `${imageId}/${watermarked ? "watermarked" : "plain"}`;
	return sizePx === null ? base : `${base}/${sizePx}`;
}

/**
 * Prepared pictures from memory or the blob store. Concurrent requests for one picture share one read.
 * @param globalSeed see mark-formats.ts.
 * @param limitBytes memory for recently delivered pictures; 0 caches none.
 */
export function createPreparedCache(
	blobs: BlobStore,
	globalSeed: Uint8Array,
	limitBytes: number,
): (blobKey: string, id: string) => Promise<DeliverablePicture> {
	const kept = new LRUCache<string, DeliverablePicture>({
		maxSize: Math.max(1, limitBytes),
		sizeCalculation: ({ base, flips }) => base.length + flips.places.length * 8 + flips.cellCount * 9,
	});
	const loading = new Map<string, Promise<DeliverablePicture>>();

	async function load(blobKey: string, id: string): Promise<DeliverablePicture> {
		const prepared = decodeWhole(await blobs.get(blobKey), blobKey);
		const { base, flips } = prepared;
		const reserved = globalMark(globalSeed, id, flips.cellCount);
		const picture = {
			...closerBase(base, wordFlips(flips), likeliestBits(id, flips.cellCount, reserved)),
			codewordOf: codewordsOf(id, flips.cellCount, reserved),
			waivedCodewordOf: codewordsOf(id, flips.cellCount, withoutGlobalCodeword(reserved)),
		};
		kept.set(blobKey, picture);
		return picture;
	}

	return (blobKey, id) => {
		const known = kept.get(blobKey);
		if (known) {
			pictureCounters.cacheHits++;
			return Promise.resolve(known);
		}
		pictureCounters.cacheMisses++;
		const underWay = loading.get(blobKey) ?? load(blobKey, id).finally(() => loading.delete(blobKey));
		loading.set(blobKey, underWay);
		return underWay;
	};
}

/** A damaged blob is a fault of the store; wrong bytes are never sent. */
function decodeWhole(bytes: Uint8Array, blobKey: string): Prepared {
	try {
		return decodePrepared(bytes);
	} catch (fault) {
		if (!(fault instanceof PreparedPictureError)) throw fault;
		throw new BlobUnavailable(`${blobKey} is damaged: ${fault.message}`, { cause: fault });
	}
}
