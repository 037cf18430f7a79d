import { type Likeness, likenessTo } from "./likeness.ts";
import { decodePicture, flatten } from "./picture.ts";

/** A leak that is still transparent is laid over white. */
const white = 255;

/**
 * Decodes a leak in any format that sharp reads, and returns the function that compares it with one stored fingerprint: see `likenessTo`.
 * @throws sharp's error for a leak that is no picture.
 */
export async function leakLikeness(leak: Uint8Array): Promise<(stored: Uint8Array) => Likeness> {
	return likenessTo(flatten(await decodePicture(leak), white));
}
