import { expect, test } from "vitest";
import { emptyReport, refusalCauses, refuse, refusedCount } from "./report.ts";

const LISTED = 100_000;

/** A report whose list has room for this many more entries. */
function nearlyFull(room: number) {
	const refused = new Array(LISTED - room).fill({ source: "a.csv", reason: "the line is no record" });
	return { ...emptyReport(), refused };
}

test("refusals beyond the listed ones are counted by cause", () => {
	const report = nearlyFull(1);
	for (const line of [10_001, 10_002, 10_003])
		refuse(report, { source: "a.csv", line, reason: `barcode ${line} is not in the catalogue` });
	expect(report.refused).toHaveLength(LISTED);
	expect(report.refused.at(-1)).toMatchObject({ line: 10_001 });
	expect(refusedCount(report)).toBe(LISTED + 2);
	expect(refusalCauses(report)).toEqual([
		["the line is no record", LISTED - 1],
		["barcode … is not in the catalogue", 3],
	]);
});

test("distinguishes a thousand causes and counts the rest as other reasons", () => {
	const report = nearlyFull(0);
	for (let place = 0; place < 1500; place++)
		refuse(report, { source: "a.csv", reason: `cause ${String.fromCodePoint(0x4e00 + place)}` });
	const causes = refusalCauses(report);
	expect(causes.slice(0, 2)).toEqual([
		["the line is no record", LISTED],
		["other reasons", 500],
	]);
	expect(causes).toHaveLength(1002);
});
