import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isGtin } from "@packshot/tables/barcode-cell";
import { gtinIn } from "@packshot/tables/gs1";
import sharp, { type Sharp } from "sharp";
import { prepareZXingModule, type ReaderOptions, readBarcodes as readCodes } from "zxing-wasm/reader";

/** A code found in a picture. */
export interface FoundBarcode {
	/** 8, 12, 13 or 14 digits with the right check digit. */
	readonly digits: string;
}

const locate = createRequire(import.meta.url);
/** Codes that stand on packs and cases. */
const OPTIONS: ReaderOptions = {
	formats: ["EAN13", "EAN8", "UPCA", "UPCE", "ITF", "Code128", "DataMatrix", "QRCode"],
	tryHarder: true,
	tryRotate: true,
	tryInvert: false,
	tryDownscale: true,
	maxNumberOfSymbols: 8,
};
/** Longest side of the copies in which codes are looked for, one after the other: small ones are read fast, and without the noise. */
const SIDES = [1200, 2400, 4000] as const;
/** Bars that stand askew are looked for in copies turned by this much, in degrees. */
const TURNS = [0, 20, -20] as const;

/** Of pictures whose longest side has fewer pixels, an enlarged copy shows bars that are hardly a pixel wide. */
const SMALL_PX = 700;

let isPrepared = false;

/** The reader's WebAssembly lies in its package: nothing is downloaded. */
function prepare(): void {
	if (isPrepared) return;
	const wasmBinary = readFileSync(locate.resolve("zxing-wasm/reader/zxing_reader.wasm"));
	prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer as ArrayBuffer } });
	isPrepared = true;
}

/**
 * The barcodes of goods in a picture: looked for in smaller and larger copies, upright and askew, until one is found.
 * @param bytes a file that sharp opens. @returns each barcode once; none if no copy shows one.
 */
export async function readBarcodes(bytes: Uint8Array): Promise<FoundBarcode[]> {
	prepare();
	const upright = sharp(bytes, { failOn: "error" }).autoOrient().flatten({ background: "#fff" }).greyscale();
	const { width = 0, height = 0 } = (await sharp(bytes).metadata()).autoOrient;
	const longest = Math.max(width, height);
	// A larger copy than the picture itself shows nothing more.
	const sides = SIDES.filter((_, at) => at === 0 || longest > (SIDES[at - 1] ?? 0));
	for (const side of sides) {
		const scaled = upright
			.clone()
			.resize(side, side, { fit: "inside", withoutEnlargement: longest > SMALL_PX });
		for (const turn of TURNS) {
			const found = await codesIn(turn === 0 ? scaled : scaled.rotate(turn, { background: "#fff" }));
			if (found.length > 0) return found;
		}
	}
	return [];
}

async function codesIn(picture: Sharp): Promise<FoundBarcode[]> {
	const { data, info } = await picture.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
	const pixels = new Uint8ClampedArray(info.width * info.height * 4).fill(255);
	for (let i = 0; i < info.width * info.height; i++)
		pixels.fill(data[i * info.channels] ?? 0, i * 4, i * 4 + 3);
	const codes = await readCodes(
		{ data: pixels, width: info.width, height: info.height } as ImageData,
		OPTIONS,
	);
	const found = codes.flatMap(({ text, isValid }) => (isValid ? digitsOf(text) : []));
	return [...new Set(found)].map((digits) => ({ digits }));
}

/** Of what else is coded, such as addresses of pages, nothing counts. */
function digitsOf(text: string): string[] {
	const digits = gtinIn(text) ?? text;
	if (!isGtin(digits)) return [];
	// The reader gives the twelve digits of a UPC as an EAN-13.
	return [digits.replace(/^0(?=\d{12}$)/, "")];
}
