import { createHash } from "node:crypto";
import { decodePrepared, deliver } from "@packshot/marking/deliver";
import { minimumCells } from "@packshot/marking/prepare";
import jpegJs from "jpeg-js";
import { PNG } from "pngjs";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { type PreparedPicture, type PrepareOptions, preparePicture } from "./prepare.ts";
import { defaultWatermark } from "./watermark-settings.ts";

/** All over the picture, which shows most. */
const tiled = { ...defaultWatermark, place: "tiled", widthShare: 0.25, opacity: 0.3 } as const;

const NOW = Date.UTC(2024, 5, 15, 12);

async function prepared(bytes: Uint8Array, options: Partial<PrepareOptions> = {}): Promise<PreparedPicture> {
	const result = await preparePicture(bytes, {
		variant: "front",
		nowMs: NOW,
		watermark: tiled,
		sizesPx: [],
		...options,
	});
	if ("refused" in result) throw new Error(result.refused);
	return result;
}

async function refusal(bytes: Uint8Array, options: Partial<PrepareOptions> = {}): Promise<string> {
	return prepared(bytes, options).then(
		() => "accepted",
		(error: Error) => error.message,
	);
}

/** A stand-in for a packshot: a textured disc on a transparent background. */
function cutOut(size: number): Sharp {
	const pixels = Buffer.alloc(size * size * 4);
	for (let i = 0; i < size * size; i++) {
		const [x, y] = [i % size, Math.floor(i / size)];
		const inside = Math.hypot(x - size / 2, y - size / 2) < size * 0.45;
		const texture = 20 * Math.sin(x / 5) + 20 * Math.sin(y / 7) + ((i * 2654435761) >>> 28);
		pixels.set([150 + texture, 110 + texture, 60 + texture, inside ? 255 : 0], 4 * i);
	}
	return sharp(pixels, { raw: { width: size, height: size, channels: 4 } });
}

const photo = (size: number) => cutOut(size).flatten({ background: "#fff" }).jpeg({ quality: 92 });
const rawOf = (file: Uint8Array) => sharp(file).raw().toBuffer();

describe("a front", () => {
	it("is described, including its original's checksum", async () => {
		const bytes = await photo(256).toBuffer();
		const result = await prepared(bytes, { fileDateMs: Date.UTC(2022, 2, 4) });
		expect(result).toMatchObject({
			photoDate: "2022-03-04",
			width: 256,
			height: 256,
			contentType: "image/jpeg",
			markable: true,
		});
		expect(result.original).toEqual({
			sha256: createHash("sha256").update(bytes).digest("hex"),
			sizeBytes: bytes.length,
		});
		expect(result.fingerprint.length).toBeGreaterThan(0);
	});

	it("becomes two baseline JPEGs of the same size: one close to the photo, one with the watermark", async () => {
		const bytes = await photo(256).toBuffer();
		const result = await prepared(bytes);
		const [plain, watermarked] = [decodePrepared(result.plain), decodePrepared(result.watermarked)];
		expect([plain.base.length, watermarked.base.length]).toEqual([
			result.plainSizeBytes,
			result.watermarkedSizeBytes,
		]);
		for (const { base, width, height } of [plain, watermarked]) {
			expect([width, height]).toEqual([256, 256]);
			expect(await sharp(base).metadata()).toMatchObject({
				format: "jpeg",
				width: 256,
				height: 256,
				isProgressive: false,
			});
			expect(jpegJs.decode(base)).toMatchObject({ width: 256, height: 256 });
		}
		const original = await rawOf(bytes);
		expect(meanDifference(original, await rawOf(plain.base))).toBeLessThan(2);
		expect(meanDifference(await rawOf(plain.base), await rawOf(watermarked.base))).toBeGreaterThan(1);
	});

	it("may be a PNG, which is flattened onto white", async () => {
		const { plain } = await prepared(await cutOut(200).png().toBuffer());
		const corner = (await rawOf(decodePrepared(plain).base)).subarray(0, 3);
		expect([...corner]).toEqual([255, 255, 255]);
	});

	it("is stripped of all metadata", async () => {
		const bytes = await photo(200)
			.withExif({ IFD0: { Copyright: "somebody" }, IFD3: { GPSLatitude: "1/1 2/1 3/1" } })
			.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">somebody</x:xmpmeta>')
			.withIccProfile("p3")
			.toBuffer();
		const { plain, watermarked } = await prepared(bytes);
		for (const blob of [plain, watermarked]) {
			const base = Buffer.from(decodePrepared(blob).base);
			const { exif, xmp, iptc, icc } = await sharp(base).metadata();
			expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
			expect(base.includes("somebody")).toBe(false);
		}
	});

	it("is rotated upright", async () => {
		const sideways = await photo(200).resize(200, 100).withMetadata({ orientation: 6 }).toBuffer();
		expect(await prepared(sideways)).toMatchObject({ width: 100, height: 200 });
	});
});

describe("a cut-out", () => {
	it("keeps every pixel in its plain base, and all transparency in the watermarked one", async () => {
		const bytes = await cutOut(200).png().toBuffer();
		const result = await prepared(bytes, { variant: "back_clean" });
		expect(result).toMatchObject({ contentType: "image/png", width: 200, height: 200, markable: true });
		const original = await rawOf(bytes);
		const plain = PNG.sync.read(Buffer.from(decodePrepared(result.plain).base)).data;
		const watermarked = PNG.sync.read(Buffer.from(decodePrepared(result.watermarked).base)).data;
		expect(plain.equals(original)).toBe(true);
		const touched = watermarked.findIndex(
			(value, i) => value !== original[i] && (i % 4 === 3 || original[i | 3] === 0),
		);
		expect(touched).toBe(-1);
		expect(meanDifference(original, watermarked)).toBeGreaterThan(0.3);
	});

	it("is refused if no pixel is transparent", async () => {
		const opaque = await cutOut(50).flatten({ background: "#fff" }).ensureAlpha().png().toBuffer();
		expect(await refusal(opaque, { variant: "front_clean" })).toBe(
			"front_clean has to be a PNG with transparency, this one has none",
		);
	});
});

describe("the invisible mark", () => {
	it.each(["front", "front_clean"] as const)("can be applied to a prepared %s", async (variant) => {
		const { watermarked } = await prepared(await cutOut(200).png().toBuffer(), { variant });
		const { base, flips } = decodePrepared(watermarked);
		const marked = deliver(base, flips, new Uint8Array(flips.cellCount).fill(1));
		expect(flips.cellCount).toBeGreaterThanOrEqual(minimumCells);
		expect(marked.length).toBe(base.length);
		expect(meanDifference(await rawOf(base), await rawOf(marked))).toBeGreaterThan(0.2);
	});

	it.each([
		["tiny", () => photo(24)],
		["flat", () => sharp({ create: { width: 500, height: 500, channels: 3, background: "#fff" } }).jpeg()],
	])("is reported as impossible on a %s picture, which is still prepared", async (_, make) => {
		const result = await prepared(await make().toBuffer());
		expect(result.markable).toBe(false);
		expect(decodePrepared(result.plain).flips.cellCount).toBeLessThan(minimumCells);
	});

	it("is reported as impossible on a one-pixel picture, which is still prepared", async () => {
		const dot = sharp({ create: { width: 1, height: 1, channels: 4, background: "#0000" } }).png();
		expect(await prepared(await dot.clone().toBuffer())).toMatchObject({
			width: 1,
			height: 1,
			markable: false,
		});
		expect(await prepared(await dot.clone().toBuffer(), { variant: "front_clean" })).toMatchObject({
			width: 1,
			height: 1,
			markable: false,
		});
	});
});

it("prepares the same bytes from the same file", async () => {
	const [jpeg, png] = [await photo(200).toBuffer(), await cutOut(120).png().toBuffer()];
	expect(await prepared(jpeg)).toEqual(await prepared(jpeg));
	expect(await prepared(png, { variant: "front_clean" })).toEqual(
		await prepared(png, { variant: "front_clean" }),
	);
});

it.each([
	["webp", {}],
	["avif", {}],
	["tiff", { compression: "lzw" }],
] as const)("takes a %s, on white or as a cut-out", async (format, options) => {
	const cut = await cutOut(120)[format](options).toBuffer();
	const [front, clean] = [await prepared(cut), await prepared(cut, { variant: "front_clean" })];
	expect([front, clean]).toMatchObject([
		{ width: 120, contentType: "image/jpeg" },
		{ width: 120, contentType: "image/png" },
	]);
	const opaque = await cutOut(120).flatten({ background: "#fff" })[format]().toBuffer();
	expect(await refusal(opaque, { variant: "front_clean" })).toMatch(/^a cut-out has to have transparency/);
	expect(await refusal(cut.subarray(0, cut.length * 0.6))).toMatch(/^unreadable or truncated/);
});

it("says what is wrong with a TIFF, and reads the colours of Lab only where it can", async () => {
	const LAB = /^a TIFF in Lab colours with 8 bits per channel, which is not read/;
	for (const picture of [cutOut(64), cutOut(64).flatten({ background: "#fff" })]) {
		const bytes = await picture.tiff({ compression: "none" }).toBuffer();
		expect(await refusal(withPhotometric(bytes, 8))).toMatch(LAB);
		expect(await refusal(withPhotometric(bytes, 32845))).toMatch(/^unreadable or truncated: .*LOGLUV/);
	}
	const wide = await cutOut(64).flatten({ background: "#fff" }).toColourspace("labs").tiff().toBuffer();
	const plain = await cutOut(64).flatten({ background: "#fff" }).tiff({ compression: "none" }).toBuffer();
	const lab = decodePrepared((await prepared(wide)).plain).base;
	const rgb = decodePrepared((await prepared(plain)).plain).base;
	expect(meanDifference(await rawOf(lab), await rawOf(rgb))).toBeLessThan(10);
});

/** The same TIFF, as if its values were of another kind of colour (tag 262, TIFF 6.0). */
function withPhotometric(bytes: Buffer, kind: number): Buffer {
	const tiff = Buffer.from(bytes);
	const directory = tiff.readUInt32LE(4);
	for (let at = directory + 2; at < directory + 2 + 12 * tiff.readUInt16LE(directory); at += 12)
		if (tiff.readUInt16LE(at) === 262) tiff.writeUInt16LE(kind, at + 8);
	return tiff;
}

it("refuses an animated WebP and one over the limit of pixels", async () => {
	const frames = Buffer.alloc(20 * 40 * 3, 128).fill(0, 0, 1200);
	const animated = sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } });
	expect(await refusal(await animated.webp({ delay: [100, 100] }).toBuffer())).toBe("an animation");
	const vast = await sharp({ create: { width: 16, height: 16, channels: 3, background: "#fff" } })
		.webp({ lossless: true })
		.toBuffer();
	// The header says 9,000 by 9,000 pixels: 14 bits each, less one.
	vast.writeUInt32LE(8999 | (8999 << 14), 21);
	expect(await refusal(vast)).toMatch(/^over 50 megapixels|exceeds pixel limit$/);
});

it("refuses truncated, empty and non-JPEG/PNG files with a reason", async () => {
	const bytes = await photo(200).toBuffer();
	expect(await refusal(bytes.subarray(0, bytes.length * 0.7))).toMatch(/^unreadable or truncated/);
	expect(await refusal(new Uint8Array())).toBe("the file is empty");
	expect(await refusal(await cutOut(20).gif().toBuffer())).toBe("neither JPEG nor PNG: it is a GIF picture");
});

it("throws instead of refusing the picture if the watermark cannot be drawn", async () => {
	const watermark = {
		...tiled,
		mark: { logo: Buffer.from("no logo"), png: Buffer.from("no logo") },
	};
	await expect(
		preparePicture(await photo(64).toBuffer(), { variant: "front", watermark, sizesPx: [] }),
	).rejects.toThrow();
});

function meanDifference(one: Uint8Array, other: Uint8Array): number {
	expect(one.length).toBe(other.length);
	return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length;
}
