import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import type { CellPlan } from "./cells.ts";
import { type FlipList, flatten } from "./flip-list.ts";
import { appendDifferences, appendNumber, emptyColumns, writtenBytes } from "./varint.ts";

/** The first stored form of a plan (see `decodeFlips`). Throws `FlipListError` if the plan violates a rule of `cells.ts`. */
export function encodeFlips(plan: CellPlan): Uint8Array {
	return encodeList(flatten(plan));
}

/** The first stored form of a flip list, sound or not. */
export function encodeList(list: FlipList): Uint8Array {
	const [out, checksums] = [emptyColumns(), emptyColumns()];
	appendNumber(out, ["jpeg", "png"].indexOf(list.format));
	for (const value of [list.width, list.height, list.sizeBytes, list.cellCount, list.offsets.length])
		appendNumber(out, value);
	for (const values of [list.x, list.y, list.cellWidth, list.cellHeight, list.cellStart, list.offsets])
		appendDifferences(out, values);
	if (list.checksums) {
		const { adlerOffset, crcOffset, crc, adlerA, adlerB } = list.checksums;
		for (const value of [adlerOffset, crcOffset, ...crc, ...adlerA, ...adlerB])
			appendNumber(checksums, value);
	}
	const columns = [writtenBytes(out), list.xors, writtenBytes(checksums)];
	return sealed(deflateRawSync(Buffer.concat(columns)));
}

/** A body with the header that precedes it in storage. */
export function sealed(body: Uint8Array): Uint8Array {
	return Buffer.concat([
		Buffer.from("PKFL\x01"),
		createHash("sha256").update(body).digest().subarray(0, 8),
		body,
	]);
}
