import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withCheckDigit } from "../barcode.ts";
import { barcodeBars } from "./barcode-bars.ts";
import { modules } from "./ean-modules.ts";

/** Left-hand odd parity patterns, decoded digit by digit; G codes are their mirrored inverses. */
const ODD = [
	"0001101",
	"0011001",
	"0010011",
	"0111101",
	"0100011",
	"0110001",
	"0101111",
	"0111011",
	"0110111",
	"0001011",
];
const FIRST = [
	"000000",
	"001011",
	"001101",
	"001110",
	"010011",
	"011001",
	"011100",
	"010101",
	"010110",
	"011010",
];
const inverse = (bits: string) => [...bits].map((bit) => (bit === "1" ? "0" : "1")).join("");
const mirror = (bits: string) => [...bits].reverse().join("");

function readBack(bars: string): string {
	const left = Array.from({ length: 6 }, (_, i) => bars.slice(3 + i * 7, 10 + i * 7));
	const right = Array.from({ length: 6 }, (_, i) => bars.slice(50 + i * 7, 57 + i * 7));
	const even = left.map((bits) => (ODD.includes(bits) ? "0" : "1")).join("");
	const digits = left.map((bits) =>
		ODD.includes(bits) ? ODD.indexOf(bits) : ODD.indexOf(inverse(mirror(bits))),
	);
	return FIRST.indexOf(even) + [...digits, ...right.map((bits) => ODD.indexOf(inverse(bits)))].join("");
}

describe("the bars of a barcode", () => {
	it("match those of a well-known UPC-A", () => {
		expect(modules("036000291452")).toBe(
			"10100011010111101010111100011010001101000110101010110110011101001100110101110010011101101100101",
		);
	});

	it("decode to the digits they encode", () => {
		const bodies = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 });
		fc.assert(
			fc.property(bodies, (digits) => {
				const barcode = withCheckDigit(digits.join(""));
				expect(readBack(modules(barcode))).toBe(barcode);
			}),
		);
	});

	it("are drawn on a white field with quiet zones", () => {
		const svg = barcodeBars("2990000010018", 10, 20, 113, 60);
		expect(svg).toContain('<rect x="10" y="20" width="113" height="60" rx="0" fill="#fff"');
		const firstBar = Number(/d="M([\d.]+)/.exec(svg)?.[1]);
		expect(firstBar).toBeCloseTo(10 + 9, 5);
	});
});
