import { describe, expect, it } from "vitest";
import { distanceExtraBits, distanceSymbol, lengthBases, lengthExtraBits, lengthSymbols } from "./symbols.ts";

describe("lengths", () => {
	it.each([
		[3, 257, 0],
		[10, 264, 0],
		[11, 265, 1],
		[18, 268, 1],
		[114, 279, 4],
		[115, 280, 4],
		[131, 281, 5],
		[257, 284, 5],
		[258, 285, 0],
	])("%i bytes have symbol %i with %i extra bits", (length, symbol, extraBits) => {
		expect(lengthSymbols[length]).toBe(symbol);
		expect(lengthExtraBits[symbol]).toBe(extraBits);
	});

	it("are told apart by the extra bits of their symbol", () => {
		for (let length = 3; length <= 258; length++) {
			const symbol = lengthSymbols[length]!;
			const rest = length - lengthBases[symbol]!;
			expect(rest).toBeGreaterThanOrEqual(0);
			expect(rest).toBeLessThan(2 ** lengthExtraBits[symbol]!);
		}
	});
});

describe("distances", () => {
	it.each([
		[1, 0, 0],
		[4, 3, 0],
		[5, 4, 1],
		[7, 5, 1],
		[192, 14, 6],
		[193, 15, 6],
		[24_576, 28, 13],
		[24_577, 29, 13],
		[32_768, 29, 13],
	])("%i bytes back have symbol %i with %i extra bits", (distance, symbol, extraBits) => {
		expect(distanceSymbol(distance)).toBe(symbol);
		expect(distanceExtraBits(symbol)).toBe(extraBits);
	});
});
