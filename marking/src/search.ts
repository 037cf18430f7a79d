/** The parts of a search that run on threads: packing and scanning prints of many pictures, and scoring many clients. Does not decode pictures. */
export { seedBytes, sumScores, sumScoresOfKeys, type WeighedPicture } from "./attribution/client-sums.ts";
export {
	byLikeness,
	hopefulPictures,
	isSmallLeak,
	type LeakDescription,
	type Likeness,
	likelyPictures,
	likeness,
} from "./attribution/likeness.ts";
export { pdqMatchDistance as hashMatchDistance } from "./attribution/pdq.ts";
export { addPrint, holdsPrint, PrintError, printCount } from "./attribution/prints.ts";
export { type LeakQuery, type Sighted, scanPrints } from "./attribution/scan.ts";
export { FingerprintError } from "./attribution/stored-fingerprint.ts";
