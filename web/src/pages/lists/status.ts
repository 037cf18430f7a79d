import type { CheckedBarcode, ListPrices, OrderItem } from "../../api/routes.ts";
import { isNothing, itemOf, type Selection } from "../../basket/selection.ts";
import { sumOfCredits } from "../../format/credits.ts";
import { METADATA, SCOPE_NAMES, VARIANT_NAMES, VARIANTS } from "../../format/product-words.ts";

export type Status = "new" | "held" | "found" | "repeated" | "suggested" | "case" | "missing";

export const STATUS_NAMES: Readonly<Record<Status, string>> = {
	new: "To order",
	held: "In your orders",
	found: "Nothing to buy",
	repeated: "On the list already",
	suggested: "Wrong check digit",
	case: "A case",
	missing: "Not in the catalogue",
};

/** One barcode of a list: what it is, and what there is to buy of it. */
export interface ListRow {
	readonly checked: CheckedBarcode;
	readonly status: Status;
	/** What would be ordered. */
	readonly selection: Selection;
	/** Part of the selection is already in orders, so only the rest is ordered. */
	readonly isRest: boolean;
}

const NOTHING: Selection = { scopes: [], variants: [] };

/**
 * What to do with each barcode of a list. Of two texts for the same product, the second is ordered with the first.
 * @param selection the common selection, without what is locked. @param leavesOutHeld whether to leave out what unexpired orders already contain.
 */
export function listRows(
	results: readonly CheckedBarcode[],
	selection: Selection,
	leavesOutHeld: boolean,
): readonly ListRow[] {
	const products = new Set<string>();
	return results.map((checked) => {
		const { barcode, suggestion, unit, scopes, variants, held } = checked;
		if (barcode === null) {
			const status = suggestion ? "suggested" : unit ? "case" : "missing";
			return { checked, status, selection: NOTHING, isRest: false };
		}
		if (products.has(barcode)) return { checked, status: "repeated", selection: NOTHING, isRest: false };
		products.add(barcode);
		const there = {
			scopes: selection.scopes.filter((scope) => (scopes as readonly string[]).includes(scope)),
			variants: selection.variants.filter((variant) => variants.includes(variant)),
		};
		if (isNothing(there)) return { checked, status: "found", selection: NOTHING, isRest: false };
		const left =
			held && leavesOutHeld
				? {
						scopes: there.scopes.filter((scope) => !held.scopes.includes(scope)),
						variants: there.variants.filter((variant) => !held.variants.includes(variant)),
					}
				: there;
		const isRest = sizeOf(left) < sizeOf(there);
		return isNothing(left)
			? { checked, status: "held", selection: NOTHING, isRest }
			: { checked, status: "new", selection: left, isRest };
	});
}

function sizeOf({ scopes, variants }: Selection): number {
	return scopes.length + variants.length;
}

/** What to add to the basket: products with its common selection, except for those that orders partly contain. */
export function basketItemsOf(rows: readonly ListRow[]): OrderItem[] {
	const parts = new Set(rows.filter(({ isRest }) => isRest).map(({ checked }) => checked.barcode));
	return itemsOf(rows).map((item) => (parts.has(item.barcode) ? item : { barcode: item.barcode }));
}

/** What to order, one item per product. */
export function itemsOf(rows: readonly ListRow[]): OrderItem[] {
	return rows
		.filter(({ status }) => status === "new")
		.map(({ checked, selection }) => itemOf(checked.barcode ?? "", selection));
}

/**
 * What each row costs that is ordered, and all of them together. A product that is on the list twice is ordered once, and what is bought already, or
 * not there, costs nothing: such rows have no price.
 */
export function pricedRows(
	rows: readonly ListRow[],
	{ scopes, picture }: ListPrices,
): { readonly credits: ReadonlyMap<ListRow, number>; readonly sum: number } {
	const priceOf = new Map(scopes.map(({ scope, price }) => [scope as string, price]));
	const costOf = ({ selection }: ListRow) =>
		sumOfCredits([
			...selection.scopes.map((scope) => priceOf.get(scope) ?? 0),
			...selection.variants.map(() => picture),
		]);
	const credits = new Map(rows.filter(({ status }) => status === "new").map((row) => [row, costOf(row)]));
	return { credits, sum: sumOfCredits([...credits.values()]) };
}

const FORMULA = /^[\s;,"]*[=+\-@|%＝＋－＠]|^[\t\r\n]/;

/** Escapes a cell so that no spreadsheet reads it as a formula. */
function cell(text: string): string {
	const safe = FORMULA.test(text) ? `'${text}` : text;
	return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table of what a list lacks: what each barcode is, and which data and pictures exist. */
export function gapReport(rows: readonly ListRow[]): string {
	const heading = [
		"barcode given",
		"status",
		"barcode",
		"check digit",
		"meant perhaps",
		"item inside",
		"name",
		"brand",
		...METADATA.map((scope) => SCOPE_NAMES[scope]),
		...VARIANTS.map((variant) => `Picture: ${VARIANT_NAMES[variant]}`),
	];
	const lines = rows.map(({ checked, status }) => [
		checked.text,
		STATUS_NAMES[status],
		checked.barcode ?? "",
		checked.check_digit_valid === null ? "" : checked.check_digit_valid ? "right" : "wrong",
		checked.suggestion ?? "",
		checked.unit ?? "",
		checked.name ?? "",
		checked.brand ?? "",
		...METADATA.map((scope) => isThere(checked, (checked.scopes as readonly string[]).includes(scope))),
		...VARIANTS.map((variant) => isThere(checked, checked.variants.includes(variant))),
	]);
	return `\uFEFF${[heading, ...lines].map((line) => `${line.map(cell).join(",")}\r\n`).join("")}`;
}

function isThere({ barcode }: CheckedBarcode, there: boolean): string {
	return barcode === null ? "" : there ? "yes" : "no";
}
