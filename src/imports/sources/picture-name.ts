import { basename, dirname, extname } from "node:path/posix";
import { isBarcode } from "../../catalogue/barcodes/barcode.ts";
import { isCleanVariant, isVariant, VARIANTS, type Variant } from "../../catalogue/fields/scopes.ts";
import { quoted } from "../formats/misfit.ts";
import { readGs1Name } from "./gs1-name.ts";

/** The picture and product that a file holds. */
export interface PictureName {
	barcode: string;
	variant: Variant;
	/** The name has a GTIN with all its leading zeros, which the catalogue may store in another length. */
	isGtin?: true;
}

const JPEG = [".jpg", ".jpeg"];
const PNG = [".png"];

/** Whether a file's extension is that of a picture this service accepts. */
export function isPicturePath(path: string): boolean {
	return [...JPEG, ...PNG].includes(extname(path).toLowerCase());
}

/**
 * Parses a picture's path: `<barcode>_<variant>.<ext>`, `<barcode>/<variant>.<ext>` or a GS1 name, in any folder.
 * The extension may be in capitals; folders are separated by `/`. Gives a reason for a path that does not match.
 */
export function readPictureName(path: string): PictureName | { reason: string } {
	const ending = extname(path);
	const stem = basename(path, ending);
	const gs1 = readGs1Name(stem, PNG.includes(ending.toLowerCase()));
	if (gs1) return "reason" in gs1 ? gs1 : { barcode: gs1.gtin, variant: gs1.variant, isGtin: true };
	const { barcode, variant } = isVariant(stem)
		? { barcode: basename(dirname(path)), variant: stem }
		: splitStem(stem);
	if (variant === null) {
		return { reason: "expected a name like <barcode>_<variant>.jpg or <barcode>/<variant>.jpg" };
	}
	if (!isBarcode(barcode))
		return { reason: `expected a barcode of 4 to 14 digits, found ${quoted(barcode)}` };
	if (!isVariant(variant))
		return { reason: `expected one of ${VARIANTS.join(", ")}, found ${quoted(variant)}` };
	if (isCleanVariant(variant) && !PNG.includes(ending.toLowerCase())) {
		return { reason: `${variant} has to be a PNG with a transparent background` };
	}
	return { barcode, variant };
}

function splitStem(stem: string): { barcode: string; variant: string | null } {
	const underscore = stem.indexOf("_");
	if (underscore === -1) return { barcode: stem, variant: null };
	return { barcode: stem.slice(0, underscore), variant: stem.slice(underscore + 1) };
}
