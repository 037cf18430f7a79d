import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { PNG } from "pngjs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { PngCell } from "../cells.ts";
import { deliver, readCodeword } from "../deliver.ts";
import { flatten } from "../flip-list.ts";
import { crcOf } from "./crc32.ts";
import { cellSizeFor, type PreparedPng, preparePng } from "./prepare.ts";

interface Picture {
	rgba: Uint8Array;
	width: number;
	height: number;
}

/** Good enough as random numbers: the finaliser of MurmurHash3. */
function scramble(value: number): number {
	const mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
	const again = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (again ^ (again >>> 16)) >>> 0;
}

/** An ellipse cut out of a shaded, grainy surface, with a soft edge; transparent pixels have colours too. */
function cutout(width: number, height: number, grain: number, seed = 1): Picture {
	const rgba = new Uint8Array(4 * width * height);
	for (let i = 0; i < width * height; i++) {
		const [x, y] = [(i % width) / width, Math.floor(i / width) / height];
		const distance = Math.hypot(2 * x - 1, 2 * y - 1);
		for (let c = 0; c < 3; c++) {
			const noise = (scramble(seed + 4 * i + c) % (2 * grain + 1)) - grain;
			rgba[4 * i + c] = Math.min(255, Math.max(0, 60 + 50 * c + 90 * x + 40 * Math.sin(9 * y) + noise));
		}
		rgba[4 * i + 3] = Math.min(255, Math.max(0, (0.97 - distance) * 5000));
	}
	return { rgba, width, height };
}

const pictures: fc.Arbitrary<Picture> = fc
	.record({
		width: fc.integer({ min: 1, max: 70 }),
		height: fc.integer({ min: 1, max: 50 }),
		seed: fc.integer(),
		grain: fc.constantFrom(0, 1, 3, 15, 255),
		base: fc.integer({ min: 0, max: 255 }),
		slope: fc.integer({ min: -4, max: 4 }),
		alpha: fc.constantFrom("opaque", "transparent", "noise", "block"),
	})
	.map(({ width, height, seed, grain, base, slope, alpha }) => {
		const rgba = Uint8Array.from({ length: 4 * width * height }, (_, at) => {
			const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)];
			const noise = scramble(seed + at);
			if (at % 4 < 3) return Math.min(255, Math.max(0, base + slope * x + (noise % (grain + 1))));
			if (alpha === "noise") return noise & 0xff;
			return alpha === "opaque" || (alpha === "block" && x > 3 && y > 3 && x < 60) ? 255 : 0;
		});
		return { rgba, width, height };
	});

const randomWord = (prepared: PreparedPng, seed: number): Uint8Array =>
	Uint8Array.from(prepared.plan.cells, (_, i) => scramble(seed + i) & 1);

const mark = ({ base, plan }: PreparedPng, codeword: Uint8Array): Uint8Array =>
	deliver(base, flatten(plan), codeword);

/** For each byte of the picture, the cell whose area it is in; -1 for none. */
function cellsByPixel(cells: PngCell[], { width, height }: Picture): Int32Array {
	const owners = new Int32Array(width * height).fill(-1);
	cells.forEach((cell, i) => {
		for (let y = cell.y; y < cell.y + cell.height; y++) {
			for (let x = cell.x; x < cell.x + cell.width; x++) {
				expect(owners[y * width + x]).toBe(-1);
				owners[y * width + x] = i;
			}
		}
	});
	return owners;
}

/** Faults of a marked picture, pixel by pixel. */
function faults(picture: Picture, cells: PngCell[], codeword: Uint8Array, marked: Uint8Array): string[] {
	const owners = cellsByPixel(cells, picture);
	const found = new Set<string>();
	for (let at = 0; at < marked.length; at++) {
		const change = marked[at]! - picture.rgba[at]!;
		if (change === 0) continue;
		const owner = owners[at >> 2]!;
		if (at % 4 === 3) found.add("alpha changed");
		if (picture.rgba[at | 3] !== 255) found.add("a pixel that is not opaque changed");
		if (owner < 0 || codeword[owner] !== 1) found.add("a change outside the flipped cells");
		if (Math.abs(change) > 4) found.add("a change of more than four");
	}
	return [...found];
}

function peakSignalToNoise(picture: Picture, marked: Uint8Array): number {
	let sum = 0;
	let opaque = 0;
	for (let at = 0; at < marked.length; at++) {
		if (at % 4 === 3) opaque += picture.rgba[at] === 255 ? 1 : 0;
		else sum += (marked[at]! - picture.rgba[at]!) ** 2;
	}
	return 10 * Math.log10(255 ** 2 / (sum / (3 * opaque)));
}

const decodeWithPngjs = (file: Uint8Array): Uint8Array =>
	new Uint8Array(PNG.sync.read(Buffer.from(file)).data);

const decodeWithSharp = async (file: Uint8Array): Promise<Uint8Array> =>
	new Uint8Array(await sharp(file).raw().toBuffer());

describe("preparePng", () => {
	it("writes any picture so that decoders give back exactly its pixels", async () => {
		await fc.assert(
			fc.asyncProperty(pictures, async ({ rgba, width, height }) => {
				const { base } = preparePng(rgba, width, height);
				expect(Buffer.compare(decodeWithPngjs(base), rgba)).toBe(0);
				expect(Buffer.compare(await decodeWithSharp(base), rgba)).toBe(0);
			}),
			{ numRuns: 60 },
		);
	});

	it("plans cells whose flips change only opaque pixels inside them, by at most four", () => {
		fc.assert(
			fc.property(pictures, fc.integer(), (picture, seed) => {
				const prepared = preparePng(picture.rgba, picture.width, picture.height, 8);
				const codeword = randomWord(prepared, seed);
				const marked = decodeWithPngjs(mark(prepared, codeword));
				expect(faults(picture, prepared.plan.cells, codeword, marked)).toEqual([]);
			}),
			{ numRuns: 100 },
		);
	});

	it("delivers files with correct checksums and a readable codeword", () => {
		fc.assert(
			fc.property(pictures, fc.integer(), ({ rgba, width, height }, seed) => {
				const prepared = preparePng(rgba, width, height, 8);
				const { adlerOffset, crcOffset } = prepared.plan.checksums;
				const codeword = randomWord(prepared, seed);
				const file = Buffer.from(mark(prepared, codeword));
				expect(file.length).toBe(prepared.base.length);
				expect(file.readUInt32BE(crcOffset)).toBe(crcOf(file.subarray(37, crcOffset)));
				expect(inflateSync(file.subarray(41, adlerOffset + 4)).length).toBe(height * (4 * width + 1));
				expect(readCodeword(file, prepared.base, flatten(prepared.plan))).toEqual(codeword);
			}),
			{ numRuns: 100 },
		);
	});

	it("fills a grainy cutout with cells that each shift the mean brightness of their area", () => {
		const picture = cutout(320, 320, 6);
		const prepared = preparePng(picture.rgba, 320, 320, 16);
		const { cells } = prepared.plan;
		expect(cells.length).toBeGreaterThan(0.7 * 0.75 * (320 / 16) ** 2);
		const marked = decodeWithPngjs(mark(prepared, new Uint8Array(cells.length).fill(1)));
		for (const cell of cells) {
			let change = 0;
			for (let y = cell.y; y < cell.y + cell.height; y++) {
				for (let x = cell.x; x < cell.x + cell.width; x++) {
					const at = 4 * (y * 320 + x);
					const [red, green, blue] = [0, 1, 2].map((c) => marked[at + c]! - picture.rgba[at + c]!);
					change += 0.299 * red! + 0.587 * green! + 0.114 * blue!;
				}
			}
			expect(Math.abs(change / (16 * 16))).toBeGreaterThan(0.18);
		}
	});

	it.each([
		["smooth", 1],
		["grainy", 4],
		["coarse", 25],
	])("stays above 45 dB on the opaque pixels of a %s cutout", (_, grain) => {
		const picture = cutout(256, 256, grain);
		const prepared = preparePng(picture.rgba, 256, 256);
		expect(prepared.plan.cells.length).toBeGreaterThan(100);
		for (let seed = 0; seed < 5; seed++) {
			const marked = decodeWithPngjs(mark(prepared, randomWord(prepared, 1000 * seed)));
			expect(peakSignalToNoise(picture, marked)).toBeGreaterThan(45);
		}
	});

	it("plans no cells for pictures without room for one", () => {
		const transparent = new Uint8Array(4 * 64 * 64);
		const flat = new Uint8Array(4 * 64 * 64).fill(255);
		for (const rgba of [transparent, flat]) expect(preparePng(rgba, 64, 64).plan.cells).toEqual([]);
		expect(preparePng(Uint8Array.of(9, 8, 7, 255), 1, 1).plan.cells).toEqual([]);
	});

	it("accepts bytes at any offset in a larger buffer and does not modify them", () => {
		const { rgba, width, height } = cutout(40, 40, 5);
		for (const offset of [0, 1, 4, 7]) {
			const room = new Uint8Array(rgba.length + 20).fill(99);
			room.set(rgba, offset);
			const before = room.slice();
			const { base, plan } = preparePng(room.subarray(offset, offset + rgba.length), width, height);
			expect({ base, plan }).toEqual(preparePng(rgba, width, height));
			expect(room).toEqual(before);
		}
	});

	it("rejects bytes that do not match the size", () => {
		expect(() => preparePng(new Uint8Array(15), 2, 2)).toThrow(RangeError);
		expect(() => preparePng(new Uint8Array(0), 0, 2)).toThrow(RangeError);
		expect(() => preparePng(new Uint8Array(4), 0.5, 2)).toThrow(RangeError);
	});

	const pngcheck = "/usr/bin/pngcheck";
	if (!existsSync(pngcheck)) console.warn(`pngcheck is not installed at ${pngcheck}: its test is skipped`);

	it.skipIf(!existsSync(pngcheck))("passes pngcheck, before and after flipping", () => {
		const folder = mkdtempSync(join(tmpdir(), "png-"));
		try {
			const { rgba, width, height } = cutout(300, 200, 5);
			const prepared = preparePng(rgba, width, height);
			const path = join(folder, "picture.png");
			for (const file of [prepared.base, mark(prepared, randomWord(prepared, 3))]) {
				writeFileSync(path, file);
				expect(execFileSync(pngcheck, [path], { encoding: "utf8" })).toContain("OK:");
			}
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});

describe("cellSizeFor", () => {
	it.each([
		[198, 198, 8],
		[1000, 1000, 16],
		[1600, 1600, 16],
		[3000, 3000, 32],
	])("a picture of %i×%i has cells of %i pixels", (width, height, size) => {
		expect(cellSizeFor(width, height)).toBe(size);
	});
});
