import { LRUCache } from "lru-cache";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { AttributionProcess } from "../attribution/attribution-process.ts";

const MOST_BYTES = 8 * 1024 * 1024;

/** A stored picture as a WebP of at most so many pixels on its longer edge. */
export type ReducedPicture = (blob: string, longestPx: number) => Promise<Uint8Array>;

/** Reduces previews and evidence of cases; those shown recently are kept, since what is stored never changes. */
export function createReducedPictures({
	blobs,
	reducer,
}: {
	readonly blobs: BlobStore;
	readonly reducer: Pick<AttributionProcess, "reduce">;
}): ReducedPicture {
	const kept = new LRUCache<string, Uint8Array>({
		maxSize: MOST_BYTES,
		sizeCalculation: (picture) => picture.length,
	});
	return async (blob, longestPx) => {
		const key = `${longestPx} ${blob}`;
		const known = kept.get(key);
		if (known) return known;
		const reduced = await reducer.reduce({ picture: await blobs.get(blob), longestPx });
		kept.set(key, reduced);
		return reduced;
	};
}
