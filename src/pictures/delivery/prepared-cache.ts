import { LRUCache } from "lru-cache";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { pictureCounters } from "../metrics.ts";
import { FRAME_ROOM_BYTES } from "../rights/packet-frame.ts";
import type { BufferPool } from "./buffer-pool.ts";
import {
	closerPicture,
	type DeliverablePicture,
	type OpenedPicture,
	openPicture,
} from "./deliverable-picture.ts";

/** Identifies one base of one picture at one size, null for the full one; codewords depend on it. */
export function markId(imageId: string, watermarked: boolean, sizePx: number | null = null): string {
	const base = `${imageId}/${watermarked ? "watermarked" : "plain"}`;
	return sizePx === null ? base : `${base}/${sizePx}`;
}

/** Calls `use` with a prepared picture, whose memory may be reused afterwards. @throws BlobMissing, BlobUnavailable also for a damaged blob. */
type UsePrepared = <T>(
	blobKey: string,
	id: string,
	use: (picture: DeliverablePicture, takeBuffer: TakeBuffer) => T,
) => T | Promise<T>;

/**
 * Hands over the buffer that contains the picture, with `FRAME_ROOM_BYTES` in front of it, if nobody else needs it: its base may then be modified, and
 * the caller has to release the buffer.
 */
type TakeBuffer = () => Buffer | undefined;

/** A picture that is being read or is cached, and how many callers are using it. */
interface Loaded {
	readonly picture: Promise<DeliverablePicture>;
	/** The buffer that contains its blob, unless the store allocated memory itself or a caller took it over. */
	buffer: Buffer | undefined;
	users: number;
	isCached: boolean;
}

/** Cached per cell besides the blob: the bit held, its probability and, for a PNG, its contributions to Adler-32. */
const BYTES_PER_CELL = 8;

/**
 * Prepared pictures from memory or the blob store. Concurrent requests for one picture share one read. While there is free memory, all are
 * cached; after that only those read for the second time, so that pictures fetched once evict none.
 * @param globalSeed see mark-formats.ts.
 * @param limitBytes memory for recently delivered pictures; 0 caches none.
 */
export function createPreparedCache(
	blobs: BlobStore,
	globalSeed: Uint8Array,
	pool: BufferPool,
	limitBytes: number,
): UsePrepared {
	const loading = new Map<string, Loaded>();

	const reuse = ({ buffer, users, isCached }: Loaded) => {
		if (buffer && users === 0 && !isCached) pool.put(buffer);
	};
	const { find, cachedIfWorthIt } = createCache(limitBytes, reuse);

	function load(blobKey: string, id: string): Loaded {
		const read = async () => {
			const bytes = await blobs.get(blobKey, (sizeBytes) => {
				loaded.buffer = pool.take(FRAME_ROOM_BYTES + sizeBytes);
				return loaded.buffer.subarray(FRAME_ROOM_BYTES);
			});
			const picture = openPicture(bytes, { blobKey, id, globalSeed });
			return cachedIfWorthIt(blobKey, picture, loaded, (loaded.buffer ?? bytes).length);
		};
		const loaded: Loaded = {
			picture: Promise.resolve()
				.then(read)
				.finally(() => loading.delete(blobKey)),
			buffer: undefined,
			users: 0,
			isCached: false,
		};
		loading.set(blobKey, loaded);
		return loaded;
	}

	async function useLoaded<T>(
		loaded: Loaded,
		use: (picture: DeliverablePicture, takeBuffer: TakeBuffer) => T,
	): Promise<T> {
		loaded.users++;
		try {
			return use(await loaded.picture, () => takeBufferOf(loaded));
		} finally {
			loaded.users--;
			reuse(loaded);
		}
	}

	return (blobKey, id, use) => {
		const known = find(blobKey);
		if (known) {
			pictureCounters.cacheHits++;
			return use(known, nothing);
		}
		pictureCounters.cacheMisses++;
		return useLoaded(loading.get(blobKey) ?? load(blobKey, id), use);
	};
}

const nothing = () => undefined;

function takeBufferOf(loaded: Loaded): Buffer | undefined {
	if (loaded.users > 1 || loaded.isCached) return undefined;
	const { buffer } = loaded;
	loaded.buffer = undefined;
	return buffer;
}

/** @param evicted called with each picture that is no longer cached. */
function createCache(limitBytes: number, evicted: (loaded: Loaded) => void) {
	const cached = new LRUCache<string, { readonly picture: DeliverablePicture; readonly loaded: Loaded }>({
		maxSize: Math.max(1, limitBytes),
		dispose: ({ loaded }) => {
			loaded.isCached = false;
			evicted(loaded);
		},
	});
	/** Pictures that were read and not cached, remembered for as long as a cache of this size would have held them. */
	const lately = new LRUCache<string, number>({
		maxSize: Math.max(1, limitBytes),
		sizeCalculation: (sizeBytes) => sizeBytes,
	});
	return {
		find: (blobKey: string) => cached.get(blobKey)?.picture,
		cachedIfWorthIt(
			blobKey: string,
			picture: OpenedPicture,
			loaded: Loaded,
			bytes: number,
		): DeliverablePicture {
			const size = bytes + BYTES_PER_CELL * picture.flips.cellCount;
			if (size > limitBytes) return picture;
			if (cached.calculatedSize + size > limitBytes && !lately.delete(blobKey)) {
				lately.set(blobKey, size);
				return picture;
			}
			const closer = closerPicture(picture);
			loaded.isCached = true;
			cached.set(blobKey, { picture: closer, loaded }, { size });
			pictureCounters.cachedBaseBytes = cached.calculatedSize;
			return closer;
		},
	};
}
