import {
	bringCloser,
	codewordsOf,
	codewordsWithin,
	globalMark,
	globalMarkKey,
	type HeldBase,
	likeliestBits,
	limitReserved,
	limitsOf,
	openPrepared,
	PreparedPictureError,
	withoutGlobalCodeword,
} from "@packshot/marking/deliver";
import { BlobUnavailable } from "../platform/blobs/blob-store.ts";

/** A prepared picture ready to be delivered. The codeword of a client holds until the next one is asked for, of whatever picture. */
export interface DeliverablePicture extends HeldBase {
	readonly codewordOf: (markSeed: Uint8Array) => Uint8Array;
	/** The same for a client whose watermark is waived: reserved cells stay as they are in the base. */
	readonly waivedCodewordOf: (markSeed: Uint8Array) => Uint8Array;
}

export interface OpenedPicture extends DeliverablePicture {
	/** The bits that most clients' codewords have. */
	readonly likeliest: () => Uint8Array;
}

/**
 * Opens a stored picture, whose base is a view of its bytes.
 * @param globalSeed see mark-formats.ts. @throws BlobUnavailable for damaged bytes: wrong ones are never sent.
 */
export function openPicture(
	bytes: Uint8Array,
	{
		blobKey,
		id,
		globalSeed,
	}: { readonly blobKey: string; readonly id: string; readonly globalSeed: Uint8Array },
): OpenedPicture {
	const held = openWhole(bytes, blobKey);
	const { cellCount } = held.flips;
	const limits = limitsOf(id, cellCount);
	limitReserved(limits, globalMarkKey(globalSeed, id));
	const codewordOf = codewordsWithin(id, limits);
	let waived: ReturnType<typeof codewordsOf> | undefined;
	return {
		...held,
		codewordOf: (markSeed) => codewordOf(markSeed, roomForBits(cellCount)),
		waivedCodewordOf(markSeed) {
			waived ??= codewordsOf(id, cellCount, withoutGlobalCodeword(globalMark(globalSeed, id, cellCount)));
			return waived(markSeed, roomForBits(cellCount));
		},
		likeliest: () => likeliestBits(limits),
	};
}

let bitsRoom = new Uint8Array(0);

/** One room for the codewords of all deliveries: arrays of this size make V8 collect all garbage, not only the young, however soon they are dropped. */
function roomForBits(cellCount: number): Uint8Array {
	if (bitsRoom.length < cellCount) bitsRoom = new Uint8Array(2 * cellCount);
	return bitsRoom.subarray(0, cellCount);
}

/** The same with the likeliest bits in its base, in place, which is worth it once it is delivered several times. */
export function closerPicture({ likeliest, ...picture }: OpenedPicture): DeliverablePicture {
	return { ...picture, ...bringCloser(picture, likeliest()) };
}

function openWhole(bytes: Uint8Array, blobKey: string): HeldBase {
	try {
		return openPrepared(bytes);
	} catch (fault) {
		if (!(fault instanceof PreparedPictureError)) throw fault;
		throw new BlobUnavailable(`${blobKey} is damaged: ${fault.message}`, { cause: fault });
	}
}
