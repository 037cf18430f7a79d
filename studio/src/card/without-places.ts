import { crc32 } from "node:zlib";
import { keptExif } from "./kept-exif.ts";
import { tiffWithoutPlaces } from "./tiff-without-places.ts";

/** The parts of a file, in order: those that show the picture, and whether anything else is in the file or behind it. */
interface Parts {
	readonly shown: readonly Uint8Array[];
	readonly isMore: boolean;
	/** What Exif data is read from. */
	readonly exif: Uint8Array;
	/** Puts the file together again, with Exif data in its place. */
	build(shown: readonly Uint8Array[], exif: Buffer): Buffer;
}

/**
 * A copy of a JPEG, PNG, WebP or TIFF file without places, serial numbers and names: only what shows the picture is kept, and of its Exif data the orientation
 * and the time. What follows the picture goes: phones hang further pictures and films on it, with places of their own. No pixel changes. The same file
 * always gives the same copy, whose copy it is itself. Files of other kinds, and damaged ones, are given back.
 */
export async function withoutPlaces(bytes: Uint8Array): Promise<Uint8Array> {
	const parts = partsOfJpeg(bytes) ?? partsOfPng(bytes) ?? partsOfWebp(bytes);
	if (parts) return parts.isMore ? parts.build(parts.shown, await keptExif(parts.exif)) : bytes;
	const tiff = tiffWithoutPlaces(bytes);
	return tiff && !tiff.equals(bytes) ? tiff : bytes;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const COMMENT = 0xfe;
/** Segments of applications that say how a picture is shown: JFIF, and how Adobe's programs stored its colours. */
const SHOWING: ReadonlySet<number> = new Set([0xe0, 0xee]);
const COLOURS = "ICC_PROFILE\0";

function partsOfJpeg(bytes: Uint8Array): Parts | undefined {
	if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
	const shown: Uint8Array[] = [];
	let hasScan = false;
	// Like decoders, over whatever stands between segments.
	for (let at = bytes.indexOf(0xff, 2); at >= 0; at = bytes.indexOf(0xff, at)) {
		const [, kind = 0, high = 0, low = 0] = bytes.subarray(at, at + 4);
		const isFilling = kind === 0xff || kind === 0;
		const end = isFilling ? at + 1 : kind === END_OF_IMAGE ? at + 2 : at + 2 + (high << 8) + low;
		const to = kind === START_OF_SCAN ? endOfScan(bytes, end) : end;
		if (!isFilling && showsPicture(kind, bytes.subarray(at, to))) shown.push(bytes.subarray(at, to));
		hasScan ||= kind === START_OF_SCAN;
		at = to;
		if (kind === END_OF_IMAGE) break;
	}
	if (!hasScan) return undefined;
	return { shown, isMore: length(shown) + 2 < bytes.length, exif: bytes, build: buildJpeg };
}

/** Where the next marker is that is no part of a scan's data. */
function endOfScan(bytes: Uint8Array, from: number): number {
	for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
		const next = bytes[at + 1] ?? 0;
		if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
	}
	return bytes.length;
}

function showsPicture(kind: number, segment: Uint8Array): boolean {
	if (kind === 0xe2) return textOf(segment, 4, COLOURS.length) === COLOURS;
	return SHOWING.has(kind) || (kind !== COMMENT && (kind < 0xe0 || kind > 0xef));
}

function buildJpeg(shown: readonly Uint8Array[], exif: Buffer): Buffer {
	const content = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), exif]);
	const size = content.length + 2;
	return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, size >> 8, size & 255]), content, ...shown]);
}

const PNG_START = Buffer.from("89504e470d0a1a0a", "hex");
/** Chunks of PNG that say how a picture is shown. */
const PNG_SHOWING =
	/^(IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/;

function partsOfPng(bytes: Uint8Array): Parts | undefined {
	if (!PNG_START.equals(bytes.subarray(0, 8))) return undefined;
	const shown: Uint8Array[] = [];
	let exif = new Uint8Array();
	for (let at = 8, kind = ""; kind !== "IEND"; ) {
		const to = at + 12 + numberAt(bytes, at, false);
		if (to > bytes.length) return undefined;
		kind = textOf(bytes, at + 4, 4);
		if (PNG_SHOWING.test(kind)) shown.push(bytes.subarray(at, to));
		else if (kind === "eXIf") exif = bytes.slice(at + 8, to - 4);
		at = to;
	}
	return { shown, isMore: length(shown) + 8 < bytes.length, exif, build: buildPng };
}

function buildPng([header = Buffer.alloc(0), ...others]: readonly Uint8Array[], exif: Buffer): Buffer {
	const content = Buffer.concat([Buffer.from("eXIf", "latin1"), exif]);
	const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	size.writeUInt32BE(exif.length);
	sum.writeUInt32BE(crc32(content));
	return Buffer.concat([PNG_START, header, size, content, sum, ...others]);
}

const WEBP_SHOWING = /^(VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/;
const [HAS_XMP, HAS_EXIF] = [4, 8];

function partsOfWebp(bytes: Uint8Array): Parts | undefined {
	if (textOf(bytes, 0, 4) !== "RIFF" || textOf(bytes, 8, 4) !== "WEBP") return undefined;
	const end = 8 + numberAt(bytes, 4, true);
	if (end > bytes.length) return undefined;
	const shown: Uint8Array[] = [];
	let exif = new Uint8Array();
	for (let at = 12; at < end; ) {
		const kind = textOf(bytes, at, 4);
		const size = numberAt(bytes, at + 4, true);
		const to = Math.min(at + 8 + size + (size % 2), end);
		if (WEBP_SHOWING.test(kind)) shown.push(bytes.subarray(at, to));
		else if (kind === "EXIF") exif = bytes.slice(at + 8, to);
		at = to;
	}
	return { shown, isMore: length(shown) + 12 < bytes.length, exif, build: buildWebp };
}

/** Simple files have no place for Exif data, and need none. */
function buildWebp([first = Buffer.alloc(0), ...others]: readonly Uint8Array[], exif: Buffer): Buffer {
	const head = Buffer.from(first);
	const isExtended = textOf(head, 0, 4) === "VP8X";
	if (isExtended) head.writeUInt8((head.readUInt8(8) & ~HAS_XMP) | HAS_EXIF, 8);
	const added = Buffer.concat([Buffer.from("EXIF\0\0\0\0", "latin1"), exif, Buffer.alloc(exif.length % 2)]);
	added.writeUInt32LE(exif.length, 4);
	const content = Buffer.concat([Buffer.from("WEBP"), head, ...others, ...(isExtended ? [added] : [])]);
	const start = Buffer.from("RIFF\0\0\0\0", "latin1");
	start.writeUInt32LE(content.length, 4);
	return Buffer.concat([start, content]);
}

const length = (parts: readonly Uint8Array[]) => parts.reduce((sum, part) => sum + part.length, 0);

function textOf(bytes: Uint8Array, from: number, count: number): string {
	return Buffer.from(bytes.subarray(from, from + count)).toString("latin1");
}

/** An unsigned number of four bytes; past the file's end it is larger than any file. */
function numberAt(bytes: Uint8Array, at: number, isLittle: boolean): number {
	if (at + 4 > bytes.length) return Number.MAX_SAFE_INTEGER;
	return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, isLittle);
}
