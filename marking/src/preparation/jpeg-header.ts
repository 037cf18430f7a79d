/** Size and Exif block that a JPEG's header tells, and the JPEG as the decoder gets it. */
export type JpegHeader = {
	width: number;
	height: number;
	/** The TIFF structure of the Exif segment, if there is one. */
	exif: Uint8Array | undefined;
	/** The file with only the segments that decoding needs. */
	sifted: Uint8Array;
};

/**
 * Reads the segments up to the first scan (ITU-T T.81, annex B). Undefined when they are broken.
 *
 * The decoder is not shown thumbnails, gain maps, XMP, comments and makers' notes: nothing in them is delivered, and what is not read
 * cannot do harm.
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
			return { ...size, exif, sifted: Buffer.concat(kept) };
		}
		const { body } = segment;
		if (isFrameHeader(segment.marker)) size ??= frameSize(body);
		const isExif = segment.marker === APP1 && body.indexOf(EXIF_LABEL) === 0;
		if (isExif) exif ??= body.subarray(EXIF_LABEL.length);
		if (isExif || isNeeded(segment.marker, body)) kept.push(file.subarray(segment.start, segment.end));
	}
	return undefined;
}

const START_OF_IMAGE = Buffer.of(0xff, 0xd8);
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
			at++; // any number of fill bytes may stand before a marker
			continue;
		}
		const end = at + 2 + file.readUInt16BE(at + 2);
		if (hasNoBody(marker) || end < at + 4 || end > file.length) return;
		yield { marker, start: at, end, body: file.subarray(at + 4, end) };
		at = end;
	}
}

/** TEM, RSTn, SOI, EOI and stuffed bytes: none has a place in a header. */
function hasNoBody(marker: number): boolean {
	return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9);
}

/** SOF0 to SOF15 without the three other segments that lie between them: DHT, JPG and DAC. */
function isFrameHeader(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function frameSize(body: Buffer): { width: number; height: number } | undefined {
	if (body.length < 6) return undefined;
	return { width: body.readUInt16BE(3), height: body.readUInt16BE(1) };
}

/** JFIF, the colour profile and Adobe's colour transform decide about colours; other application segments about nothing. */
function isNeeded(marker: number, body: Buffer): boolean {
	if (marker === APP2) return body.indexOf(PROFILE_LABEL) === 0;
	if (marker === APP0 || marker === APP14) return true;
	return marker !== COMMENT && !(marker >= APP0 && marker <= APP15);
}
