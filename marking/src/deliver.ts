/** A base file and a client's seed → that client's copy. Needs only Node.js; takes microseconds. */
export { bringCloser, type HeldBase } from "./marks/closer-base.ts";
export {
	codeword,
	codewordKey,
	codewordsOf,
	codewordsWithin,
	likeliestBits,
	limitsOf,
	thresholdsOf,
} from "./marks/codeword.ts";
export { deliver, deliverInto, flipCells, NotADeliveryError, readCodeword } from "./marks/deliver.ts";
export { type FlipList, FlipListError } from "./marks/flip-list.ts";
export {
	type GlobalMark,
	globalMark,
	globalMarkKey,
	globalMarkOfKey,
	limitReserved,
	withoutGlobalCodeword,
} from "./marks/global-mark.ts";
export { type PackedFlips, packFlips } from "./marks/packed-flips.ts";
export {
	decodePrepared,
	deliveredSizeBytes,
	openPrepared,
	type Prepared,
	type PreparedBytes,
	preparedHeaderLength,
} from "./preparation/prepared.ts";
export { PreparedPictureError } from "./preparation/prepared-errors.ts";
