import { createHash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { type ColumnReader, createColumnReader } from "./column-reader.ts";
import { assertSound, type FlipList, FlipListError } from "./flip-list.ts";

/*
 * How flip lists were stored in the first form of prepared pictures: "PKFL", version, the first 8 bytes of the body's SHA-256, body. The body is raw
 * deflate over columns of varints: the header, then every array of the flat list as differences, since neighbours in the list are neighbours in the
 * picture and in the file.
 */
const magic = Buffer.from("PKFL");
const version = 1;
const digestLength = 8;
const formats = ["jpeg", "png"] as const;
const headerLength = magic.length + 1 + digestLength;

/** Limits the inflated size of a damaged or hostile list; 50 million pixels in cells of 8×8 need about a fifth of it. */
const maxBodyBytes = 64 * 1024 * 1024;

/** Throws `FlipListError` when a single bit has changed, or when the bytes were never a flip list. */
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
