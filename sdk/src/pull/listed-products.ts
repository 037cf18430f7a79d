import type { BarcodeRow } from "@packshot/tables/barcode-table";
import type { ResolvedBarcode } from "../catalogue-types.ts";
import type { Packshot } from "../packshot.ts";

/** The result for a line of the list. */
export interface ListedLine {
	readonly line: number;
	readonly text: string;
	readonly status: "found" | "missing" | "wrong check digit" | "case" | "unreadable";
	/** The product's barcode in the catalogue. */
	readonly barcode: string | undefined;
	/** A hint: the product that is probably meant, the item inside a case, or what is wrong with the text. */
	readonly note: string;
}

/** Finds the products that the lines of a list refer to, whatever form their barcodes have (SPEC E7). */
export async function findListed(packshot: Packshot, entries: readonly BarcodeRow[]): Promise<ListedLine[]> {
	const texts = new Set(entries.flatMap(({ barcode }) => ("digits" in barcode ? [barcode.digits] : [])));
	const { results } = await packshot.products.resolve(texts);
	return entries.map(({ line, text, barcode }) => ({
		line,
		text,
		...("digits" in barcode
			? meaningOf(results[barcode.digits])
			: { status: "unreadable" as const, barcode: undefined, note: barcode.problem }),
	}));
}

function meaningOf(resolved: ResolvedBarcode | undefined): Pick<ListedLine, "status" | "barcode" | "note"> {
	const { barcode = null, unit = null, suggestion = null, check_digit_valid = null } = resolved ?? {};
	if (barcode !== null) return { status: "found", barcode, note: "" };
	const none = { barcode: undefined };
	if (unit !== null) return { ...none, status: "case", note: `a case of ${unit}` };
	const note = suggestion === null ? "" : `probably ${suggestion}`;
	return { ...none, status: check_digit_valid === false ? "wrong check digit" : "missing", note };
}
