import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amplitudeBitsOf, canChange, change, planBits, sizeOf } from "./bits.ts";
import { coefficientAt, readLuma } from "./luma.ts";
import { productJpeg } from "./pictures.testing.ts";
import { amplitudeOf } from "./scanned-block.ts";

const luma = readLuma(await productJpeg("4:2:0", 64, 48, 1));

/** Blocks whose first wave is 2 or 3: two amplitude bits, either of which may change. */
const blocks = Array.from(luma.lengths.keys()).filter((b) => [2, 3].includes(coefficientAt(luma, b, 1)));
const block = blocks.find((b) => canChange(planBits(luma), 1, b, 1, coefficientAt(luma, b, 1), -3))!;
const value = coefficientAt(luma, block, 1);

describe("amplitude bits", () => {
	it("decode to the value they encode", () => {
		const values = fc.integer({ min: -2047, max: 2047 }).filter((v) => v !== 0);
		fc.assert(
			fc.property(values, (v) => {
				expect(amplitudeOf(amplitudeBitsOf(v), sizeOf(v))).toBe(v);
			}),
		);
	});
});

describe("canChange", () => {
	it("allows only values of the same size", () => {
		const bits = planBits(luma);
		expect(canChange(bits, 1, block, 1, value, -3)).toBe(true);
		for (const other of [0, 1, -1, 4, -4, 7]) expect(canChange(bits, 1, block, 1, value, other)).toBe(false);
	});

	it("refuses a byte that another cell changes", () => {
		const bits = planBits(luma);
		change(bits, 1, block, 1, value, -3);
		expect(canChange(bits, 1, block, 1, value, -3)).toBe(true);
		expect(canChange(bits, 2, block, 1, value, -3)).toBe(false);
	});

	it("never allows a change to or from a 0xFF byte", () => {
		const { bytes } = luma.entropy;
		for (const b of luma.lengths.keys()) {
			for (const k of [1, 2, 4]) {
				const from = coefficientAt(luma, b, k);
				const size = sizeOf(from);
				for (let raw = 0; raw < 1 << size && size > 0; raw++) {
					const bits = planBits(luma);
					if (!canChange(bits, 1, b, k, from, amplitudeOf(raw, size))) continue;
					change(bits, 1, b, k, from, amplitudeOf(raw, size));
					for (const at of bits.touched.subarray(0, bits.touchedCount))
						expect([bytes[at], bytes[at]! ^ bits.xor[at]!]).not.toContain(0xff);
				}
			}
		}
	});
});

describe("change", () => {
	it("undoes itself when applied twice", () => {
		const bits = planBits(luma);
		change(bits, 1, block, 1, value, -3);
		change(bits, 1, block, 1, value, -3);
		expect(bits.xor.every((xor) => xor === 0)).toBe(true);
	});
});
