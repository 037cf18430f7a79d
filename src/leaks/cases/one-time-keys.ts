import { createHash, randomBytes } from "node:crypto";

/** Bytes of a key, and of the commitment to it. */
const BYTES = 32;

/** A key for each value of each bit of a SHA-256. */
export const KEY_PAIRS = 256;

/**
 * The keys of a one-time signature (Lamport 1979) of the facts that a case file states; its members call them seals. There is a pair of random keys for
 * each bit of the facts' digest, the commitments to them come before the facts, and of each pair the one that stands for the bit is disclosed. Other
 * facts would disclose other keys, which nobody has any more.
 */
export interface OneTimeKeys {
	/** The commitments, pair after pair, that for 0 first. */
	readonly commitments: Buffer;
	/** The one-time keys to disclose for a digest, in hexadecimal. Call it once: two digests would disclose both one-time keys of many pairs. */
	disclosed(digest: Uint8Array): string[];
}

/** Keys that are stored nowhere: whoever made them cannot change the facts any more either. */
export function newOneTimeKeys(): OneTimeKeys {
	const keys = randomBytes(2 * KEY_PAIRS * BYTES);
	const keyAt = (place: number) => keys.subarray(BYTES * place, BYTES * (place + 1));
	const commitments = Array.from({ length: 2 * KEY_PAIRS }, (_, place) => commitmentTo(keyAt(place)));
	return {
		commitments: Buffer.concat(commitments),
		disclosed: (digest) => placesFor(digest).map((place) => keyAt(place).toString("hex")),
	};
}

/** Whether the disclosed one-time keys are those that stand for a digest. @param commitments of all one-time keys. */
export function areKeysOf(
	digest: Uint8Array,
	commitments: Uint8Array,
	disclosed: readonly string[],
): boolean {
	if (commitments.length !== 2 * KEY_PAIRS * BYTES || disclosed.length !== KEY_PAIRS) return false;
	return placesFor(digest).every((place, pair) =>
		commitmentTo(Buffer.from(disclosed[pair] ?? "", "hex")).equals(
			commitments.subarray(BYTES * place, BYTES * (place + 1)),
		),
	);
}

/** The digest of the facts of a case file that decides its openings. @param facts the bytes of `case.json` */
export function factsDigest(facts: Uint8Array): Buffer {
	return createHash("sha256").update("packshot case facts 2\0").update(facts).digest();
}

/** The one-time keys that stand for the bits of a digest, first bit first, by their places among all. */
function placesFor(digest: Uint8Array): number[] {
	return Array.from({ length: KEY_PAIRS }, (_, pair) => {
		const byte = digest[pair >> 3] ?? 0;
		return 2 * pair + ((byte >> (7 - (pair & 7))) & 1);
	});
}

function commitmentTo(key: Uint8Array): Buffer {
	return createHash("sha256").update("packshot seal 1\0").update(key).digest();
}
