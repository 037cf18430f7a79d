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
import { BlobUnavailable } from "../platform/blobs/blob-store.ts";

/** A prepared picture ready to be delivered. The codeword of a client holds until the next one is asked for. */
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
