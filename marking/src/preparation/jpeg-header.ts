/** Size and Exif block from a JPEG's header, and the JPEG as it is passed to the decoder. */
export type JpegHeader = {
	width: number;
	height: number;
	/** The TIFF structure of the Exif segment, if there is one. */
	exif: Uint8Array | undefined;
	/** The file with only the segments that decoding needs. */
	sifted: Uint8Array;
	/** Number of scans, counted up to one more than `maxScans`. */
	scanCount: number;
};

/**
 * Encoders use some ten scans. For every scan a decoder processes all coefficients, however little it contains, so a few kilobytes of empty scans
 * would keep it busy for minutes.
 */
export const maxScans = 100;

/**
 * Reads the segments up to the first scan (ITU-T T.81, annex B). Undefined when they are broken.
 *
 * Thumbnails, gain maps, XMP, comments and maker notes are withheld from the decoder: nothing in them is delivered, and what is not read can do no
 * harm.
 */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | undefined {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const kept: Uint8Array[] = [START_OF_IMAGE];
	let size: { width: number; height: number } | undefined;
	let exif: Uint8Array | undefined;
	for (const segment of segments(file)) {
		if (segment.marker === START_OF_SCAN) {
			if (!size || size.width === 0 || size.height === 0) return undefined;
			kept.push(file.subarray(segment.start));
			return {
				...size,
				exif,
				sifted: Buffer.concat(kept),
				scanCount: countScans(file.subarray(segment.start)),
			};
		}
		const { body } = segment;
		if (isFrameHeader(segment.marker)) size ??= frameSize(body);
		const isExif = segment.marker === APP1 && body.indexOf(EXIF_LABEL) === 0;
		if (isExif) exif ??= body.subarray(EXIF_LABEL.length);
		if (isExif || isNeeded(segment.marker, body)) kept.push(file.subarray(segment.start, segment.end));
	}
	return undefined;
}

/** The size of the first frame; undefined if the header is broken before it. */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | undefined {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	for (const { marker, body } of segments(file)) if (isFrameHeader(marker)) return frameSize(body);
	return undefined;
}

/**
 * Counts the scans up to the end of the image as a decoder finds them: what is between two markers is skipped, and so is the body of every segment.
 * @returns at most one more than `maxScans`
 */
export function countScans(bytes: Uint8Array): number {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let count = 0;
	let at = file.indexOf(0xff);
	while (at >= 0 && at + 1 < file.length && count <= maxScans) {
		const marker = file[at + 1] ?? 0;
		if (marker === END_OF_IMAGE) break;
		if (marker === START_OF_SCAN) count++;
		const isFill = marker === 0xff;
		const hasLength = !isFill && !hasNoBody(marker) && at + 4 <= file.length;
		at = file.indexOf(0xff, isFill ? at + 1 : hasLength ? at + 2 + file.readUInt16BE(at + 2) : at + 2);
	}
	return count;
}

const START_OF_IMAGE = Buffer.of(0xff, 0xd8);
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;
const EXIF_LABEL = Buffer.from("Exif\0\0", "latin1");
const PROFILE_LABEL = Buffer.from("ICC_PROFILE\0", "latin1");

type Segment = { marker: number; start: number; end: number; body: Buffer };

function* segments(file: Buffer): Generator<Segment> {
	let at = START_OF_IMAGE.length;
	while (at + 4 <= file.length) {
		if (file[at] !== 0xff) return;
		const marker = file[at + 1] ?? 0;
		if (marker === 0xff) {
			at++; // any number of fill bytes may precede a marker
			continue;
		}
		const end = at + 2 + file.readUInt16BE(at + 2);
		if (hasNoBody(marker) || end < at + 4 || end > file.length) return;
		yield { marker, start: at, end, body: file.subarray(at + 4, end) };
		at = end;
	}
}

/** TEM, RSTn, SOI, EOI and stuffed bytes, none of which belongs in a header. */
function hasNoBody(marker: number): boolean {
	return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9);
}

/** SOF0 to SOF15 without the three other segments in that range: DHT, JPG and DAC. */
function isFrameHeader(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function frameSize(body: Buffer): { width: number; height: number } | undefined {
	if (body.length < 6) return undefined;
	return { width: body.readUInt16BE(3), height: body.readUInt16BE(1) };
}

/** JFIF, the colour profile and Adobe's colour transform determine colours; other application segments are irrelevant. */
function isNeeded(marker: number, body: Buffer): boolean {
	if (marker === APP2) return body.indexOf(PROFILE_LABEL) === 0;
	if (marker === APP0 || marker === APP14) return true;
	return marker !== COMMENT && !(marker >= APP0 && marker <= APP15);
}
