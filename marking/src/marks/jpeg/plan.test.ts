import fc from "fast-check";
import jpegJs from "jpeg-js";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { deliver, readCodeword } from "../deliver.ts";
import type { FlipList } from "../flip-list.ts";
import { BrokenJpegError, UnsupportedJpegError } from "./errors.ts";
import { decodeLuma, type Grey, kinds, lumaOf, product, productJpeg } from "./pictures.testing.ts";
import { type CellSize, planJpeg } from "./plan.ts";
import { type Coefficients, decodeCoefficients, encodeCoefficients } from "./recode.testing.ts";

const [width, height] = [150, 90];

interface Prepared {
	base: Buffer;
	flips: FlipList;
	/** The base with every cell flipped. */
	full: Buffer;
}

/** Cells of four blocks, large enough for level shifts; by default such small pictures would get cells of one block. */
function prepare(base: Buffer, cellSize: CellSize = { blocksAcross: 2, blocksDown: 2 }): Prepared {
	const flips = planJpeg(base, cellSize);
	return {
		base,
		flips,
		full: Buffer.from(deliver(base, flips, new Uint8Array(flips.cellCount).fill(1))),
	};
}

const areasOf = ({ x, y, cellWidth, cellHeight }: FlipList) =>
	Array.from(x, (left, i) => ({ x: left, y: y[i]!, width: cellWidth[i]!, height: cellHeight[i]! }));

const codewords = (count: number) => fc.uint8Array({ minLength: count, maxLength: count, max: 1 });

/** The coefficients of `full` for luma blocks whose cell's bit is 1, and of `base` elsewhere, encoded with the base's tables. */
function flipInCoefficientDomain({ base, flips, full }: Prepared, bits: Uint8Array): Buffer {
	const plain: Coefficients = decodeCoefficients(base);
	const luma = plain.components[0]!;
	const flipped = decodeCoefficients(full).components[0]!;
	areasOf(flips).forEach((cell, i) => {
		if (bits[i] === 0) return;
		for (let y = cell.y; y < cell.y + cell.height; y += 8) {
			for (let x = cell.x; x < cell.x + cell.width; x += 8) {
				const block = (y / 8) * luma.columns + x / 8;
				luma.blocks[block] = flipped.blocks[block]!;
			}
		}
	});
	return encodeCoefficients(plain);
}

function markersOf(jpeg: Uint8Array): string[] {
	const found: string[] = [];
	for (let i = 0; i + 1 < jpeg.length; i++) {
		if (jpeg[i] === 0xff && jpeg[i + 1] !== 0) found.push(`${i}:${jpeg[i + 1]}`);
	}
	return found;
}

function largestDifference(a: Grey, b: Grey): number {
	return a.levels.reduce((largest, level, i) => Math.max(largest, Math.abs(level - b.levels[i]!)), 0);
}

function psnr(a: Grey, b: Grey): number {
	const sum = a.levels.reduce((total, level, i) => total + (level - b.levels[i]!) ** 2, 0);
	return 10 * Math.log10(255 ** 2 / (sum / a.levels.length));
}

/** Mean SSIM (Wang et al., 2004) in windows of 8×8 pixels, four apart. */
function ssim(a: Grey, b: Grey): number {
	const values: number[] = [];
	for (let y = 0; y + 8 <= a.height; y += 4) {
		for (let x = 0; x + 8 <= a.width; x += 4) {
			const window = Array.from({ length: 64 }, (_, i) => (y + (i >> 3)) * a.width + x + (i & 7));
			const mean = (f: (at: number) => number) => window.reduce((sum, at) => sum + f(at), 0) / 64;
			const [ma, mb] = [mean((at) => a.levels[at]!), mean((at) => b.levels[at]!)];
			const variances = mean((at) => a.levels[at]! ** 2 + b.levels[at]! ** 2) - ma ** 2 - mb ** 2;
			const covariance = mean((at) => a.levels[at]! * b.levels[at]!) - ma * mb;
			const [c1, c2] = [2.55 ** 2, 7.65 ** 2];
			values.push(
				((2 * ma * mb + c1) * (2 * covariance + c2)) / ((ma ** 2 + mb ** 2 + c1) * (variances + c2)),
			);
		}
	}
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe.each(kinds)("a JPEG with %s", (kind) => {
	it.each([
		[1, 1],
		[2, 2],
		[4, 2],
	])(
		"delivers the same bytes as flipping coefficients and encoding, with cells of %i×%i blocks",
		async (blocksAcross, blocksDown) => {
			const jpeg = await productJpeg(kind, width, height, 3);
			const prepared = prepare(jpeg, { blocksAcross, blocksDown });
			expect(prepared.flips.cellCount).toBeGreaterThan(15);
			fc.assert(
				fc.property(codewords(prepared.flips.cellCount), (bits) => {
					const delivered = deliver(prepared.base, prepared.flips, bits);
					expect(Buffer.compare(delivered, flipInCoefficientDomain(prepared, bits))).toBe(0);
				}),
				{ numRuns: 4 },
			);
		},
	);

	it("keeps its length and its markers when every cell is flipped", async () => {
		const { base, full } = prepare(await productJpeg(kind, width, height, 4));
		expect(full.length).toBe(base.length);
		expect(markersOf(full)).toEqual(markersOf(base));
	});

	it("decodes alike in libjpeg-turbo and jpeg-js, and close to the base", async () => {
		const { base, full } = prepare(await productJpeg(kind, width, height, 5));
		const plain = await decodeLuma(base);
		const native = await decodeLuma(full);
		const other = jpegJs.decode(full, { useTArray: true });
		expect([native.width, native.height]).toEqual([width, height]);
		expect([other.width, other.height]).toEqual([width, height]);
		expect(largestDifference(native, plain)).toBeLessThan(16);
		expect(psnr(native, lumaOf(other.data, width, height))).toBeGreaterThan(40);
	});

	it("gives 100 random codewords back from delivered files", async () => {
		const { base, flips } = prepare(await productJpeg(kind, width, height, 6));
		fc.assert(
			fc.property(codewords(flips.cellCount), (bits) => {
				expect(Buffer.compare(readCodeword(deliver(base, flips, bits), base, flips), bits)).toBe(0);
			}),
			{ numRuns: 100 },
		);
	});
});

describe("planJpeg", () => {
	it("changes only luma DC and the lowest AC coefficients, and no AC coefficient to or from zero", async () => {
		const { base, full } = prepare(await productJpeg("4:2:0", width, height, 7));
		const [plain, flipped] = [decodeCoefficients(base).components, decodeCoefficients(full).components];
		expect(flipped.slice(1)).toEqual(plain.slice(1));
		const changed = new Set<number>();
		plain[0]!.blocks.forEach((block, b) => {
			block.forEach((value, k) => {
				const other = flipped[0]!.blocks[b]![k]!;
				if (other !== value) changed.add(k);
				if (k > 0) expect(other === 0).toBe(value === 0);
			});
		});
		expect([...changed].sort((a, b) => a - b)).toEqual([0, 1, 2, 4]);
	});

	it("leaves a white background and the block next to it unchanged", async () => {
		const { base, full } = prepare(await productJpeg("4:4:4", 160, 96, 8));
		const [plain, flipped] = [await decodeLuma(base), await decodeLuma(full)];
		const margin = (_: number, i: number) => i % 160 < 48;
		expect(flipped.levels.filter(margin)).toEqual(plain.levels.filter(margin));
	});

	it("marks print on a white label, which is not background", async () => {
		const [w, h] = [160, 96];
		const pixels = product(w, h, 9);
		for (let y = 24; y < 72; y++) {
			for (let x = 72; x < 136; x++)
				pixels.fill(x % 5 < 2 && y % 9 < 6 ? 30 : 255, (y * w + x) * 3, (y * w + x) * 3 + 3);
		}
		const jpeg = await sharp(pixels, { raw: { width: w, height: h, channels: 3 } })
			.jpeg({ quality: 88 })
			.toBuffer();
		const inside = areasOf(planJpeg(jpeg)).filter((c) => c.x >= 80 && c.x < 120 && c.y >= 32 && c.y < 64);
		expect(inside.length).toBeGreaterThan(5);
	});

	it.each(["#ffffff", "#7a3b10"])("finds nothing to change in a flat picture of %s", async (background) => {
		const flat = sharp({ create: { width: 200, height: 200, channels: 3, background } });
		expect(planJpeg(await flat.jpeg().toBuffer()).cellCount).toBe(0);
	});

	it("keeps a client's copy above 45 dB and an SSIM of 0.995 for three textures", async () => {
		for (const seed of [1, 2, 3]) {
			const { base, flips } = prepare(await productJpeg("4:2:0", 320, 240, seed));
			const bits = Uint8Array.from({ length: flips.cellCount }, (_, i) => (i * 7 + seed) % 2);
			const [plain, marked] = [await decodeLuma(base), await decodeLuma(deliver(base, flips, bits))];
			expect(psnr(marked, plain)).toBeGreaterThan(45);
			expect(ssim(marked, plain)).toBeGreaterThan(0.995);
		}
	});

	it("uses one-block cells for a small picture and four-block cells for a larger one", async () => {
		const sizes = async (w: number, h: number) =>
			new Set(planJpeg(await productJpeg("4:2:0", w, h, 1)).cellWidth);
		expect(await sizes(160, 160)).toEqual(new Set([8]));
		expect(await sizes(560, 560)).toEqual(new Set([16]));
	});

	it("rejects progressive, CMYK and RGB JPEGs and other formats, which cannot carry marks", async () => {
		const picture = sharp(product(width, height, 1), { raw: { width, height, channels: 3 } });
		const progressive = await picture.clone().jpeg({ progressive: true }).toBuffer();
		const rgb = Buffer.concat([
			Buffer.from("ffd8ffee000e41646f626500640000000000", "hex"),
			(await picture.clone().jpeg().toBuffer()).subarray(2),
		]);
		const cmyk = await picture.clone().toColourspace("cmyk").jpeg().toBuffer();
		expect(() => planJpeg(progressive)).toThrow(UnsupportedJpegError);
		expect(() => planJpeg(cmyk)).toThrow(UnsupportedJpegError);
		expect(() => planJpeg(rgb)).toThrow(UnsupportedJpegError);
		expect(() => planJpeg(Buffer.from("\x89PNG\r\n\x1a\n"))).toThrow(BrokenJpegError);
	});

	it("returns a plan or throws a typed error for a damaged file", async () => {
		const jpeg = await productJpeg("restarts", 64, 48, 1);
		let rejected = 0;
		const damage = fc.array(fc.tuple(fc.nat(jpeg.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(damage, fc.integer({ min: 0, max: jpeg.length }), fc.boolean(), (changes, length, cut) => {
				const broken = Uint8Array.from(cut ? jpeg.subarray(0, length) : jpeg);
				for (const [at, byte] of changes) broken[at] = byte;
				try {
					planJpeg(broken);
				} catch (error) {
					if (!(error instanceof BrokenJpegError)) expect(error).toBeInstanceOf(UnsupportedJpegError);
					rejected++;
				}
			}),
			{ numRuns: 300 },
		);
		expect(rejected).toBeGreaterThan(0);
	});
});
