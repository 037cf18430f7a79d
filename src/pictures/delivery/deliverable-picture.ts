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
import { BlobUnavailable } from "../../platform/blobs/blob-store.ts";

/** A prepared picture ready for delivery. A client's codeword is valid only until the next one is requested, for any picture. */
export interface DeliverablePicture extends HeldBase {
	readonly codewordOf: (markSeed: Uint8Array) => Uint8Array;
	/** The same for a client whose watermark is waived: reserved cells stay as they are in the base. */
	readonly waivedCodewordOf: (markSeed: Uint8Array) => Uint8Array;
}

export interface OpenedPicture extends DeliverablePicture {
	/** For each bit, the value that it has in most clients' codewords. */
	readonly likeliest: () => Uint8Array;
}

/** Opens a stored picture; its base is a view of the given bytes. @throws BlobUnavailable for damaged bytes, which are never sent. */
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
		codewordOf: (markSeed) => codewordOf(markSeed, bufferForBits(cellCount)),
		waivedCodewordOf(markSeed) {
			waived ??= codewordsOf(id, cellCount, withoutGlobalCodeword(globalMark(globalSeed, id, cellCount)));
			return waived(markSeed, bufferForBits(cellCount));
		},
		likeliest: () => likeliestBits(limits),
	};
}

let bitsBuffer = new Uint8Array(0);

/**
 * One shared buffer for the codewords of all deliveries: allocating arrays of this size triggers full garbage collections in V8, however short-lived they
 * are.
 */
function bufferForBits(cellCount: number): Uint8Array {
	if (bitsBuffer.length < cellCount) bitsBuffer = new Uint8Array(2 * cellCount);
	return bitsBuffer.subarray(0, cellCount);
}

/** The same picture with the likeliest bits applied to its base, in place; worthwhile if it is delivered several times. */
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
