import { crc32 } from "node:zlib";
import type { RightsTexts } from "./texts.ts";
import { PACKET_BYTES, xmpPacket } from "./xmp-packet.ts";

/**
 * What surrounds a packet in files of one format, and where it stands: in a JPEG, one APP1 segment after APP0 or, where there is none, after SOI; in
 * a PNG, one uncompressed iTXt chunk after IHDR (part 3 of the XMP specification, section 1.1).
 */
interface Format {
	/** Everything before the packet. */
	readonly before: Buffer;
	/** Number of bytes after it: the checksum of a PNG chunk. */
	readonly afterBytes: number;
	/** Where the frame starts in this file. */
	readonly placeIn: (file: Buffer) => number;
}

const SIGNATURE = Buffer.from("http://ns.adobe.com/xap/1.0/\0", "latin1");
const ITXT = Buffer.from("iTXtXML:com.adobe.xmp\0\0\0\0\0", "latin1");
const LENGTH_BYTES = 2;
const CRC_BYTES = 4;
const APP0 = 0xffe0;
/** The signature of a PNG file and its IHDR chunk. */
const PNG_HEAD_BYTES = 8 + 25;

const jpeg: Format = {
	before: Buffer.concat([
		Buffer.from([0xff, 0xe1]),
		uint(LENGTH_BYTES + SIGNATURE.length + PACKET_BYTES, LENGTH_BYTES),
		SIGNATURE,
	]),
	afterBytes: 0,
	placeIn: (file) => (file.readUInt16BE(2) === APP0 ? 4 + file.readUInt16BE(4) : 2),
};

const png: Format = {
	before: Buffer.concat([uint(ITXT.length - 4 + PACKET_BYTES, 4), ITXT]),
	afterBytes: CRC_BYTES,
	placeIn: () => PNG_HEAD_BYTES,
};

const formats: ReadonlyMap<string, Format> = new Map([
	["image/jpeg", jpeg],
	["image/png", png],
]);

/** Number of bytes that a frame adds to a file: 2,081 to a JPEG, 2,082 to a PNG (SPEC E11). */
export function frameBytes(contentType: string): number {
	const { before, afterBytes } = formatOf(contentType);
	return before.length + PACKET_BYTES + afterBytes;
}

/** Room for a frame of any format before a stored picture. A multiple of 64, so that what follows stays aligned. */
export const FRAME_ROOM_BYTES = 2112;

/** Writes one frame with a packet into a file. */
export type FramedTexts = (file: Buffer, contentType: string, gtin: string | undefined) => void;

/**
 * Texts ready to be written into many files: packets that differ only in the digits of their GTIN are made once.
 * @returns a function that takes a file preceded by `frameBytes` of free space, moves the start of the file to the front, and writes the frame behind it.
 */
export function framedTexts(texts: RightsTexts): FramedTexts {
	const frames = new Map<string, { readonly frame: Buffer; readonly gtinAt: number }>();

	function frameFor(contentType: string, digits: number) {
		const key = `${contentType} ${digits}`;
		const known = frames.get(key);
		if (known) return known;
		const made = newFrame(formatOf(contentType), texts, digits);
		frames.set(key, made);
		return made;
	}

	return (file, contentType, gtin = "") => {
		const { frame, gtinAt } = frameFor(contentType, gtin.length);
		const { placeIn, afterBytes } = formatOf(contentType);
		const at = placeIn(file.subarray(frame.length));
		file.copyWithin(0, frame.length, frame.length + at);
		frame.copy(file, at);
		file.write(gtin, at + gtinAt, "latin1");
		if (afterBytes > 0) writeCrc(file.subarray(at, at + frame.length));
	};
}

function newFrame({ before, afterBytes }: Format, texts: RightsTexts, digits: number) {
	const placeholder = "0".repeat(digits);
	const packet = xmpPacket(texts, placeholder);
	const frame = Buffer.concat([before, packet, Buffer.alloc(afterBytes)]);
	return { frame, gtinAt: Math.max(0, frame.indexOf(`>${placeholder}<`) + 1) };
}

/** The CRC of a PNG chunk covers its type and data, not its length (PNG, section 5.3). */
function writeCrc(chunk: Buffer): void {
	chunk.writeUInt32BE(crc32(chunk.subarray(4, -CRC_BYTES)), chunk.length - CRC_BYTES);
}

/**
 * A file without the one frame at its place, whatever the packet in it says; the file itself if there is none. What was delivered before pictures
 * carried packets stays as it is.
 */
export function withoutFrame(bytes: Uint8Array): Uint8Array {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
	const format = file.length > PACKET_BYTES ? formatIn(file) : undefined;
	if (!format) return bytes;
	const at = format.placeIn(file);
	if (!file.subarray(at, at + format.before.length).equals(format.before)) return bytes;
	const end = at + format.before.length + PACKET_BYTES + format.afterBytes;
	return end > file.length ? bytes : Buffer.concat([file.subarray(0, at), file.subarray(end)]);
}

const SOI = Buffer.from([0xff, 0xd8]);
const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

function formatIn(file: Buffer): Format | undefined {
	if (file.subarray(0, SOI.length).equals(SOI)) return jpeg;
	return file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE) ? png : undefined;
}

function formatOf(contentType: string): Format {
	const format = formats.get(contentType);
	if (!format) throw new RangeError(`no packet can be put into ${contentType}`);
	return format;
}

function uint(value: number, bytes: number): Buffer {
	const written = Buffer.alloc(bytes);
	written.writeUIntBE(value, 0, bytes);
	return written;
}
