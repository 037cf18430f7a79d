import { describe, expect, it } from "vitest";
import { fittedLines, paragraph } from "./lines.ts";
import { widthOf } from "./svg.ts";

const style = { fill: "#000", weight: 700 } as const;

describe("fitted lines", () => {
	const room = { width: 100, height: 60, maxLines: 3, maxSize: 30 };

	it("stay within the given width, height and font size", () => {
		for (const words of ["Tea", "Stone-Ground Tahini", "A name of quite unusual length for a label"]) {
			const block = fittedLines(words, 0, 0, room, style);
			expect(block.height).toBeLessThanOrEqual(room.height + 1e-6);
			expect(block.size).toBeLessThanOrEqual(room.maxSize);
			const longest = Math.max(
				...words.split(" ").map((word) => widthOf(word, { ...style, size: block.size })),
			);
			expect(longest).toBeLessThanOrEqual(room.width + 1e-6);
		}
	});

	it("wrap a long name rather than shrink it", () => {
		const broken = fittedLines("Wildflower Honey", 0, 0, room, style);
		const single = fittedLines("Wildflower Honey", 0, 0, { ...room, maxLines: 1 }, style);
		expect(broken.size).toBeGreaterThan(single.size);
	});
});

describe("a paragraph", () => {
	it("is shrunk until it fits its height", () => {
		const words = "sugar, salt, wheat flour, sesame seeds, ".repeat(8).trim();
		const block = paragraph(words, 0, 0, { width: 60, height: 50, maxSize: 8 }, { fill: "#000" });
		expect(block.height).toBeLessThanOrEqual(50);
		expect(block.size).toBeLessThan(8);
	});
});
