import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { addLikelyWords, emptyWordSet, wordLength, wordOf } from "./corner-words.ts";
import { drawnPicture } from "./drawn-picture.ts";
import { fingerprint } from "./fingerprint.ts";
import { readLeak } from "./leak-description.ts";
import { addPrint, holdsPrint, PrintError, printCount, readPrints } from "./prints.ts";
import { scanPrints } from "./scan.ts";
import { cornerWords, readFingerprint } from "./stored-fingerprint.ts";

const seeds = Array.from({ length: 8 }, (_, seed) => seed);
const draw = (seed: number) => drawnPicture(seed, 800, 800);

let fingerprints: Uint8Array[];
let packed: Uint8Array;
beforeAll(async () => {
	fingerprints = [];
	for (const seed of seeds) {
		const { data, info } = await draw(seed).raw().toBuffer({ resolveWithObject: true });
		fingerprints.push(
			fingerprint({
				pixels: data,
				width: info.width,
				height: info.height,
				channels: info.channels === 3 ? 3 : 4,
			}),
		);
	}
	packed = fingerprints.reduce<Uint8Array | undefined>(addPrint, undefined) as Uint8Array;
});

/** Positions in the pack, those with the most words in common first. */
async function sighted(leak: Uint8Array) {
	const found = scanPrints(await readLeak(leak), [packed], 1);
	return found.sort((a, b) => b.words - a.words);
}

describe("packed prints", () => {
	test("take less than 900 bytes per picture", () => {
		expect(printCount(packed)).toBe(seeds.length);
		expect(packed.length / seeds.length).toBeLessThan(900);
	});

	test("hold each picture's print at its own position and nowhere else", () => {
		for (const place of seeds) {
			const held = fingerprints.map((one) => holdsPrint(packed, place, one));
			expect(held).toEqual(seeds.map((seed) => seed === place));
		}
		expect(holdsPrint(packed, seeds.length, fingerprints[0] as Uint8Array)).toBe(false);
	});

	test("are readable at an unaligned memory offset", () => {
		const moved = new Uint8Array(packed.length + 1);
		moved.set(packed, 1);
		expect(readPrints(moved.subarray(1)).hashes).toEqual(readPrints(packed).hashes);
	});

	test("are rejected when truncated, extended, empty or of another version", () => {
		const other = new Uint8Array(packed);
		other[0] = 9;
		for (const damaged of [packed.subarray(1), packed.subarray(0, -1), new Uint8Array(), other])
			expect(() => readPrints(damaged)).toThrow(PrintError);
		expect(() => readPrints(Buffer.concat([packed, Buffer.alloc(1)]))).toThrow(PrintError);
	});

	test("are read or rejected with a PrintError, whatever the bytes", () => {
		let rejected = 0;
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
				try {
					readPrints(bytes);
				} catch (fault) {
					expect(fault).toBeInstanceOf(PrintError);
					rejected++;
				}
			}),
		);
		expect(rejected).toBeGreaterThan(0);
	});
});

describe("scanning", () => {
	test.each([
		["the whole picture, shrunk and recompressed", () => draw(4).resize(300).jpeg({ quality: 40 })],
		["its mirror image", () => draw(4).flop().jpeg()],
	])("finds %s by its hash", async (_, leak) => {
		const byHash = (await sighted(await leak().toBuffer())).filter((one) => one.hashDistance !== undefined);
		expect(byHash).toMatchObject([{ pack: 0, place: 4 }]);
	});

	test.each([
		["a fifth of each side", 0.2, 1],
		["a third of each side, at three quarters of its size", 0.33, 0.75],
	])("ranks the right picture first for a crop of %s", async (_, share, scale) => {
		const side = Math.round(800 * share);
		const cut = await draw(6).extract({ left: 300, top: 320, width: side, height: side }).png().toBuffer();
		const leak = sharp(cut).resize(Math.round(side * scale));
		const [first] = await sighted(await leak.jpeg({ quality: 70 }).toBuffer());
		expect(first).toMatchObject({ pack: 0, place: 6 });
	});

	test("omits pictures with fewer words in common than requested", async () => {
		const leak = await readLeak(
			await draw(2).extract({ left: 200, top: 200, width: 300, height: 300 }).png().toBuffer(),
		);
		const all = scanPrints(leak, [packed], 1);
		const least = Math.max(...all.map(({ words }) => words));
		expect(scanPrints(leak, [packed], least)).toEqual(all.filter(({ words }) => words >= least));
		expect(scanPrints(leak, [packed], least).length).toBeLessThan(all.length);
	});
});

test("likely words include the word itself and its variants with one of its least reliable bits flipped", () => {
	const { corners } = readFingerprint(fingerprints[0] as Uint8Array);
	const word = wordOf(corners.descriptors, 3 * cornerWords);
	const set = emptyWordSet();
	const has = (one: number) => ((set[one >>> 5] as number) >>> (one & 31)) & 1;
	addLikelyWords(
		set,
		word,
		Float32Array.from({ length: 128 }, (_, bit) => bit),
		6,
	);
	expect(has(word)).toBe(1);
	const turned = Array.from({ length: wordLength }, (_, bit) => 1 << bit).filter((bit) => has(word ^ bit));
	// In the order of their doubt, as the differences above rise from the first bit of a descriptor to the last.
	const wordBits = Array.from({ length: 128 }, (_, bit) => {
		const descriptor = new Int32Array(4);
		descriptor[bit >> 5] = 1 << (bit & 31);
		return wordOf(descriptor, 0);
	}).filter((bit) => bit !== 0);
	expect(wordBits).toHaveLength(wordLength);
	expect(new Set(turned)).toEqual(new Set(wordBits.slice(0, 6)));
});
