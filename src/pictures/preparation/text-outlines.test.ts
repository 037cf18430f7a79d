import { describe, expect, it } from "vitest";
import { textPath, textWidthPx } from "./text-outlines.ts";

const at = { sizePx: 40, weight: 400, x: 0, y: 50 } as const;

describe("text outlines", () => {
	it("draws Latin, Latin Extended and Hebrew", () => {
		for (const text of ["Olive oil", "Łódź žluťoučký", "שמן זית"]) {
			const { d, widthPx } = textPath(text, at);
			expect(d).toMatch(/^M-?[\d.]+/);
			expect(widthPx).toBeGreaterThan(60);
		}
	});

	it("leaves out characters that the typeface lacks", () => {
		expect(textPath("🫒🍞👨‍👩‍👧", at)).toMatchObject({ d: "", widthPx: 0 });
		expect(textPath("Oil 🫒", at).d).toBe(textPath("Oil ", at).d);
		expect(textPath("", at).d).toBe("");
	});

	it("does not throw on unusual or invalid characters", () => {
		expect(() => textPath("\ud800 \u0000\u202e\ufffd 漢字 ا", at)).not.toThrow();
	});

	it("anchors at the start, the middle and the end", () => {
		const firstX = (anchor: "start" | "middle" | "end") =>
			Number(/^M(-?[\d.]+)/.exec(textPath("Plum", { ...at, anchor }).d)?.[1]);
		const width = textWidthPx("Plum", 40, 400);
		expect(firstX("start") - firstX("middle")).toBeCloseTo(width / 2, 1);
		expect(firstX("start") - firstX("end")).toBeCloseTo(width, 1);
	});

	it("shrinks wide text to fit and leaves narrow text as requested", () => {
		const wide = textPath("A very long product name", { ...at, maxWidthPx: 100, trackingPx: 3 });
		expect(wide.widthPx).toBeCloseTo(100, 5);
		expect(wide.heightPx).toBeLessThan(textPath("A", at).heightPx);
		expect(textPath("A", { ...at, maxWidthPx: 100 })).toEqual(textPath("A", at));
	});

	it("makes bold wider than regular, and italic different", () => {
		expect(textWidthPx("Barley", 40, 700)).toBeGreaterThan(textWidthPx("Barley", 40, 400));
		expect(textPath("Barley", { ...at, italic: true }).d).not.toBe(textPath("Barley", at).d);
	});
});
