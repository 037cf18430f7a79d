import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crcChange, crcOf } from "./crc32.ts";

describe("crcOf", () => {
	it("gives the check value of CRC-32 for the digits 1 to 9, however they are split", () => {
		expect(crcOf(Buffer.from("123456789"))).toBe(0xcbf43926);
		expect(crcOf(Buffer.from("1234"), new Uint8Array(0), Buffer.from("56789"))).toBe(0xcbf43926);
	});
});

describe("crcChange", () => {
	it("is the change in a message's CRC when bytes are XORed into it", () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ minLength: 1, maxLength: 40 }),
				fc.uint8Array({ maxLength: 300 }),
				fc.uint8Array({ maxLength: 900 }),
				(xor, before, after) => {
					const original = Buffer.concat([before, Buffer.alloc(xor.length, 0x5a), after]);
					const changed = Buffer.from(original);
					xor.forEach((byte, i) => {
						changed[before.length + i]! ^= byte;
					});
					const change = crcChange(xor, after.length);
					expect((crc32(original) ^ change) >>> 0).toBe(crc32(changed));
				},
			),
		);
	});

	it("holds over distances of megabytes", () => {
		for (const distance of [65_535, 65_536, 16_777_216 + 3]) {
			const message = Buffer.alloc(distance + 1);
			const before = crc32(message);
			message[0] = 0x81;
			expect((before ^ crcChange(Uint8Array.of(0x81), distance)) >>> 0).toBe(crc32(message));
		}
	});
});
