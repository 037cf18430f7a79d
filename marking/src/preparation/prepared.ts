import { crc32 } from "node:zlib";
import { decodeAreas, encodeAreas } from "../marks/area-codec.ts";
import type { CellPlan } from "../marks/cells.ts";
import type { HeldBase } from "../marks/closer-base.ts";
import { assertSound, type FlipList, FlipListError, flatten } from "../marks/flip-list.ts";
import { decodePacked, encodePacked } from "../marks/packed-codec.ts";
import { packFlips, unpackPatches } from "../marks/packed-flips.ts";
import { zerosOf } from "../marks/zeros.ts";
import { PreparedPictureError } from "./prepared-errors.ts";
import { decodeFirstForm, firstBaseLength, firstHeaderLength, firstMagic } from "./prepared-first-form.ts";

/** A base with its cells as one blob, so that both are stored together or not at all. */
export type PreparedBytes = Uint8Array;

export type Prepared = {
	format: "jpeg" | "png";
	contentType: "image/jpeg" | "image/png";
	/** Size of the picture in pixels. */
	width: number;
	height: number;
	/** The file before any cell is flipped. A view of the blob: must not be changed, and never be sent as is. */
	base: Uint8Array;
	flips: FlipList;
};

/*
 * Layout, numbers big-endian: "PKPREP", version (2 bytes), lengths of base, packed flips and areas (4 each), their CRC-32s (4 each), CRC-32 of
 * everything before it (4), packed flips, base, areas. The checksums detect damage and are verified for every base that is read for a delivery:
 * SHA-256 would take three times as long, and whoever can change a blob can change its digest too.
 */
const MAGIC = Buffer.from("PKPREP\0\x02", "latin1");
const LENGTHS_AT = MAGIC.length;
const SUMS_AT = LENGTHS_AT + 12;
const HEADER_SUM_AT = SUMS_AT + 12;
const HEADER_LENGTH = HEADER_SUM_AT + 4;
const PARTS = ["base", "packed flips", "areas"] as const;

/** Number of bytes from the start of a prepared picture, of any version, that suffice to read the length of its base. */
export const preparedHeaderLength = Math.max(HEADER_LENGTH, firstHeaderLength);

/**
 * Encodes a base with its cells for storage, given one by one or as the list that planning a picture returns.
 * @throws FlipListError when cells given one by one are invalid. @throws RangeError when they belong to another base.
 */
export function encodePrepared(base: Uint8Array, cells: CellPlan | FlipList): PreparedBytes {
	if (cells.sizeBytes !== base.length) throw new RangeError("the plan belongs to another base");
	const list = "cells" in cells ? flatten(cells) : cells;
	const parts = [base, encodePacked(packFlips(list)), encodeAreas(list)] as const;
	const header = Buffer.alloc(HEADER_LENGTH);
	MAGIC.copy(header);
	parts.forEach((part, place) => {
		header.writeUInt32BE(part.length, LENGTHS_AT + 4 * place);
		header.writeUInt32BE(crc32(part), SUMS_AT + 4 * place);
	});
	header.writeUInt32BE(crc32(header.subarray(0, HEADER_SUM_AT)), HEADER_SUM_AT);
	return Buffer.concat([header, parts[1], parts[0], parts[2]]);
}

/**
 * What a delivery needs: the base as prepared and its flips, both views of the blob.
 * @throws PreparedPictureError when any bit of the blob differs from what `encodePrepared` wrote.
 */
export function openPrepared(bytes: PreparedBytes): HeldBase {
	const blob = asBuffer(bytes);
	return translated(() => {
		if (isFirstForm(blob)) {
			const { base, flips } = decodeFirstForm(blob);
			if (flips.sizeBytes !== base.length) throw unfit();
			return { base, flips: packFlips(flips) };
		}
		const [base, packed] = partsOf(blob);
		const stored = decodePacked(packed);
		return { base, flips: { ...stored, sizeBytes: base.length, held: zerosOf(stored.cellCount) } };
	});
}

/** Throws `PreparedPictureError` unless every bit is as `encodePrepared` wrote it. */
export function decodePrepared(bytes: PreparedBytes): Prepared {
	const blob = asBuffer(bytes);
	const { base, flips } = translated(() => (isFirstForm(blob) ? decodeFirstForm(blob) : decodeParts(blob)));
	if (flips.sizeBytes !== base.length) throw unfit();
	const { format, width, height } = flips;
	return { format, contentType: `image/${format}`, width, height, base, flips };
}

/**
 * The size in bytes of the files delivered from a prepared picture.
 * @param start the blob, or at least its first `preparedHeaderLength` bytes.
 * @throws PreparedPictureError when these are not as `encodePrepared` wrote them.
 */
export function deliveredSizeBytes(start: Uint8Array): number {
	const blob = asBuffer(start);
	return isFirstForm(blob) ? firstBaseLength(blob) : (lengthsOf(blob)[0] ?? 0);
}

const unfit = () => new PreparedPictureError("base and flip list do not belong together");

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
	Buffer.from(buffer, byteOffset, byteLength);

const isFirstForm = (blob: Buffer) => blob.subarray(0, firstMagic.length).equals(firstMagic);

/** Lengths of the parts, from an undamaged header. */
function lengthsOf(blob: Buffer): number[] {
	if (blob.length < HEADER_LENGTH) throw new PreparedPictureError("too short");
	if (!blob.subarray(0, MAGIC.length).equals(MAGIC))
		throw new PreparedPictureError("no prepared picture of this version");
	requireSum(blob.subarray(0, HEADER_SUM_AT), blob, HEADER_SUM_AT, "header");
	return PARTS.map((_, place) => blob.readUInt32BE(LENGTHS_AT + 4 * place));
}

function partsOf(blob: Buffer): [base: Buffer, packed: Buffer, areas: Buffer] {
	const [baseLength = 0, packedLength = 0, areasLength = 0] = lengthsOf(blob);
	const baseAt = HEADER_LENGTH + packedLength;
	const areasAt = baseAt + baseLength;
	const end = areasAt + areasLength;
	if (end !== blob.length) throw new PreparedPictureError(`${blob.length} bytes long instead of ${end}`);
	const parts = [
		blob.subarray(baseAt, areasAt),
		blob.subarray(HEADER_LENGTH, baseAt),
		blob.subarray(areasAt),
	] as [Buffer, Buffer, Buffer];
	for (const [place, part] of parts.entries())
		requireSum(part, blob, SUMS_AT + 4 * place, PARTS[place] ?? "");
	return parts;
}

function decodeParts(blob: Buffer): { base: Buffer; flips: FlipList } {
	const [base, packed, areas] = partsOf(blob);
	const { checksums, ...stored } = decodePacked(packed);
	const { cellCount } = stored;
	const flips: FlipList = {
		...decodeAreas(areas),
		sizeBytes: base.length,
		cellCount,
		...unpackPatches(stored),
		...(checksums ? { checksums } : {}),
	};
	if (flips.x.length !== cellCount || (flips.format === "png") !== (checksums !== undefined)) throw unfit();
	assertSound(flips);
	return { base, flips };
}

function requireSum(part: Buffer, blob: Buffer, sumAt: number, name: string): void {
	if (crc32(part) !== blob.readUInt32BE(sumAt)) throw new PreparedPictureError(`damaged ${name}`);
}

function translated<T>(read: () => T): T {
	try {
		return read();
	} catch (cause) {
		if (cause instanceof FlipListError) throw new PreparedPictureError(cause.message, { cause });
		throw cause;
	}
}
