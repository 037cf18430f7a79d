/** Which of many known pictures a leak shows: their packed prints, made and scanned. Decodes no picture. */
export {
	byLikeness,
	type LeakDescription,
	type Likeness,
	likelyPictures,
	likeness,
} from "./attribution/likeness.ts";
export { pdqMatchDistance as hashMatchDistance } from "./attribution/pdq.ts";
export { addPrint, holdsPrint, PrintError, printCount } from "./attribution/prints.ts";
export { type Sighted, type SoughtLeak, scanPrints } from "./attribution/scan.ts";
export { FingerprintError } from "./attribution/stored-fingerprint.ts";
