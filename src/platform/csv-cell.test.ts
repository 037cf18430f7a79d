import fc from "fast-check";
import { expect, test } from "vitest";
import { textCell } from "./csv-cell.ts";

test.each([
	["=1+1", "'=1+1"],
	["+49 30", "'+49 30"],
	["-5", "'-5"],
	["@SUM(A1)", "'@SUM(A1)"],
	["\t=1", `"'\t=1"`],
	[";=1+1", `"';=1+1"`],
	["; \t=1", `"'; \t=1"`],
	["＝1+1", "'＝1+1"],
	["＋1", "'＋1"],
	["－1", "'－1"],
	["＠SUM(A1)", "'＠SUM(A1)"],
	["\tA1", `"'\tA1"`],
	["\rA1", `"'\rA1"`],
	["spring;=1+1", `"spring;=1+1"`],
	["  =1", "'  =1"],
	['=A1,"x"', `"'=A1,""x"""`],
])("%j becomes %j", (text, cell) => {
	expect(textCell(text)).toBe(cell);
});

test("leaves text that is not a formula unchanged", () => {
	for (const text of ["", "Invoice 7", "a=b", "50% off"]) expect(textCell(text)).toBe(text);
});

test("any text can be read back from its cell, behind at most an apostrophe, and never starts a formula", () => {
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom(..."=+-@|%＝＋－＠\t\r\n\",;ab1 '") }), (text) => {
			const cell = textCell(text);
			const inner =
				cell.startsWith('"') && cell.endsWith('"') && cell.length > 1
					? cell.slice(1, -1).replaceAll('""', '"')
					: cell;
			expect([text, `'${text}`]).toContain(inner);
			expect(inner).not.toMatch(/^[\s;,"]*[=+\-@＝＋－＠]/);
			if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",;\r\n\t]/);
		}),
	);
});
