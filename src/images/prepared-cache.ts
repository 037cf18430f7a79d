import {
	bringCloser,
	codewordsOf,
	globalMark,
	type HeldBase,
	likeliestBits,
	openPrepared,
	PreparedPictureError,
	thresholdsOf,
	withoutGlobalCodeword,
} from "@packshot/marking/deliver";
import { LRUCache } from "lru-cache";
import { type BlobStore, BlobUnavailable } from "../platform/blobs/blob-store.ts";
import { pictureCounters } from "./metrics.ts";
import type { SpareRooms } from "./spare-rooms.ts";

/** A prepared picture ready to be delivered. The codeword of a client holds until the next one is asked for. */
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
 * Calls `use` with a prepared picture, from memory or the blob store. Once it returns, the picture's memory may be reused.
 * @throws BlobMissing or BlobUnavailable, also for a blob that is damaged.
 */
type UsePrepared = <T>(
	blobKey: string,
	id: string,
	use: (picture: DeliverablePicture) => T,
) => T | Promise<T>;

/** A picture that is being read or cached, and how many wait for it. */
interface Loaded {
	readonly picture: Promise<DeliverablePicture>;
	/** Where its blob lies, unless the store gave memory of its own. */
	room: Buffer | undefined;
	users: number;
	isCached: boolean;
}

/** What is cached for each cell beside the blob: the bit held, its probability, the client's bit. */
const BYTES_PER_CELL = 8;

/**
 * Prepared pictures from memory or the blob store. Concurrent requests for one picture share one read. While memory is left, all are
 * cached; then only those that are read for the second time, so that those that are fetched once evict none.
 * @param globalSeed see mark-formats.ts.
 * @param limitBytes memory for recently delivered pictures; 0 caches none.
 */
export function createPreparedCache(
	blobs: BlobStore,
	globalSeed: Uint8Array,
	rooms: SpareRooms,
	limitBytes: number,
): UsePrepared {
	const cached = new LRUCache<string, { readonly picture: DeliverablePicture; readonly loaded: Loaded }>({
		maxSize: Math.max(1, limitBytes),
		dispose: ({ loaded }) => {
			loaded.isCached = false;
			reuse(loaded);
		},
	});
	/** Those that were read and not cached, for as long as a cache of this size would have held them. */
	const lately = new LRUCache<string, number>({
		maxSize: Math.max(1, limitBytes),
		sizeCalculation: (sizeBytes) => sizeBytes,
	});
	const loading = new Map<string, Loaded>();

	function reuse({ room, users, isCached }: Loaded): void {
		if (room && users === 0 && !isCached) rooms.put(room);
	}

	function load(blobKey: string, id: string): Loaded {
		const takeRoom = (sizeBytes: number) => {
			loaded.room = rooms.take(sizeBytes);
			return loaded.room;
		};
		const read = async () => {
			const bytes = await blobs.get(blobKey, takeRoom);
			const picture = deliverable(openWhole(bytes, blobKey), id, globalSeed);
			const size = (loaded.room ?? bytes).length + BYTES_PER_CELL * picture.flips.cellCount;
			if (size > limitBytes) return picture;
			if (cached.calculatedSize + size > limitBytes && !lately.delete(blobKey)) {
				lately.set(blobKey, size);
				return picture;
			}
			const closer = closerPicture(picture);
			loaded.isCached = true;
			cached.set(blobKey, { picture: closer, loaded }, { size });
			return closer;
		};
		const loaded: Loaded = {
			picture: Promise.resolve()
				.then(read)
				.finally(() => loading.delete(blobKey)),
			room: undefined,
			users: 0,
			isCached: false,
		};
		loading.set(blobKey, loaded);
		return loaded;
	}

	async function useLoaded<T>(loaded: Loaded, use: (picture: DeliverablePicture) => T): Promise<T> {
		loaded.users++;
		try {
			return use(await loaded.picture);
		} finally {
			loaded.users--;
			reuse(loaded);
		}
	}

	return (blobKey, id, use) => {
		const known = cached.get(blobKey);
		if (known) {
			pictureCounters.cacheHits++;
			return use(known.picture);
		}
		pictureCounters.cacheMisses++;
		return useLoaded(loading.get(blobKey) ?? load(blobKey, id), use);
	};
}

interface OpenedPicture extends DeliverablePicture {
	readonly likeliest: () => Uint8Array;
}

function deliverable(held: HeldBase, id: string, globalSeed: Uint8Array): OpenedPicture {
	const { cellCount } = held.flips;
	const reserved = globalMark(globalSeed, id, cellCount);
	const thresholds = thresholdsOf(id, cellCount);
	const bits = new Uint8Array(cellCount);
	const codewordOf = codewordsOf(id, cellCount, reserved, thresholds);
	let waived: ReturnType<typeof codewordsOf> | undefined;
	return {
		...held,
		codewordOf: (markSeed) => codewordOf(markSeed, bits),
		waivedCodewordOf(markSeed) {
			waived ??= codewordsOf(id, cellCount, withoutGlobalCodeword(reserved), thresholds);
			return waived(markSeed, bits);
		},
		likeliest: () => likeliestBits(id, cellCount, reserved, thresholds),
	};
}

/** The same with the likeliest bits in its base, which is worth it once it is delivered several times. */
function closerPicture({ likeliest, ...picture }: OpenedPicture): DeliverablePicture {
	return { ...picture, ...bringCloser(picture, likeliest()) };
}

/** A damaged blob is a fault of the store; wrong bytes are never sent. */
function openWhole(bytes: Uint8Array, blobKey: string): HeldBase {
	try {
		return openPrepared(bytes);
	} catch (fault) {
		if (!(fault instanceof PreparedPictureError)) throw fault;
		throw new BlobUnavailable(`${blobKey} is damaged: ${fault.message}`, { cause: fault });
	}
}
