import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adlerModulus } from "../cells.ts";
import { adlerChange, adlerOfRows, type ByteChange } from "./adler32.ts";
import { filterOfRow } from "./filter.ts";

/** The checksum at the end of a zlib stream. */
const adlerOf = (bytes: Uint8Array): number =>
	deflateSync(bytes, { level: 0 }).readUInt32BE(deflateSync(bytes, { level: 0 }).length - 4);

const withFilterBytes = (residuals: Int32Array, width: number, bandHeight: number): Buffer => {
	const bytes = new Uint8Array(residuals.buffer);
	const rows = Array.from({ length: residuals.length / width }, (_, y) => [
		Uint8Array.of(filterOfRow(y, bandHeight)),
		bytes.subarray(4 * y * width, 4 * (y + 1) * width),
	]);
	return Buffer.concat(rows.flat());
};

describe("adlerOfRows", () => {
	it("agrees with zlib for any rows", () => {
		const sizes = fc.record({
			width: fc.integer({ min: 1, max: 60 }),
			height: fc.integer({ min: 1, max: 20 }),
		});
		fc.assert(
			fc.property(sizes, fc.int32Array({ minLength: 1200, maxLength: 1200 }), ({ width, height }, noise) => {
				const residuals = noise.slice(0, width * height);
				expect(adlerOfRows(residuals, width, 8)).toBe(adlerOf(withFilterBytes(residuals, width, 8)));
			}),
		);
	});

	it("does not overflow on a large picture of 0xFF bytes", () => {
		const residuals = new Int32Array(1_000_000).fill(-1);
		expect(adlerOfRows(residuals, 2000, 16)).toBe(adlerOf(withFilterBytes(residuals, 2000, 16)));
	});
});

describe("adlerChange", () => {
	it("gives the combined checksum change of several changed bytes", () => {
		const messages = fc.uint8Array({ minLength: 1, maxLength: 500 });
		const edits = fc.array(fc.tuple(fc.nat(499), fc.nat(255)), { maxLength: 12 });
		fc.assert(
			fc.property(messages, edits, (message, changes) => {
				const changed = message.slice();
				const edited: ByteChange[] = [];
				for (const [place, value] of changes) {
					const at = place % message.length;
					edited.push({ difference: value - changed[at]!, bytesLeft: message.length - at });
					changed[at] = value;
				}
				const sums = adlerChange(edited);
				const [before, after] = [adlerOf(message), adlerOf(changed)];
				expect(((before & 0xffff) + sums.a) % adlerModulus).toBe(after & 0xffff);
				expect(((before >>> 16) + sums.b) % adlerModulus).toBe(after >>> 16);
			}),
		);
	});
});
