import { isChecked } from "../../catalogue/barcodes/gtin.ts";
import { isCleanVariant, type Variant } from "../../catalogue/fields/scopes.ts";
import { quoted } from "../formats/mismatch.ts";

/**
 * A name by the GS1 Product Image Specification: the GTIN, there with 14 digits, then type of image, facing, angle and state of the product, as in
 * `00725272730706_A1C1`.
 */
const GS1_NAME = /^(\d{8}|\d{12,14})_([A-Z])(\d)([A-Z])([0-9A-Z])$/i;

const FACINGS: ReadonlyMap<string, "front" | "back" | string> = new Map(
	Object.entries({
		"0": "no side at all",
		"1": "front",
		"2": "the left side",
		"3": "the top",
		"7": "back",
		"8": "the right side",
		"9": "the bottom",
	}),
);

/** Straight on: camera position centre, or level with the product. */
const STRAIGHT = ["C", "N"];
const IN_PACKAGING = "1";

/** The GTIN and picture that a GS1 name denotes; the reason if it is not one of our variants; undefined for any other kind of name. */
export function readGs1Name(
	stem: string,
	isPng: boolean,
): { readonly gtin: string; readonly variant: Variant } | { readonly reason: string } | undefined {
	const [, gtin, , facing = "", angle = "", state = ""] = GS1_NAME.exec(stem) ?? [];
	if (gtin === undefined) return undefined;
	if (!isChecked(gtin)) return { reason: `the check digit of the GTIN ${quoted(gtin)} is wrong` };
	const side = FACINGS.get(facing);
	if (side !== "front" && side !== "back") {
		return { reason: `GS1 facing ${facing} is ${side ?? "unknown"}: front (1) and back (7) are taken` };
	}
	if (!STRAIGHT.includes(angle.toUpperCase())) {
		return { reason: `GS1 angle ${quoted(angle)} is from the side: straight pictures (C, N) are taken` };
	}
	if (state !== IN_PACKAGING) {
		return { reason: `GS1 state ${quoted(state)} is not the closed package (1)` };
	}
	return { gtin: gtin.padStart(14, "0"), variant: isPng ? `${side}_clean` : side };
}

/** The GS1 name of a picture, without its extension; undefined for a barcode that is not a GTIN, such as a produce code. */
export function gs1Name(barcode: string, variant: Variant): string | undefined {
	if (![8, 12, 13, 14].includes(barcode.length) || !isChecked(barcode)) return undefined;
	const facing = variant.startsWith("front") ? 1 : 7;
	// C is the type of high-resolution pictures on white, A that of pictures for the web, which have no background.
	return `${barcode.padStart(14, "0")}_${isCleanVariant(variant) ? "A" : "C"}${facing}N1`;
}
