import type { Gtin14 } from "../../catalogue/barcodes/gtin.ts";
import { isCleanVariant, type Variant } from "../../catalogue/fields/scopes.ts";
import { cataloguedBarcode } from "../../imports/catalogued-barcode.ts";
import { gs1Name } from "../../imports/sources/gs1-name.ts";
import type { Database } from "../../platform/db/database.ts";

interface NamedPicture {
	readonly barcode: string;
	readonly variant: Variant;
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** The file name of an original, as an import reads it: `<barcode>_<variant>` with the extension of its format. */
export function pictureName({ barcode, variant }: NamedPicture, original: Uint8Array): string {
	return `${barcode}_${variant}.${isPng(original) ? "png" : "jpg"}`;
}

/**
 * The file name by the GS1 Product Image Specification, provided that an import would read it as the same picture of the same product: not for a
 * barcode that is not a GTIN, one that another product has with other leading zeros, or a PNG on white, whose GS1 name means the cut-out.
 */
export async function gs1PictureName(
	db: Database,
	picture: NamedPicture,
	original: Uint8Array,
): Promise<string> {
	const plain = pictureName(picture, original);
	const name = gs1Name(picture.barcode, picture.variant);
	if (name === undefined || isPng(original) !== isCleanVariant(picture.variant)) return plain;
	const gtin = picture.barcode.padStart(14, "0") as Gtin14;
	const isFound = (await cataloguedBarcode(db, gtin)) === picture.barcode;
	return isFound ? `${name}${plain.slice(plain.lastIndexOf("."))}` : plain;
}

function isPng(original: Uint8Array): boolean {
	return PNG_START.equals(original.subarray(0, PNG_START.length));
}
