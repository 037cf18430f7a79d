import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cell, CellPlan, PngCell } from "./cells.ts";
import { deliver, NotADeliveryError, readCodeword } from "./deliver.ts";
import { flatten } from "./flip-list.ts";

/** Cells of three patches each, in bytes that no other cell touches. */
const cellsOver = (length: number, count: number): Cell[] =>
	Array.from({ length: count }, (_, i) => ({
		x: 8 * i,
		y: 0,
		width: 8,
		height: 8,
		patches: [0, 1, 2].map((j) => ({
			offset: (i * 3 + j) * Math.floor(length / (count * 3)),
			xor: 1 + ((i * 7 + j) % 255),
		})),
	}));

const jpegLike = (length: number, count: number): CellPlan => ({
	format: "jpeg",
	width: 8 * count,
	height: 8,
	sizeBytes: length,
	cells: cellsOver(length, count),
});

const codewords = (count: number) => fc.uint8Array({ minLength: count, maxLength: count, max: 1 });
const bases = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe("deliver", () => {
	it("flips exactly the cells whose bit is 1 and leaves the base alone", () => {
		const plan = jpegLike(400, 20);
		fc.assert(
			fc.property(bases(400), codewords(20), (base, bits) => {
				const expected = Uint8Array.from(base);
				plan.cells.forEach((cell, i) => {
					if (bits[i] === 1) for (const { offset, xor } of cell.patches) expected[offset]! ^= xor;
				});
				const before = Uint8Array.from(base);
				expect(Buffer.compare(deliver(base, flatten(plan), bits), expected)).toBe(0);
				expect(base).toEqual(before);
			}),
		);
	});

	it("rejects a base or codeword of the wrong length rather than sending unmarked bytes", () => {
		const flips = flatten(jpegLike(400, 20));
		expect(() => deliver(new Uint8Array(399), flips, new Uint8Array(20))).toThrow(RangeError);
		expect(() => deliver(new Uint8Array(400), flips, new Uint8Array(19))).toThrow(RangeError);
	});
});

describe("readCodeword", () => {
	const flips = flatten(jpegLike(400, 20));

	it("reads back the codeword passed to deliver", () => {
		fc.assert(
			fc.property(bases(400), codewords(20), (base, bits) => {
				expect(readCodeword(deliver(base, flips, bits), base, flips)).toEqual(bits);
			}),
		);
	});

	it("rejects a file in which any byte was altered", () => {
		fc.assert(
			fc.property(bases(400), codewords(20), fc.nat(399), (base, bits, place) => {
				const damaged = deliver(base, flips, bits);
				damaged[place]! ^= 0xff;
				expect(() => readCodeword(damaged, base, flips)).toThrow(NotADeliveryError);
			}),
		);
	});

	it("rejects a file of a different length", () => {
		expect(() => readCodeword(new Uint8Array(401), new Uint8Array(400), flips)).toThrow(NotADeliveryError);
	});
});

/** Adler-32 by its definition: modulus and start values as in RFC 1950. */
function adler32(bytes: Uint8Array): number {
	let [a, b] = [1, 0];
	for (const byte of bytes) {
		a = (a + byte) % 65521;
		b = (b + a) % 65521;
	}
	return b * 65536 + a;
}

describe("deliver for a PNG", () => {
	/**
	 * A PNG chunk whose payload stands for deflated data of the same bytes: type, 300 bytes, their Adler-32, and the CRC-32 of all. The
	 * contribution
	 * of a cell is found by comparing whole sums, independently of the linear shortcuts.
	 */
	const payloadLength = 300;
	const chunk = (payload: Uint8Array): Uint8Array => {
		const data = Buffer.alloc(4 + payloadLength + 8);
		data.write("IDAT");
		data.set(payload, 4);
		data.writeUInt32BE(adler32(payload), 4 + payloadLength);
		data.writeUInt32BE(crc32(data.subarray(0, -4)), 4 + payloadLength + 4);
		return data;
	};
	const flipped = (payload: Uint8Array, cell: Cell): Uint8Array => {
		const copy = Uint8Array.from(payload);
		for (const { offset, xor } of cell.patches) copy[offset]! ^= xor;
		return copy;
	};
	const framed = (payload: Uint8Array) => Buffer.concat([Buffer.from("IDAT"), payload, Buffer.alloc(4)]);
	const withSums = (payload: Uint8Array, cell: Cell): PngCell => {
		const [before, after] = [adler32(payload), adler32(flipped(payload, cell))];
		const modulo = (n: number) => ((n % 65521) + 65521) % 65521;
		return {
			...cell,
			patches: cell.patches.map(({ offset, xor }) => ({ offset: offset + 4, xor })),
			crc: (crc32(framed(payload)) ^ crc32(framed(flipped(payload, cell)))) >>> 0,
			adlerA: modulo((after & 0xffff) - (before & 0xffff)),
			adlerB: modulo(Math.floor(after / 65536) - Math.floor(before / 65536)),
		};
	};

	it("keeps Adler-32 and CRC-32 correct for every codeword", () => {
		fc.assert(
			fc.property(bases(payloadLength), codewords(20), (payload, bits) => {
				const cells = cellsOver(payloadLength, 20);
				const flips = flatten({
					format: "png",
					width: 160,
					height: 8,
					sizeBytes: payloadLength + 12,
					checksums: { adlerOffset: 4 + payloadLength, crcOffset: 8 + payloadLength },
					cells: cells.map((cell) => withSums(payload, cell)),
				});
				const marked = cells.reduce<Uint8Array>(
					(bytes, cell, i) => (bits[i] === 1 ? flipped(bytes, cell) : bytes),
					payload,
				);
				const delivered = deliver(chunk(payload), flips, bits);
				expect(Buffer.compare(delivered, chunk(marked))).toBe(0);
				expect(readCodeword(delivered, chunk(payload), flips)).toEqual(bits);
			}),
		);
	});
});
