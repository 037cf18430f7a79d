import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { CellPlan } from "./cells.ts";
import { bringCloser } from "./closer-base.ts";
import { deliverInto } from "./deliver.ts";
import { flatten } from "./flip-list.ts";
import { packFlips } from "./packed-flips.ts";

const CELLS = 24;
const BYTES = 400;
const ADLER_AT = BYTES - 12;

/** Checksum shares are arbitrary: they only have to add up to the same, however a base was reached. */
function planOf(format: "jpeg" | "png", shares: Uint16Array): CellPlan {
	const cells = Array.from({ length: CELLS }, (_, i) => ({
		x: 8 * i,
		y: 0,
		width: 8,
		height: 8,
		patches: [0, 1, 2].map((j) => ({ offset: 16 * i + 3 * j, xor: 1 + ((i * 7 + j) % 255) })),
		crc: (shares[i] ?? 0) * 65537,
		adlerA: (shares[i] ?? 0) % 65521,
		adlerB: ((shares[i] ?? 0) * 31) % 65521,
	}));
	const size = { width: 8 * CELLS, height: 8, sizeBytes: BYTES };
	if (format === "jpeg") return { format, ...size, cells };
	return { format, ...size, cells, checksums: { adlerOffset: ADLER_AT, crcOffset: ADLER_AT + 4 } };
}

const bits = fc.uint8Array({ minLength: CELLS, maxLength: CELLS, max: 1 });
const base = fc.uint8Array({ minLength: BYTES, maxLength: BYTES }).map((bytes) => {
	// Both halves of an Adler-32 are below 65521.
	bytes.set(deflateSync(bytes.subarray(0, 50)).subarray(-4), ADLER_AT);
	return bytes;
});
const shares = fc.uint16Array({ minLength: CELLS, maxLength: CELLS });

it.each(["jpeg", "png"] as const)(
	"bringCloser leaves the delivered bytes unchanged for any client (%s)",
	(format) => {
		fc.assert(
			fc.property(base, shares, bits, bits, bits, (bytes, sums, first, second, codeword) => {
				const flips = packFlips(flatten(planOf(format, sums)));
				const expected = deliverInto(Buffer.alloc(BYTES), bytes, flips, codeword);
				const closer = bringCloser({ base: Buffer.from(bytes), flips }, first);
				expect(deliverInto(Buffer.alloc(BYTES), closer.base, closer.flips, codeword)).toEqual(expected);
				const twice = bringCloser(closer, second);
				expect(deliverInto(Buffer.alloc(BYTES), twice.base, twice.flips, codeword)).toEqual(expected);
			}),
		);
	},
);

it("bringCloser rejects bits for a different number of cells", () => {
	const flips = packFlips(flatten(planOf("jpeg", new Uint16Array(CELLS))));
	const held = { base: new Uint8Array(BYTES), flips };
	expect(() => bringCloser(held, new Uint8Array(CELLS - 1))).toThrow(RangeError);
});
