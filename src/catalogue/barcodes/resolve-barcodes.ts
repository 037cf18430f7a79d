import { type Gs1Problem, readGs1 } from "@packshot/tables/gs1";
import { BARCODE_KINDS, type BarcodeReading, readBarcode } from "./barcode-reading.ts";

/** Digits by what they are, GS1 elements of which one is a GTIN, and what is no barcode in any form (SPEC E7, E10). */
export const RESOLVED_KINDS = [...BARCODE_KINDS, "gs1", "invalid"] as const;

/** Why a text is no barcode in any form (SPEC E10). */
export const INVALID_REASONS = ["not_a_barcode", "gs1_syntax", "unknown_ai"] as const;

/** The product that a text stands for, in the catalogue's spelling (SPEC E7, E10). */
export interface ResolvedBarcode {
	readonly barcode: string | null;
	readonly kind: (typeof RESOLVED_KINDS)[number];
	readonly check_digit_valid: boolean | null;
	/** The item inside, if the text is for a case. */
	readonly unit: string | null;
	/** The product that was probably meant, if none was found. */
	readonly suggestion: string | null;
	/** Only for `gs1`: the values by application identifier. */
	readonly elements?: Readonly<Record<string, string>>;
	/** Only for `invalid`. */
	readonly reason?: "not_a_barcode" | Gs1Problem;
}

/** Returns those of the given barcodes that exist, as far as the caller may see them. */
export type FindExisting = (barcodes: readonly string[]) => Promise<ReadonlySet<string>>;

/** Finds out which products texts stand for, with one lookup of all candidates. */
export async function resolveBarcodes(
	texts: readonly string[],
	findExisting: FindExisting,
): Promise<Map<string, ResolvedBarcode>> {
	const readings = new Map(texts.map((text) => [text, readText(text)]));
	const candidates = new Set<string>();
	for (const { barcodes, units, suggestions } of readings.values())
		for (const list of [barcodes, units, suggestions]) for (const barcode of list) candidates.add(barcode);
	const existing = await findExisting([...candidates]);
	const first = (barcodes: readonly string[]) => barcodes.find((barcode) => existing.has(barcode)) ?? null;
	return new Map(
		[...readings].map(([text, { kind, checkDigitValid, barcodes, units, suggestions, ...rest }]) => {
			const barcode = first(barcodes);
			const suggestion = barcode === null ? first(suggestions) : null;
			const found = { barcode, kind, check_digit_valid: checkDigitValid, unit: first(units), suggestion };
			return [text, { ...found, ...rest }];
		}),
	);
}

type TextReading = Omit<BarcodeReading, "kind"> & Pick<ResolvedBarcode, "kind" | "elements" | "reason">;

const NOTHING = { checkDigitValid: null, barcodes: [], units: [], suggestions: [] };

/** Digits, which a scanner may have preceded by the symbology of an EAN. */
const DIGITS = /^(?:\]E0|\]E4)?([0-9]{4,14})$/;

function readText(text: string): TextReading {
	const [, digits] = DIGITS.exec(text) ?? [];
	if (digits !== undefined) return readBarcode(digits);
	const elements = readGs1(text);
	if (elements === undefined) return { ...NOTHING, kind: "invalid", reason: "not_a_barcode" };
	if (typeof elements === "string") return { ...NOTHING, kind: "invalid", reason: elements };
	const gtin = elements.get("01");
	const reading = gtin === undefined ? NOTHING : readBarcode(gtin);
	return { ...reading, kind: "gs1", elements: Object.fromEntries(elements) };
}
