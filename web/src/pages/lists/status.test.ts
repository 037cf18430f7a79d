import { expect, test } from "vitest";
import type { CheckedBarcode } from "../../api/routes.ts";
import { EVERYTHING } from "../../basket/selection.ts";
import { basketItemsOf, gapReport, itemsOf, listRows, pricedRows } from "./status.ts";

const result = (more: Partial<CheckedBarcode>): CheckedBarcode => ({
	text: "4011",
	barcode: "4011",
	kind: "produce",
	check_digit_valid: null,
	unit: null,
	suggestion: null,
	name: null,
	brand: null,
	thumbnail: null,
	scopes: ["info"],
	variants: ["front", "back"],
	credits: 0.6,
	alerts: [],
	held: null,
	...more,
});

const results = [
	result({}),
	result({ text: "04011" }),
	result({ text: "1", barcode: "1", held: { scopes: ["info"], variants: ["front"] } }),
	result({ text: "2", barcode: "2", held: { scopes: ["info"], variants: ["front", "back"] } }),
	result({ text: "3", barcode: "3", scopes: [], variants: [] }),
	result({ text: "4", barcode: null, suggestion: "4011", check_digit_valid: false }),
	result({ text: "5", barcode: null, unit: "4011", name: '=Elite, "גדול"' }),
	result({ text: "6", barcode: null }),
];

test("orders leave out what unexpired orders already hold, and include what those lack", () => {
	const rows = listRows(results, EVERYTHING, true);
	expect(rows.map(({ status }) => status)).toEqual([
		...["new", "repeated", "new", "held", "found", "suggested", "case", "missing"],
	]);
	expect(itemsOf(rows)).toEqual([
		{ barcode: "4011", include: ["info", "images"], variants: ["front", "back"] },
		{ barcode: "1", include: ["images"], variants: ["back"] },
	]);
	expect(itemsOf(listRows(results, EVERYTHING, false)).map(({ barcode }) => barcode)).toEqual([
		"4011",
		"1",
		"2",
	]);
	expect(itemsOf(listRows(results, { scopes: [], variants: [] }, true))).toEqual([]);
});

test("the basket takes everything available, except for barcodes that orders hold in part", () => {
	expect(basketItemsOf(listRows(results, EVERYTHING, true))).toEqual([
		{ barcode: "4011" },
		{ barcode: "1", include: ["images"], variants: ["back"] },
	]);
	expect(basketItemsOf(listRows(results, EVERYTHING, false))).toEqual([
		{ barcode: "4011" },
		{ barcode: "1" },
		{ barcode: "2" },
	]);
});

test("the gap report has a line for each barcode, and no cell that is a formula", () => {
	const lines = gapReport(listRows(results, EVERYTHING, true)).split("\r\n");
	expect(lines).toHaveLength(results.length + 2);
	expect(lines[1]).toBe("4011,To order,4011,,,,,,yes,no,no,no,no,no,yes,yes,no,no");
	expect(lines[7]).toContain(`5,A case,,,,4011,"'=Elite, ""גדול""",`);
});

const prices = { scopes: [{ scope: "info", price: 0.1 }], picture: 0.25 } as const;
const credits = (leavesOut: boolean) => {
	const rows = listRows(results, EVERYTHING, leavesOut);
	const priced = pricedRows(rows, { ...prices, scopes: [...prices.scopes] });
	return { rows: rows.map((row) => priced.credits.get(row) ?? 0), sum: priced.sum };
};

test("each line has its price and the list their sum: a product twice, and what is bought or not there, at 0", () => {
	expect(credits(true)).toEqual({ rows: [0.6, 0, 0.25, 0, 0, 0, 0, 0], sum: 0.85 });
});

test("what is bought is priced again if it is to be ordered again", () => {
	expect(credits(false)).toEqual({ rows: [0.6, 0, 0.6, 0.6, 0, 0, 0, 0], sum: 1.8 });
});
