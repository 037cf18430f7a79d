import { crc32 } from "node:zlib";

/** The CRC-32 polynomial, lowest power in the highest bit (PNG specification, annex D). */
const polynomial = 0xedb88320;

/** CRC-32 of the concatenated parts. */
export function crcOf(...parts: Uint8Array[]): number {
	return parts.reduce((crc, part) => crc32(part, crc), 0);
}

/**
 * What XORing `bytes` into a message changes in the message's CRC-32, if `bytesAfter` bytes follow them: CRC-32 is linear, so the new CRC is the old
 * one XOR this, whatever the message.
 */
export function crcChange(bytes: Uint8Array, bytesAfter: number): number {
	let remainder = 0;
	for (const byte of bytes) remainder = (remainder >>> 8) ^ (table[(remainder ^ byte) & 0xff] ?? 0);
	return appendZeros(remainder, bytesAfter);
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
	let remainder = byte;
	for (let i = 0; i < 8; i++) remainder = timesX(remainder);
	return remainder;
});

function timesX(remainder: number): number {
	return remainder & 1 ? (remainder >>> 1) ^ polynomial : remainder >>> 1;
}

/** The remainder after `count` (below 2^32) more zero bytes: times x^(8 count), one byte of `count` at a time. */
function appendZeros(remainder: number, count: number): number {
	let result = remainder;
	for (let rest = count, level = 0; rest > 0; rest >>>= 8, level++) {
		if ((rest & 0xff) !== 0) result = multiply(result, zeroPowers[256 * level + (rest & 0xff)] ?? 0);
	}
	return result >>> 0;
}

/** Product of two polynomials modulo the CRC's. */
function multiply(a: number, b: number): number {
	let product = 0;
	for (let rest = a, shifted = b; rest !== 0; rest <<= 1) {
		if (rest < 0) product ^= shifted;
		shifted = timesX(shifted);
	}
	return product;
}

/** Entry `256 level + digit`: x to the power of 8 digit 256^level, which appends that many zero bytes. */
const zeroPowers = new Int32Array(4 * 256);

for (let level = 0, step = 0x00800000; level < 4; level++) {
	let power = 0x80000000 | 0;
	for (let digit = 0; digit < 256; digit++) {
		zeroPowers[256 * level + digit] = power;
		power = multiply(power, step);
	}
	step = power;
}
