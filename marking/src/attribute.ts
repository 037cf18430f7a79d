/** A leaked picture → which known picture it shows, and which client's copy it came from. Needs sharp. */
export {
	type Attribution,
	attributeLeaks,
	type ClientScores,
	type KnownImage,
	type LeakMatch,
} from "./attribution/attribute-leaks.ts";
export { drawEvidence, type EvidencePicture } from "./attribution/evidence.ts";
export { readLeak } from "./attribution/leak-description.ts";
export type { Origin } from "./attribution/origin.ts";
export { openLeak } from "./attribution/picture.ts";
export { identificationThreshold, type KnownClient, type ScoredClient } from "./attribution/score.ts";
