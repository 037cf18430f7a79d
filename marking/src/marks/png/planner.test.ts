import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deflateRows } from "./deflate.ts";
import { filterOfRow, filterPixels, filterSub } from "./filter.ts";
import { byteAfter } from "./flip.ts";
import { type PlannedCell, planCells } from "./planner.ts";
import { flipsOf } from "./shifts.ts";

const [width, height, cellSize] = [96, 48, 16];

/** Good enough as random numbers: the finaliser of MurmurHash3. */
function scramble(value: number): number {
	const mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
	const again = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (again ^ (again >>> 16)) >>> 0;
}

/** A grainy grey, transparent in a strip of columns. */
function picture(seed: number, grain: number, strip: { from: number; to: number }): Uint8Array {
	return Uint8Array.from({ length: 4 * width * height }, (_, at) => {
		const x = (at >> 2) % width;
		if (at % 4 === 3) return x >= strip.from && x < strip.to ? 0 : 255;
		return Math.min(255, 120 + (scramble(seed + at) % (grain + 1)));
	});
}

function plan(rgba: Uint8Array) {
	const pixels = new Int32Array(rgba.buffer);
	const residuals = filterPixels(pixels, width, cellSize);
	const deflated = deflateRows(residuals, width, cellSize);
	return {
		residuals,
		cells: planCells({ pixels, residuals, width, bandHeight: cellSize }, deflated, cellSize),
	};
}

/** The picture that a decoder gets from the filtered bytes after the cells' flips. */
function decodeFlipped(residuals: Int32Array, cells: PlannedCell[]): Uint8Array {
	const pixels = new Uint8Array(residuals.buffer.slice(0));
	for (const { y, head, shifts } of cells) {
		for (const { index, difference } of flipsOf(head, shifts)) pixels[4 * y * width + index]! += difference;
	}
	for (let at = 0; at < pixels.length; at++) {
		const isSub = filterOfRow(Math.floor(at / (4 * width)), cellSize) === filterSub;
		if (!isSub) pixels[at]! += pixels[at - 4 * width]!;
		else if (at % (4 * width) >= 4) pixels[at]! += pixels[at - 4]!;
	}
	return pixels;
}

function shiftAsPlanned(rgba: Uint8Array, cells: PlannedCell[]): Uint8Array {
	const shifted = rgba.slice();
	for (const { y, height: rows, shifts } of cells) {
		for (const { channel, start, end, by } of shifts) {
			for (let row = y; row < y + rows; row++) {
				for (let x = start; x < end; x++) shifted[4 * (row * width + x) + channel]! += by;
			}
		}
	}
	return shifted;
}

const pictures = fc.record({
	seed: fc.integer(),
	grain: fc.constantFrom(2, 5, 12, 40, 200),
	strip: fc.record({ from: fc.nat(width), to: fc.nat(width) }),
});

describe("planCells", () => {
	it("plans flips that shift the planned columns by the planned amounts, without wrapping round", () => {
		let planned = 0;
		fc.assert(
			fc.property(pictures, fc.integer(), ({ seed, grain, strip }, pick) => {
				const rgba = picture(seed, grain, strip);
				const { residuals, cells } = plan(rgba);
				const flipped = cells.filter((_, i) => scramble(pick + i) % 2 === 0);
				const expected = shiftAsPlanned(rgba, flipped);
				expect(Buffer.compare(decodeFlipped(residuals, flipped), expected)).toBe(0);
				expect(expected.every((value, at) => Math.abs(value - rgba[at]!) <= 4)).toBe(true);
				planned += cells.length;
			}),
		);
		expect(planned).toBeGreaterThan(500);
	});

	it("shares no byte of the file, and no pixel, between cells", () => {
		fc.assert(
			fc.property(pictures, ({ seed, grain, strip }) => {
				const { cells } = plan(picture(seed, grain, strip));
				for (let i = 1; i < cells.length; i++) {
					const [before, cell] = [cells[i - 1]!, cells[i]!];
					const firstByte = Math.min(...flipsOf(cell.head, cell.shifts).map(({ bit }) => bit >>> 3));
					expect(firstByte).toBeGreaterThanOrEqual(
						Math.max(...flipsOf(before.head, before.shifts).map(byteAfter)),
					);
					if (cell.y === before.y) expect(cell.x).toBeGreaterThanOrEqual(before.x + before.width);
				}
			}),
		);
	});

	it("stays two pixels away from the silhouette", () => {
		const { cells } = plan(picture(7, 12, { from: 40, to: 60 }));
		expect(cells.length).toBeGreaterThan(6);
		for (const { x, width: columns } of cells) expect(x + columns <= 38 || x >= 62).toBe(true);
	});

	it("shifts all channels of a cell the same way", () => {
		const { cells } = plan(picture(3, 12, { from: 0, to: 0 }));
		for (const { shifts } of cells) expect(new Set(shifts.map(({ by }) => Math.sign(by))).size).toBe(1);
	});
});
