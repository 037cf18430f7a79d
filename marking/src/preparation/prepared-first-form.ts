import { createHash } from "node:crypto";
import { decodeFlips } from "../marks/flip-codec.ts";
import { PreparedPictureError } from "./prepared-errors.ts";

/*
 * How pictures were stored before packed flips. Layout, numbers big-endian: "PKPREP", version (2 bytes), length of the base (4), length of the flip
 * list (4), SHA-256 of the base (32), SHA-256 of the flip list (32), SHA-256 of everything before it (32), base, flip list. Format and size of the
 * picture are in the flip list.
 */
export const firstMagic = Buffer.from("PKPREP\0\x01", "latin1");
const lengthsAt = firstMagic.length;
const digestsAt = lengthsAt + 8;
const digestLength = 32;
const headerDigestAt = digestsAt + 2 * digestLength;

export const firstHeaderLength = headerDigestAt + digestLength;

/** @throws PreparedPictureError when the header is damaged. */
export function firstBaseLength(blob: Buffer): number {
	if (blob.length < firstHeaderLength) throw new PreparedPictureError("too short");
	requireDigest(blob.subarray(0, headerDigestAt), blob, headerDigestAt, "header");
	return blob.readUInt32BE(lengthsAt);
}

/** @throws PreparedPictureError, or FlipListError, unless every bit is as written. */
export function decodeFirstForm(blob: Buffer) {
	const baseEnd = firstHeaderLength + firstBaseLength(blob);
	const end = baseEnd + blob.readUInt32BE(lengthsAt + 4);
	if (end !== blob.length) throw new PreparedPictureError(`${blob.length} bytes long instead of ${end}`);
	const base = blob.subarray(firstHeaderLength, baseEnd);
	const flips = blob.subarray(baseEnd);
	requireDigest(base, blob, digestsAt, "base");
	requireDigest(flips, blob, digestsAt + digestLength, "flip list");
	return { base, flips: decodeFlips(flips) };
}

function requireDigest(part: Buffer, blob: Buffer, digestAt: number, name: string): void {
	const digest = createHash("sha256").update(part).digest();
	if (!digest.equals(blob.subarray(digestAt, digestAt + digestLength)))
		throw new PreparedPictureError(`damaged ${name}`);
}
