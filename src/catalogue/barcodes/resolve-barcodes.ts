import { type BarcodeKind, readBarcode } from "./barcode-reading.ts";

/** The product that a text stands for, in the catalogue's spelling (SPEC E7). */
export interface ResolvedBarcode {
	readonly barcode: string | null;
	readonly kind: BarcodeKind;
	readonly check_digit_valid: boolean | null;
	/** The item inside, if the text is for a case. */
	readonly unit: string | null;
	/** The product that was probably meant, if none was found. */
	readonly suggestion: string | null;
}

/** Returns those of the given barcodes that exist, as far as the caller may see them. */
export type FindExisting = (barcodes: readonly string[]) => Promise<ReadonlySet<string>>;

/** Finds out which products texts of 4 to 14 digits stand for, with one lookup of all candidates. */
export async function resolveBarcodes(
	texts: readonly string[],
	findExisting: FindExisting,
): Promise<Map<string, ResolvedBarcode>> {
	const readings = new Map(texts.map((text) => [text, readBarcode(text)]));
	const candidates = new Set<string>();
	for (const { barcodes, units, suggestions } of readings.values())
		for (const list of [barcodes, units, suggestions]) for (const barcode of list) candidates.add(barcode);
	const existing = await findExisting([...candidates]);
	const first = (barcodes: readonly string[]) => barcodes.find((barcode) => existing.has(barcode)) ?? null;
	return new Map(
		[...readings].map(([text, { kind, checkDigitValid, barcodes, units, suggestions }]) => {
			const barcode = first(barcodes);
			const suggestion = barcode === null ? first(suggestions) : null;
			return [text, { barcode, kind, check_digit_valid: checkDigitValid, unit: first(units), suggestion }];
		}),
	);
}
