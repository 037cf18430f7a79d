import { basename, dirname, extname } from "node:path/posix";
import { isProduceCode } from "@packshot/tables/barcode-cell";
import { isBarcode } from "../../catalogue/barcodes/barcode.ts";
import { checkedGtin } from "../../catalogue/barcodes/barcode-reading.ts";
import { isCleanVariant, isVariant, VARIANTS, type Variant } from "../../catalogue/fields/scopes.ts";
import { quoted } from "../formats/mismatch.ts";
import { readGs1Name } from "./gs1-name.ts";

/** The picture and product that a file holds. */
export interface PictureName {
	barcode: string;
	variant: Variant;
	/** The name has a GTIN with all its leading zeros, which the catalogue may store in another length. */
	isGtin?: true;
	/** The name may as well be the number that a camera gave: only a product that there is makes it a barcode. */
	isUncertain?: true;
}

const JPEG = [".jpg", ".jpeg"];
const PNG = [".png"];
const WITH_TRANSPARENCY = [...PNG, ".webp", ".avif", ".tif", ".tiff"];
const PICTURES = [...JPEG, ...WITH_TRANSPARENCY];

/** Whether a file's extension is that of a picture this service accepts. */
export function isPicturePath(path: string): boolean {
	return PICTURES.includes(extname(path).toLowerCase());
}

/** What people write for the variants; two pictures of a product are numbered, the front first. */
const SIDES: ReadonlyMap<string, Variant> = new Map([
	...VARIANTS.map((variant) => [variant, variant] as const),
	...["1", "01", "f", "main"].map((side) => [side, "front"] as const),
	...["2", "02", "b"].map((side) => [side, "back"] as const),
]);

/**
 * Parses a picture's path: `<barcode>_<variant>.<ext>`, `<barcode>/<variant>.<ext>`, `<barcode>.<ext>` for the front, or a GS1 name, in any
 * folder. Capitals make no difference; folders are separated by `/`. Gives a reason for a path that does not match.
 */
export function readPictureName(path: string): PictureName | { reason: string } {
	const ending = extname(path).toLowerCase();
	const stem = basename(path, extname(path)).trim();
	const gs1 = readGs1Name(stem, PNG.includes(ending));
	if (gs1) return "reason" in gs1 ? gs1 : { barcode: gs1.gtin, variant: gs1.variant, isGtin: true };
	const named = nameIn(stem, basename(dirname(path)));
	if ("reason" in named) return named;
	if (isCleanVariant(named.variant) && !WITH_TRANSPARENCY.includes(ending))
		return { reason: `${named.variant} has to be a PNG with a transparent background` };
	return named;
}

function nameIn(stem: string, folder: string): PictureName | { reason: string } {
	const alone = SIDES.get(stem.toLowerCase());
	if (alone !== undefined && ((isVariant(alone) && isBarcode(folder)) || !/^\d+$/.test(stem)))
		return withBarcode(folder, alone);
	const [, barcode = stem, joint, side] = /^(.*?)([_\- ])(.*)$/s.exec(stem) ?? [];
	if (side === undefined)
		return isBarcode(stem) ? { barcode: stem, variant: "front", ...doubtOf(stem) } : NOT_NAMED;
	const variant = SIDES.get(side.toLowerCase());
	if (variant !== undefined && isBarcode(barcode))
		return { barcode, variant, ...(joint === "_" ? {} : doubtOf(barcode)) };
	if (variant !== undefined) return withBarcode(barcode, variant);
	if (!isBarcode(barcode)) return NOT_NAMED;
	return { reason: `expected one of ${VARIANTS.join(", ")}, 1 or 2, found ${quoted(side)}` };
}

const NOT_NAMED = {
	reason: "expected a name like <barcode>.jpg, <barcode>_<variant>.jpg or <barcode>/<variant>.jpg",
};

/** Cameras number their pictures, too: without `_front` or the like, digits are certainly a barcode only if they have the form of one. */
function doubtOf(digits: string): { isUncertain?: true } {
	return isProduceCode(digits) || (digits.length >= 7 && checkedGtin(digits) !== undefined)
		? {}
		: { isUncertain: true };
}

/** Why a picture of no product is refused whose name need not be a barcode. */
export function uncertainName(barcode: string, variant: Variant): string {
	return `${quoted(barcode)} has not the check digit of a barcode: if it is one, name the file ${barcode}_${variant}`;
}

function withBarcode(barcode: string, variant: Variant): PictureName | { reason: string } {
	if (isBarcode(barcode)) return { barcode, variant };
	return { reason: `expected a barcode of 4 to 14 digits, found ${quoted(barcode)}` };
}
