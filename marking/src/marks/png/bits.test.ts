import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBitWriter } from "./bits.ts";
import { prefixCode } from "./huffman.ts";

const readBits = (bytes: Uint8Array, position: number, count: number): number => {
	let value = 0;
	for (let i = 0; i < count; i++)
		value |= (((bytes[(position + i) >> 3] ?? 0) >> ((position + i) & 7)) & 1) << i;
	return value;
};

describe("bitWriter", () => {
	it("writes numbers of up to 24 bits one after the other, lowest bit first", () => {
		const number = fc
			.integer({ min: 0, max: 24 })
			.chain((count) => fc.tuple(fc.nat(2 ** count - 1), fc.constant(count)));
		fc.assert(
			fc.property(fc.array(number, { maxLength: 200 }), (numbers) => {
				const writer = createBitWriter();
				writer.reserve(600);
				const positions = numbers.map(([bits, count]) => {
					const position = writer.position();
					writer.put(bits, count);
					return position;
				});
				const end = writer.position();
				const bytes = writer.finish();
				expect(bytes.length).toBe(Math.ceil(end / 8));
				expect(numbers.map(([, count], i) => readBits(bytes, positions[i]!, count))).toEqual(
					numbers.map(([bits]) => bits),
				);
			}),
		);
	});

	it("writes the codes of several symbols as if written one by one", () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ minLength: 1, maxLength: 300 }),
				fc.integer({ min: 0, max: 15 }),
				(symbols, lead) => {
					const counts = new Uint32Array(256);
					for (const symbol of symbols) counts[symbol]! += 1;
					const code = prefixCode(counts);
					const [together, single] = [createBitWriter(), createBitWriter()];
					for (const writer of [together, single]) {
						writer.reserve(700);
						writer.put(1, lead + 1);
					}
					together.putSymbols(symbols, 0, symbols.length, code);
					for (const symbol of symbols) single.put(code.codes[symbol]!, code.lengths[symbol]!);
					expect(together.position()).toBe(single.position());
					expect(together.finish()).toEqual(single.finish());
				},
			),
		);
	});

	it("keeps its contents when it grows", () => {
		const writer = createBitWriter();
		for (let i = 0; i < 50_000; i++) {
			writer.reserve(2);
			writer.put(i & 0xffff, 16);
		}
		const bytes = writer.finish();
		expect(bytes.length).toBe(100_000);
		expect(readBits(bytes, 16 * 49_999, 16)).toBe(49_999);
	});
});
