/** A leaked picture → which known picture it shows, and which client's copy it comes from. Needs sharp. */
export {
	type Attribution,
	attributeLeaks,
	type KnownImage,
	type LeakMatch,
} from "./attribution/attribute-leaks.ts";
export { drawEvidence, type EvidencePicture } from "./attribution/evidence.ts";
export { FingerprintError } from "./attribution/fingerprint.ts";
export { leakLikeness } from "./attribution/leak-likeness.ts";
export { byLikeness, type Likeness, likelyPictures } from "./attribution/likeness.ts";
export type { Origin } from "./attribution/origin.ts";
export { identificationThreshold, type KnownClient, type ScoredClient } from "./attribution/score.ts";
