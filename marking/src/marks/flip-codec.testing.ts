import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import type { CellPlan } from "./cells.ts";
import { type FlipList, flatten } from "./flip-list.ts";
import {
	appendBytes,
	appendDifferences,
	appendNumber,
	appendNumbers,
	emptyColumns,
	writtenBytes,
} from "./varint.ts";

/** The first stored form of a plan (see `decodeFlips`). Throws `FlipListError` if the plan violates a rule of `cells.ts`. */
export function encodeFlips(plan: CellPlan): Uint8Array {
	return encodeList(flatten(plan));
}

/** The first stored form of a flip list, sound or not. */
export function encodeList(list: FlipList): Uint8Array {
	const out = emptyColumns();
	appendNumber(out, ["jpeg", "png"].indexOf(list.format));
	for (const value of [list.width, list.height, list.sizeBytes, list.cellCount, list.offsets.length])
		appendNumber(out, value);
	for (const values of [list.x, list.y, list.cellWidth, list.cellHeight, list.cellStart, list.offsets])
		appendDifferences(out, values);
	appendBytes(out, list.xors);
	if (list.checksums) {
		appendNumber(out, list.checksums.adlerOffset);
		appendNumber(out, list.checksums.crcOffset);
		for (const values of [list.checksums.crc, list.checksums.adlerA, list.checksums.adlerB])
			appendNumbers(out, values);
	}
	const body = deflateRawSync(writtenBytes(out));
	return sealed(body);
}

/** A body with the header that precedes it in storage. */
export function sealed(body: Uint8Array): Uint8Array {
	return Buffer.concat([
		Buffer.from("PKFL\x01"),
		createHash("sha256").update(body).digest().subarray(0, 8),
		body,
	]);
}
