import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { decodeCoefficients, encodeCoefficients, halveChroma } from "../marks/jpeg/recode.testing.ts";
import { type Background, inspectPicture } from "./inspect.ts";
import { normalisePicture, type Raster } from "./normalise.ts";

const WIDTH = 48;
const HEIGHT = 32;

/** Four plain quarters: red-ish, green-ish, blue-ish, grey; muted enough to exist in every colour space. */
const QUARTERS = [
	[170, 80, 70],
	[90, 150, 90],
	[70, 90, 160],
	[130, 130, 130],
] as const;

function quarters(): Sharp {
	const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
	for (let y = 0; y < HEIGHT; y++) {
		for (let x = 0; x < WIDTH; x++) pixels.set(QUARTERS[quarter(x, y)]!, 3 * (y * WIDTH + x));
	}
	return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

function quarter(x: number, y: number): number {
	return (x < WIDTH / 2 ? 0 : 1) + (y < HEIGHT / 2 ? 0 : 2);
}

async function normalised(file: Uint8Array, background: Background = "white"): Promise<Raster> {
	const inspected = inspectPicture(file, background);
	if ("refused" in inspected) throw new Error(inspected.refused);
	const raster = await normalisePicture(inspected, background);
	if ("refused" in raster) throw new Error(raster.refused);
	return raster;
}

function pixel(raster: Raster, x: number, y: number): number[] {
	const at = raster.channels * (y * raster.width + x);
	return [...raster.pixels.subarray(at, at + raster.channels)];
}

const CENTRES = [
	[12, 8],
	[36, 8],
	[12, 24],
	[36, 24],
] as const;

/** The largest difference of any colour channel at the centres of the quarters. */
function worstDifference(raster: Raster): number {
	const differences = CENTRES.flatMap(([x, y], i) =>
		pixel(raster, x, y).map((value, band) => Math.abs(value - QUARTERS[i]![band]!)),
	);
	return Math.max(...differences);
}

describe("colours", () => {
	const cases: [string, number, () => Promise<Buffer>][] = [
		["progressive JPEG", 4, () => quarters().jpeg({ progressive: true, quality: 95 }).toBuffer()],
		[
			"JPEG with 4:4:4 chroma",
			4,
			() => quarters().jpeg({ chromaSubsampling: "4:4:4", quality: 95 }).toBuffer(),
		],
		[
			"JPEG with 4:2:0 chroma",
			4,
			() => quarters().jpeg({ chromaSubsampling: "4:2:0", quality: 95 }).toBuffer(),
		],
		[
			"JPEG with 4:2:2 chroma",
			4,
			async () => {
				const jpeg = await quarters().jpeg({ chromaSubsampling: "4:4:4", quality: 95 }).toBuffer();
				return encodeCoefficients(halveChroma(decodeCoefficients(jpeg)));
			},
		],
		[
			"JPEG with a Display P3 profile",
			5,
			() => quarters().withIccProfile("p3").jpeg({ quality: 98 }).toBuffer(),
		],
		[
			"CMYK JPEG with a profile",
			25,
			() => quarters().toColourspace("cmyk").withIccProfile("cmyk").jpeg({ quality: 98 }).toBuffer(),
		],
		[
			"CMYK JPEG without a profile",
			25,
			() => quarters().toColourspace("cmyk").jpeg({ quality: 98 }).toBuffer(),
		],
		["PNG with a Display P3 profile", 3, () => quarters().withIccProfile("p3").png().toBuffer()],
		["16-bit PNG", 1, () => quarters().toColourspace("rgb16").png().toBuffer()],
		["interlaced PNG", 0, () => quarters().png({ progressive: true }).toBuffer()],
		["palette PNG", 3, () => quarters().png({ palette: true }).toBuffer()],
	];
	it.each(cases)("are preserved in a %s", async (_, tolerance, make) => {
		const raster = await normalised(await make());
		expect([raster.width, raster.height, raster.channels]).toEqual([WIDTH, HEIGHT, 3]);
		expect(worstDifference(raster)).toBeLessThanOrEqual(tolerance);
	});

	it("are preserved in a greyscale JPEG and PNG", async () => {
		const grey = () =>
			sharp({ create: { width: 9, height: 9, channels: 3, background: "#5a5a5a" } }).toColourspace("b-w");
		for (const file of [await grey().jpeg().toBuffer(), await grey().png().toBuffer()]) {
			expect(pixel(await normalised(file), 4, 4)).toEqual([90, 90, 90]);
		}
	});

	it("ignore a broken colour profile", async () => {
		const png = await quarters().png().toBuffer();
		const broken = withChunk(
			png,
			"iCCP",
			Buffer.concat([Buffer.from("x\0\0"), deflateSync(Buffer.alloc(500, 7))]),
		);
		expect(worstDifference(await normalised(broken))).toBe(0);
	});

	it("ignore a colour profile that decompresses to 100 MB", async () => {
		const png = await quarters().png().toBuffer();
		const bomb = withChunk(
			png,
			"iCCP",
			Buffer.concat([Buffer.from("x\0\0"), deflateSync(Buffer.alloc(100e6), { level: 1 })]),
		);
		expect(worstDifference(await normalised(bomb))).toBe(0);
	});
});

describe("a picture with an Exif orientation", () => {
	/** The quarters of the stored picture seen at top left, top right, bottom left and bottom right (Exif 2.3, tag 0x0112). */
	const seen = [
		[1, "0123"],
		[2, "1032"],
		[3, "3210"],
		[4, "2301"],
		[5, "0213"],
		[6, "2031"],
		[7, "3120"],
		[8, "1302"],
	] as const;

	it.each(seen)("is turned upright for orientation %i", async (orientation, quartersSeen) => {
		for (const format of ["jpeg", "png"] as const) {
			const file = await quarters()
				.withMetadata({ orientation })
				.toFormat(format, { quality: 98 })
				.toBuffer();
			const raster = await normalised(file);
			const [width, height] = orientation > 4 ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
			expect([raster.width, raster.height]).toEqual([width, height]);
			const found = [0, 1, 2, 3].map((i) =>
				nearestQuarter(pixel(raster, i % 2 === 0 ? 5 : width - 5, i < 2 ? 5 : height - 5)),
			);
			expect(found.join("")).toBe(quartersSeen);
		}
	});

	function nearestQuarter(colour: number[]): number {
		const distances = QUARTERS.map((known) =>
			Math.hypot(...known.map((value, band) => value - colour[band]!)),
		);
		return distances.indexOf(Math.min(...distances));
	}
});

describe("transparency", () => {
	const glass = (alpha: number) =>
		sharp({
			create: { width: 8, height: 8, channels: 4, background: { r: 200, g: 40, b: 40, alpha } },
		}).png();

	it("is flattened onto white for a front", async () => {
		expect(pixel(await normalised(await glass(0).toBuffer()), 3, 3)).toEqual([255, 255, 255]);
		expect(pixel(await normalised(await glass(0.5).toBuffer()), 3, 3)).toEqual([227, 147, 147]);
	});

	it("is kept in a cut-out, as are the colours under it", async () => {
		expect(pixel(await normalised(await glass(0.5).toBuffer(), "transparent"), 3, 3)).toEqual([
			200, 40, 40, 128,
		]);
		expect(pixel(await normalised(await glass(0).toBuffer(), "transparent"), 3, 3)).toEqual([200, 40, 40, 0]);
	});

	it("of a palette PNG and of a 16-bit PNG is kept in a cut-out", async () => {
		const palette = await glass(0.5).png({ palette: true }).toBuffer();
		const deep = await sharp(await glass(0.5).toBuffer())
			.toColourspace("rgb16")
			.png()
			.toBuffer();
		expect(pixel(await normalised(palette, "transparent"), 3, 3)).toEqual([200, 40, 40, 128]);
		expect(pixel(await normalised(deep, "transparent"), 3, 3)).toEqual([200, 40, 40, 128]);
	});
});

describe("a damaged file is refused", () => {
	async function refusal(file: Uint8Array): Promise<string> {
		return normalised(file).then(
			() => "accepted",
			(error: Error) => error.message,
		);
	}

	it.each(["jpeg", "png"] as const)("when a %s is truncated anywhere", async (format) => {
		const file = await quarters().toFormat(format).toBuffer();
		for (let length = 1; length < file.length; length += Math.ceil(file.length / 60)) {
			expect(await refusal(file.subarray(0, length)), `${length} bytes`).not.toBe("accepted");
		}
		expect(await refusal(file.subarray(0, file.length - 1))).not.toBe("accepted");
	});

	it("when an end marker is appended to a truncated JPEG", async () => {
		const file = await noise().jpeg().toBuffer();
		const cut = Buffer.concat([file.subarray(0, file.length / 2), Buffer.of(0xff, 0xd9)]);
		expect(await refusal(cut)).toMatch(/^unreadable or truncated/);
	});

	it("when the second half of a JPEG is zeroed", async () => {
		const file = await noise().jpeg().toBuffer();
		file.fill(0, file.length / 2);
		expect(await refusal(file)).toMatch(/^unreadable or truncated/);
	});

	it("when one bit of a PNG's pixel data is flipped", async () => {
		const file = await noise().png().toBuffer();
		file[file.length >> 1]! ^= 1;
		expect(await refusal(file)).toMatch(/^unreadable or truncated/);
	});

	it("when a PNG's header declares more pixels than the file contains", async () => {
		const file = await quarters().png().toBuffer();
		file.writeUInt32BE(7000, 16);
		file.writeUInt32BE(7000, 20);
		file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
		expect(await refusal(file)).toMatch(/^unreadable or truncated/);
	});
});

it("reads JPEGs with restart markers", async () => {
	const raster = await normalised(twoBlocksWithRestart());
	expect([pixel(raster, 3, 3), pixel(raster, 12, 3)]).toEqual([
		[159, 159, 159],
		[97, 97, 97],
	]);
});

const chunkOf = (type: string, ...values: number[]): [string, Buffer] => {
	const body = Buffer.alloc(values.length * 4);
	for (const [at, value] of values.entries()) body.writeUInt32BE(value * 100_000, at * 4);
	return [type, body];
};
const ADOBE_RGB = [0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06];
const UNDER_D50 = [0.34567, 0.3585, ...ADOBE_RGB.slice(2)];

/** What Chromium shows for a plain colour. */
it.each<[shown: number[], colour: number[], ...chunks: [string, Buffer][]]>([
	[[229, 168, 122], [200, 100, 50], chunkOf("gAMA", 1)],
	[[79, 56, 38], [20, 10, 5], chunkOf("gAMA", 1)],
	[[227, 100, 42], [200, 100, 50], chunkOf("gAMA", 0.45455), chunkOf("cHRM", ...ADOBE_RGB)],
	[[239, 120, 67], [200, 100, 50], chunkOf("gAMA", 0.55556), chunkOf("cHRM", ...UNDER_D50)],
	[[200, 100, 50], [200, 100, 50], chunkOf("gAMA", 0.45455)],
	[[200, 100, 50], [200, 100, 50], chunkOf("gAMA", 1), ["sRGB", Buffer.of(0)]],
	[[200, 100, 50], [200, 100, 50], chunkOf("gAMA", 0)],
	[[168, 168, 168], [100, 100, 100], chunkOf("gAMA", 1)],
])("shows a PNG's gamma and primaries as browsers do: %j for %j", async (shown, [r, g, b], ...chunks) => {
	const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: { r, g, b } } });
	const isGrey = r === g && g === b;
	const png = await (isGrey ? plain.toColourspace("b-w") : plain).png().toBuffer();
	const tagged = chunks.reduce<Buffer>((file, [type, body]) => withChunk(file, type, body), png);
	const [red = 0, green = 0, blue = 0] = pixel(await normalised(tagged), 4, 4);
	for (const [at, value] of [red, green, blue].entries())
		expect(Math.abs(value - (shown[at] ?? 0))).toBeLessThanOrEqual(1);
});

it("reads a picture of one pixel", async () => {
	const dot = sharp({ create: { width: 1, height: 1, channels: 4, background: "#c0ffee80" } });
	expect((await normalised(await dot.clone().png().toBuffer(), "transparent")).pixels.length).toBe(4);
	expect((await normalised(await dot.clone().jpeg().toBuffer())).pixels.length).toBe(3);
});

function noise(): Sharp {
	const pixels = Buffer.alloc(64 * 64 * 3, 0).map((_, i) => (i * 2654435761) >>> 24);
	return sharp(pixels, { raw: { width: 64, height: 64, channels: 3 } });
}

/** Inserts a chunk right after IHDR, which always ends at byte 33. */
function withChunk(png: Buffer, type: string, body: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(type), body]);
	const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(body.length);
	crc.writeUInt32BE(crc32(typed));
	return Buffer.concat([png.subarray(0, 33), length, typed, crc, png.subarray(33)]);
}

/**
 * 16×8 grey pixels in two blocks, 159 and 97, with a restart marker between them. All quantisers are 8, so a DC difference is a
 * difference of grey. DC codes: 0 for no difference, 10 for five bits; the only AC code, 0, ends the block.
 */
function twoBlocksWithRestart(): Buffer {
	const segment = (marker: number, ...body: number[]) => [0xff, marker, 0, body.length + 2, ...body];
	const counts = (...used: number[]) => [...used, ...new Array<number>(16 - used.length).fill(0)];
	return Buffer.from([
		...[0xff, 0xd8],
		...segment(0xdb, 0, ...new Array<number>(64).fill(8)),
		...segment(0xc0, 8, 0, 8, 0, 16, 1, 1, 0x11, 0),
		...segment(0xc4, 0x00, ...counts(1, 1), 0, 5),
		...segment(0xc4, 0x10, ...counts(1), 0),
		...segment(0xdd, 0, 1),
		...segment(0xda, 1, 1, 0x00, 0, 63, 0),
		...[0b10_11111_0, 0xff, 0xd0, 0b10_00000_0, 0xff, 0xd9],
	]);
}
