/** A base file and a client's seed → that client's copy. Needs nothing but Node.js; takes microseconds. */
export { closerBase, type HeldBase } from "./marks/closer-base.ts";
export { codeword, codewordsOf, likeliestBits } from "./marks/codeword.ts";
export { deliver, deliverInto, NotADeliveryError, readCodeword, roomFor } from "./marks/deliver.ts";
export { type FlipList, FlipListError } from "./marks/flip-list.ts";
export { type GlobalMark, globalMark, withoutGlobalCodeword } from "./marks/global-mark.ts";
export { type WordFlips, wordFlips } from "./marks/word-flips.ts";
export {
	decodePrepared,
	deliveredSizeBytes,
	type Prepared,
	type PreparedBytes,
	PreparedPictureError,
	preparedHeaderLength,
} from "./preparation/prepared.ts";
