/** A leaked picture → which known picture it shows, and which client's copy it came from. Needs sharp. */
export {
	type Attribution,
	attributeLeaks,
	attributeReadings,
	type Candidate,
	type ClientScores,
	type MoreOfLeaks,
} from "./attribution/attribute-leaks.ts";
export { drawEvidence, type EvidencePicture } from "./attribution/evidence.ts";
export type { KnownImage } from "./attribution/known-image.ts";
export { type Manners, readLeak } from "./attribution/leak-description.ts";
export { type HowRead, type LeakMatch, readLeakedCells } from "./attribution/leak-reading.ts";
export { type Origin, previewSide } from "./attribution/origin.ts";
export { openLeak } from "./attribution/picture.ts";
export { convincingCorrelation } from "./attribution/register.ts";
export { identificationThreshold, type KnownClient, type ScoredClient } from "./attribution/score.ts";
