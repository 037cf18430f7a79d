import { chunks, IHDR_LENGTH, joined, keep, type Range, SIGNATURE_LENGTH } from "./png-chunks.ts";
import { type PngColours, profileChunk } from "./png-gamma.ts";

/** What a PNG's chunks reveal before decoding, and the PNG as it is passed to the decoder. */
export type PngHeader = {
	width: number;
	height: number;
	/** Whether pixels can be transparent, not whether any are. */
	hasAlpha: boolean;
	animated: boolean;
	/** The TIFF structure of the eXIf chunk, if there is one. */
	exif: Uint8Array | undefined;
	/** The file with only the chunks that decoding needs, and a profile in place of a gamma, which the decoder does not heed. */
	sifted: Uint8Array;
};

/**
 * Reads all chunks (PNG, third edition, section 5). Undefined when they are broken or stop before IEND.
 *
 * Text, compressed text, histograms and anything after IEND are withheld from the decoder: none of it is delivered, and a bomb that is not unpacked
 * does no harm.
 */
export function readPngHeader(bytes: Uint8Array): PngHeader | undefined {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const found = { transparency: false, animated: false, exif: undefined as Uint8Array | undefined };
	const colours = new Map<string, Buffer>();
	const kept: Range[] = [{ start: 0, end: SIGNATURE_LENGTH }];
	let header: Buffer | undefined;
	for (const { type, start, end } of chunks(file)) {
		const body = file.subarray(start + 8, end - 4);
		if (!header && (type !== "IHDR" || !hasSize(body))) return undefined;
		header ??= body;
		if (type === "tRNS") found.transparency = true;
		if (type === "acTL") found.animated = true;
		if (type === "eXIf") found.exif ??= body;
		if (COLOURS.has(type) && !colours.has(type)) colours.set(type, body);
		if (isNeeded(type)) keep(kept, start, end);
		if (type === "IEND")
			return { ...describe(header, found), sifted: withProfile(joined(file, kept), header, colours) };
	}
	return undefined;
}

const COLOURS = new Set(["gAMA", "cHRM", "sRGB", "iCCP", "cICP"]);
/** The size and kind of the picture come first. */
const AFTER_IHDR = SIGNATURE_LENGTH + 12 + IHDR_LENGTH;

function withProfile(sifted: Uint8Array, header: Buffer, colours: ReadonlyMap<string, Buffer>): Uint8Array {
	const gamma = colours.get("gAMA");
	if (!gamma || ["sRGB", "iCCP", "cICP"].some((type) => colours.has(type))) return sifted;
	const isGrey = header[9] === GREY || header[9] === GREY_ALPHA;
	const given: PngColours = { isGrey, gamma, chromaticities: colours.get("cHRM") };
	const profile = profileChunk(given);
	return profile === undefined
		? sifted
		: Buffer.concat([sifted.subarray(0, AFTER_IHDR), profile, sifted.subarray(AFTER_IHDR)]);
}

/** The size in IHDR; undefined if the file does not begin with it. */
export function pngSize(bytes: Uint8Array): { width: number; height: number } | undefined {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const [first] = chunks(file);
	const header = first && file.subarray(first.start + 8, first.end - 4);
	if (first?.type !== "IHDR" || !header || !hasSize(header)) return undefined;
	return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
}

const NEEDED = new Set(["tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "eXIf"]);

/** A capital letter marks a chunk without which the picture cannot be decoded (PNG, section 5.4). */
function isNeeded(type: string): boolean {
	return /^[A-Z]/.test(type) || NEEDED.has(type);
}

function hasSize(header: Buffer): boolean {
	return header.length === IHDR_LENGTH && header.readUInt32BE(0) > 0 && header.readUInt32BE(4) > 0;
}

const GREY = 0;
const GREY_ALPHA = 4;
const RGB_ALPHA = 6;

function describe(
	header: Buffer,
	found: { transparency: boolean; animated: boolean; exif: Uint8Array | undefined },
): Omit<PngHeader, "sifted"> {
	const colourType = header[9];
	return {
		width: header.readUInt32BE(0),
		height: header.readUInt32BE(4),
		hasAlpha: colourType === GREY_ALPHA || colourType === RGB_ALPHA || found.transparency,
		animated: found.animated,
		exif: found.exif,
	};
}
