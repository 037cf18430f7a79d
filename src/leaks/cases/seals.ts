import { createHash, randomBytes } from "node:crypto";

/** Bytes of a seal, and of the commitment to it. */
const BYTES = 32;

/** A seal for each value of each bit of a SHA-256. */
export const SEALS = { pairs: 256 } as const;

/**
 * The seals of one case file, a one-time signature (Lamport 1979) of the facts that it states. There is a pair of random seals for each bit of the
 * facts' digest, the commitments to them come before the facts, and of each pair the one that stands for the bit is disclosed. Other facts would
 * disclose other seals, which nobody has any more.
 */
export interface Seals {
	/** The commitments, pair after pair, that for 0 first. */
	readonly commitments: Buffer;
	/** The seals to disclose for a digest, in hexadecimal. Call it once: two digests would disclose both seals of many pairs. */
	disclosed(digest: Uint8Array): string[];
}

/** Seals that are stored nowhere: whoever made them cannot change the facts any more either. */
export function newSeals(): Seals {
	const seals = randomBytes(2 * SEALS.pairs * BYTES);
	const sealAt = (place: number) => seals.subarray(BYTES * place, BYTES * (place + 1));
	const commitments = Array.from({ length: 2 * SEALS.pairs }, (_, place) => commitmentTo(sealAt(place)));
	return {
		commitments: Buffer.concat(commitments),
		disclosed: (digest) => placesFor(digest).map((place) => sealAt(place).toString("hex")),
	};
}

/** Whether the disclosed seals are those that stand for a digest. @param commitments of all seals. */
export function areSealsOf(
	digest: Uint8Array,
	commitments: Uint8Array,
	disclosed: readonly string[],
): boolean {
	if (commitments.length !== 2 * SEALS.pairs * BYTES || disclosed.length !== SEALS.pairs) return false;
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

/** The seals that stand for the bits of a digest, first bit first, by their places among all. */
function placesFor(digest: Uint8Array): number[] {
	return Array.from({ length: SEALS.pairs }, (_, pair) => {
		const byte = digest[pair >> 3] ?? 0;
		return 2 * pair + ((byte >> (7 - (pair & 7))) & 1);
	});
}

function commitmentTo(seal: Uint8Array): Buffer {
	return createHash("sha256").update("packshot seal 1\0").update(seal).digest();
}
