import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { CellPlan } from "./cells.ts";
import { assertSound, type FlipList, FlipListError, flatten } from "./flip-list.ts";
import { type ColumnReader, createColumnReader, createColumnWriter } from "./varint.ts";

/*
 * Stored form: "PKFL", version, the first 8 bytes of the body's SHA-256, body. The body is raw deflate over columns of varints: header,
 * then every array of the flat list as differences, since neighbours in the list are neighbours in the picture and in the file.
 */
const magic = Buffer.from("PKFL");
const version = 1;
const digestLength = 8;
const formats = ["jpeg", "png"] as const;
const headerLength = magic.length + 1 + digestLength;

/** Bounds what a damaged or hostile list may inflate to; 50 million pixels in cells of 8×8 need about a fifth of it. */
const maxBodyBytes = 64 * 1024 * 1024;

/** Packs a plan for storage. Throws `FlipListError` when the plan breaks a rule of `cells.ts`. */
export function encodeFlips(plan: CellPlan): Uint8Array {
	const list = flatten(plan);
	const writer = createColumnWriter();
	writer.number(formats.indexOf(list.format));
	for (const value of [list.width, list.height, list.sizeBytes, list.cellCount, list.offsets.length])
		writer.number(value);
	for (const values of [list.x, list.y, list.cellWidth, list.cellHeight, list.cellStart, list.offsets])
		writer.differences(values);
	writer.bytes(list.xors);
	if (list.checksums) {
		writer.number(list.checksums.adlerOffset);
		writer.number(list.checksums.crcOffset);
		for (const values of [list.checksums.crc, list.checksums.adlerA, list.checksums.adlerB])
			writer.numbers(values);
	}
	const body = deflateRawSync(writer.finish());
	return Buffer.concat([magic, Buffer.of(version), digest(body), body]);
}

/** Unpacks what `encodeFlips` packed. Throws `FlipListError` when a single bit of it changed, or when it never was a flip list. */
export function decodeFlips(stored: Uint8Array): FlipList {
	const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
	if (bytes.length < headerLength || !bytes.subarray(0, magic.length).equals(magic)) {
		throw new FlipListError("not a flip list");
	}
	if (bytes[magic.length] !== version)
		throw new FlipListError(`unknown flip list version ${bytes[magic.length]}`);
	const body = bytes.subarray(headerLength);
	if (!digest(body).equals(bytes.subarray(magic.length + 1, headerLength)))
		throw new FlipListError("damaged flip list");
	const list = readBody(createColumnReader(inflate(body)));
	assertSound(list);
	return list;
}

function digest(body: Uint8Array): Buffer {
	return createHash("sha256").update(body).digest().subarray(0, digestLength);
}

function inflate(body: Uint8Array): Uint8Array {
	try {
		return inflateRawSync(body, { maxOutputLength: maxBodyBytes });
	} catch (cause) {
		throw new FlipListError("flip list does not inflate", { cause });
	}
}

function readBody(reader: ColumnReader): FlipList {
	const format = formats[reader.number()];
	if (format === undefined) throw new FlipListError("unknown format in flip list");
	const [width, height, sizeBytes] = [reader.number(), reader.number(), reader.number()];
	const [cellCount, patchCount] = [reader.number(), reader.number()];
	const list: FlipList = {
		format,
		width,
		height,
		sizeBytes,
		cellCount,
		x: reader.differences(cellCount),
		y: reader.differences(cellCount),
		cellWidth: reader.differences(cellCount),
		cellHeight: reader.differences(cellCount),
		cellStart: reader.differences(cellCount + 1),
		offsets: reader.differences(patchCount),
		xors: reader.bytes(patchCount),
	};
	if (format === "png") {
		list.checksums = {
			adlerOffset: reader.number(),
			crcOffset: reader.number(),
			crc: reader.numbers(cellCount),
			adlerA: Uint16Array.from(reader.numbers(cellCount)),
			adlerB: Uint16Array.from(reader.numbers(cellCount)),
		};
	}
	reader.end();
	return list;
}
