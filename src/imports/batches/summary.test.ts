import { expect, test } from "vitest";
import { causeOf, emptyReport } from "../report.ts";
import { summaryOf } from "./summary.ts";

test("a cause is a reason without the details of each line", () => {
	expect(causeOf('info.bracha: expected one of a, b or null, found "x, found y"')).toBe(
		"info.bracha: expected one of a, b or null",
	);
	expect(causeOf("barcode 0725272730706 is not in the catalogue")).toBe("barcode … is not in the catalogue");
	expect(causeOf('"info.\\"x" is an unknown key')).toBe("… is an unknown key");
	expect(causeOf("hechshers[12].symbol: expected a text")).toBe("hechshers[…].symbol: expected a text");
	expect(causeOf("x".repeat(1000))).toHaveLength(200);
});

test("counts what an import did before it was interrupted, and not again as unchanged", () => {
	const counts = (created: number, updated: number, unchanged: number) => ({ created, updated, unchanged });
	const first = summaryOf({ ...emptyReport(), products: counts(5, 2, 1), images: counts(1, 0, 0) }, 10, null);
	const again = { ...emptyReport(), products: counts(3, 1, 8), images: counts(2, 0, 1) };
	expect(summaryOf(again, 5, first)).toMatchObject({
		products: counts(8, 3, 1),
		images: counts(3, 0, 0),
		tookMs: 15,
	});
});

test("causes are counted, most frequent first", () => {
	const refused = ["a, found 1", "b", "a, found 2"].map((reason) => ({ source: "x", reason }));
	expect(summaryOf({ ...emptyReport(), refused }, 0, null)).toMatchObject({
		refused: 3,
		causes: [
			{ cause: "a", count: 2 },
			{ cause: "b", count: 1 },
		],
	});
});
