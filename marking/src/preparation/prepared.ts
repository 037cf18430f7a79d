import { createHash } from "node:crypto";
import type { CellPlan } from "../marks/cells.ts";
import { decodeFlips, encodeFlips } from "../marks/flip-codec.ts";
import { type FlipList, FlipListError } from "../marks/flip-list.ts";

/** One base with its cells as one blob, so that both are stored together or not at all. */
export type PreparedBytes = Uint8Array;

export type Prepared = {
	format: "jpeg" | "png";
	contentType: "image/jpeg" | "image/png";
	/** Size of the picture in pixels. */
	width: number;
	height: number;
	/** The file before any cell is flipped. A view of the blob: not to be changed, and never to be sent as it is. */
	base: Uint8Array;
	flips: FlipList;
};

/** A blob that is damaged, cut short, of another version or no prepared picture at all. */
export class PreparedPictureError extends Error {
	override name = "PreparedPictureError";
}

/*
 * Layout, numbers big-endian: "PKPREP", version (2 bytes), length of the base (4), length of the flip list (4), SHA-256 of the base (32),
 * SHA-256 of the flip list (32), SHA-256 of all that comes before it (32), base, flip list. Format and size of the picture are told by
 * the flip list.
 */
const MAGIC = Buffer.from("PKPREP\0\x01", "latin1");
const LENGTHS_AT = MAGIC.length;
const DIGESTS_AT = LENGTHS_AT + 8;
const DIGEST_LENGTH = 32;
const HEADER_DIGEST_AT = DIGESTS_AT + 2 * DIGEST_LENGTH;
const HEADER_LENGTH = HEADER_DIGEST_AT + DIGEST_LENGTH;

/** How many bytes of a prepared picture tell its lengths. */
export const preparedHeaderLength = HEADER_LENGTH;

/** Throws `FlipListError` when the plan is unsound, `RangeError` when it belongs to another base. */
export function encodePrepared(base: Uint8Array, plan: CellPlan): PreparedBytes {
	if (plan.sizeBytes !== base.length) throw new RangeError("the plan belongs to another base");
	const flips = encodeFlips(plan);
	const header = Buffer.alloc(HEADER_LENGTH);
	MAGIC.copy(header);
	header.writeUInt32BE(base.length, LENGTHS_AT);
	header.writeUInt32BE(flips.length, LENGTHS_AT + 4);
	sha256(base).copy(header, DIGESTS_AT);
	sha256(flips).copy(header, DIGESTS_AT + DIGEST_LENGTH);
	sha256(header.subarray(0, HEADER_DIGEST_AT)).copy(header, HEADER_DIGEST_AT);
	return Buffer.concat([header, base, flips]);
}

/** Throws `PreparedPictureError` unless every bit is as `encodePrepared` wrote it. */
export function decodePrepared(bytes: PreparedBytes): Prepared {
	const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const { base, flips } = parts(blob);
	const list = flipList(flips);
	if (list.sizeBytes !== base.length)
		throw new PreparedPictureError("base and flip list do not belong together");
	const { format, width, height } = list;
	return { format, contentType: `image/${format}`, width, height, base, flips: list };
}

/**
 * The size in bytes of the files that are delivered from a prepared picture.
 * @param start the blob, or at least its first `preparedHeaderLength` bytes.
 * @throws PreparedPictureError when these are not as `encodePrepared` wrote them.
 */
export function deliveredSizeBytes(start: Uint8Array): number {
	return baseLength(Buffer.from(start.buffer, start.byteOffset, start.byteLength));
}

function baseLength(blob: Buffer): number {
	if (blob.length < HEADER_LENGTH) throw new PreparedPictureError("too short");
	if (!blob.subarray(0, MAGIC.length).equals(MAGIC))
		throw new PreparedPictureError("no prepared picture of this version");
	requireDigest(blob.subarray(0, HEADER_DIGEST_AT), blob, HEADER_DIGEST_AT, "header");
	return blob.readUInt32BE(LENGTHS_AT);
}

function parts(blob: Buffer): { base: Buffer; flips: Buffer } {
	const baseEnd = HEADER_LENGTH + baseLength(blob);
	const end = baseEnd + blob.readUInt32BE(LENGTHS_AT + 4);
	if (end !== blob.length) throw new PreparedPictureError(`${blob.length} bytes long instead of ${end}`);
	const base = blob.subarray(HEADER_LENGTH, baseEnd);
	const flips = blob.subarray(baseEnd);
	requireDigest(base, blob, DIGESTS_AT, "base");
	requireDigest(flips, blob, DIGESTS_AT + DIGEST_LENGTH, "flip list");
	return { base, flips };
}

function requireDigest(part: Buffer, blob: Buffer, digestAt: number, name: string): void {
	if (!sha256(part).equals(blob.subarray(digestAt, digestAt + DIGEST_LENGTH))) {
		throw new PreparedPictureError(`damaged ${name}`);
	}
}

function flipList(flips: Buffer): FlipList {
	try {
		return decodeFlips(flips);
	} catch (cause) {
		if (cause instanceof FlipListError) throw new PreparedPictureError(cause.message, { cause });
		throw cause;
	}
}

function sha256(bytes: Uint8Array): Buffer {
	return createHash("sha256").update(bytes).digest();
}
