import type { Packshot, ResolvedBarcode } from "@packshot/sdk";
import type { BarcodeRow } from "@packshot/tables/barcode-table";

/** The result for a line of the list. */
export interface ListedLine {
	readonly line: number;
	readonly text: string;
	/** The barcode as it was read; absent where the text is none. */
	readonly digits?: string;
	readonly status: "found" | "missing" | "removed" | "wrong check digit" | "case" | "unreadable";
	/** The product's barcode in the catalogue. */
	readonly barcode: string | undefined;
	/** A hint: the product that is probably meant, the item inside a case, or what is wrong with the text. */
	readonly note: string;
}

/** What a line may also stand for, if that is wanted. */
export interface Substitutes {
	/** The product that is probably meant where a check digit is wrong or left off. */
	readonly suggestions: boolean;
	/** The item inside a case. */
	readonly units: boolean;
}

/** Finds the products that the lines of a list refer to, whatever form their barcodes have (SPEC E7). */
export async function findListed(
	packshot: Packshot,
	entries: readonly BarcodeRow[],
	substitutes: Substitutes,
): Promise<ListedLine[]> {
	const texts = new Set(entries.flatMap(({ barcode }) => ("digits" in barcode ? [barcode.digits] : [])));
	const { results } = await packshot.products.resolve(texts);
	return entries.map(({ line, text, barcode }) => ({
		line,
		text,
		...("digits" in barcode
			? { digits: barcode.digits, ...meaningOf(results[barcode.digits], substitutes) }
			: { status: "unreadable" as const, barcode: undefined, note: barcode.problem }),
	}));
}

/** Finds the products of lines again. */
export async function findMeant(
	packshot: Packshot,
	lines: readonly ListedLine[],
	substitutes: Substitutes,
): Promise<ListedLine[]> {
	const { results } = await packshot.products.resolve(new Set(lines.flatMap(({ digits }) => digits ?? [])));
	return lines.map((line) =>
		line.digits === undefined ? line : { ...line, ...meaningOf(results[line.digits], substitutes) },
	);
}

function meaningOf(
	resolved: ResolvedBarcode | undefined,
	{ suggestions, units }: Substitutes,
): Pick<ListedLine, "status" | "barcode" | "note"> {
	const { barcode = null, unit = null, suggestion = null, check_digit_valid = null } = resolved ?? {};
	if (barcode !== null) return { status: "found", barcode, note: "" };
	if (units && unit !== null)
		return { status: "found", barcode: unit, note: "the item inside the case on the list" };
	if (suggestions && suggestion !== null)
		return { status: "found", barcode: suggestion, note: `not on the list: taken for ${suggestion}` };
	const none = { barcode: undefined };
	if (unit !== null) return { ...none, status: "case", note: `a case of ${unit}` };
	const note = suggestion === null ? "" : `probably ${suggestion}`;
	return { ...none, status: check_digit_valid === false ? "wrong check digit" : "missing", note };
}

/** Products that are in the catalogue no more. */
export function removedIn(lines: readonly ListedLine[]): ReadonlySet<string> {
	return new Set(lines.flatMap(({ status, barcode }) => (status === "removed" && barcode ? [barcode] : [])));
}
