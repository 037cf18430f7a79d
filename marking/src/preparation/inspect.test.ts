import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type Inspected, inspectPicture, maxFileBytes } from "./inspect.ts";
import { scanBomb } from "./scan-bomb.testing.ts";

function refusal(bytes: Uint8Array, name = "front"): string {
	const inspected = inspectPicture(bytes, backgroundOf(name), name);
	return "refused" in inspected ? inspected.refused : "accepted";
}

function accepted(bytes: Uint8Array, name = "front"): Inspected {
	const inspected = inspectPicture(bytes, backgroundOf(name), name);
	if ("refused" in inspected) throw new Error(inspected.refused);
	return inspected;
}

const backgroundOf = (name: string) => (name.endsWith("_clean") ? "transparent" : "white");

const red = (alpha = 1) =>
	sharp({ create: { width: 30, height: 20, channels: 4, background: { r: 200, g: 0, b: 0, alpha } } });

describe("file type", () => {
	it.each(["webp", "gif", "tiff", "avif"] as const)(
		"a %s is refused by its content and named in the reason",
		async (format) => {
			expect(refusal(await red().toFormat(format).toBuffer())).toMatch(
				new RegExp(`^neither JPEG nor PNG: it is an? ${format}`, "i"),
			);
		},
	);

	it.each([
		["a HEIC picture", "\0\0\0\x18ftypheic\0\0\0\0"],
		["a video", "\0\0\0\x18ftypisom\0\0\0\0"],
		["a PDF document", "%PDF-1.7"],
		["an archive", "PK\x03\x04rest"],
		["a BMP picture", "BM1234"],
		["an SVG drawing, a web page or XML", "<svg/>"],
		["no picture of a known kind", "hello"],
	])("a file recognised as %s is refused", (name, start) => {
		expect(refusal(Buffer.from(start, "latin1"))).toBe(`neither JPEG nor PNG: it is ${name}`);
	});

	it("an empty file is refused", () => {
		expect(refusal(new Uint8Array())).toBe("the file is empty");
	});

	it("a file over 40 MiB is refused", () => {
		expect(refusal(new Uint8Array(maxFileBytes + 1))).toBe("larger than 40 MiB");
	});

	it("JPEG and PNG are accepted and their size is reported", async () => {
		expect(accepted(await red().jpeg().toBuffer())).toMatchObject({ format: "jpeg", width: 30, height: 20 });
		expect(accepted(await red().png().toBuffer())).toMatchObject({ format: "png", width: 30, height: 20 });
	});
});

describe("file type of a variant", () => {
	it("a JPEG is refused as a cut-out", async () => {
		expect(refusal(await red().jpeg().toBuffer(), "front_clean")).toBe(
			"front_clean has to be a PNG with transparency, this is a JPEG",
		);
	});

	it("a PNG without transparency is refused as a cut-out", async () => {
		const opaque = await red().removeAlpha().png().toBuffer();
		expect(refusal(opaque, "back_clean")).toBe(
			"back_clean has to be a PNG with transparency, this one has none",
		);
	});

	it("a cut-out may be RGBA, grey with alpha, or a palette with transparency", async () => {
		expect(refusal(await red(0.5).png().toBuffer(), "front_clean")).toBe("accepted");
		expect(refusal(await red(0.5).toColourspace("b-w").png().toBuffer(), "front_clean")).toBe("accepted");
		expect(refusal(await red(0.5).png({ palette: true }).toBuffer(), "front_clean")).toBe("accepted");
	});

	it("an animated PNG is refused, even if decoders show only one frame", async () => {
		const still = await red().png().toBuffer();
		expect(refusal(withChunk(still, "acTL", Buffer.alloc(8, 1)))).toBe("an animation");
	});
});

describe("picture size, from the header alone", () => {
	it("51 megapixels are refused", () => {
		expect(refusal(jpegHeader(8500, 6000))).toBe("over 50 megapixels: 8500 × 6000 pixels");
		expect(refusal(pngHeader(8500, 6000))).toBe("over 50 megapixels: 8500 × 6000 pixels");
		expect(refusal(pngHeader(0xffffffff, 0xffffffff))).toMatch(/^over 50 megapixels/);
	});

	it("50 megapixels are accepted", () => {
		expect(refusal(jpegHeader(10_000, 5000))).toBe("accepted");
		expect(refusal(pngHeader(10_000, 5000))).toBe("accepted");
	});

	it("a side too long for a JPEG is refused", () => {
		expect(refusal(pngHeader(70_000, 10))).toBe("a side over 65500 pixels: 70000 × 10 pixels");
	});

	it("a width or height of zero is refused", () => {
		expect(refusal(jpegHeader(0, 10))).toMatch(/^unreadable or truncated/);
		expect(refusal(jpegHeader(10, 0))).toMatch(/^unreadable or truncated/);
		expect(refusal(pngHeader(0, 10))).toMatch(/^unreadable or truncated/);
	});
});

describe("JPEG scans", () => {
	it("are refused before decoding if there are more than any encoder writes", async () => {
		expect(refusal(await scanBomb(64, 20_000))).toBe("over 100 scans: encoders send some ten");
		expect(refusal(await scanBomb(64, 100))).toMatch("over 100 scans");
	});

	it("are accepted if there are as many as in a progressive picture", async () => {
		expect(refusal(await red().jpeg({ progressive: true }).toBuffer())).toBe("accepted");
		expect(refusal(await scanBomb(64, 80))).toBe("accepted");
	});

	it("are not counted in data after the picture, such as a video", async () => {
		const film = Buffer.concat(new Array<Buffer>(1000).fill(Buffer.of(0xff, 0xda, 0, 2)));
		expect(refusal(Buffer.concat([await red().jpeg().toBuffer(), film]))).toBe("accepted");
	});
});

describe("a broken header is refused without an exception", () => {
	it("when truncated at any length", async () => {
		const jpeg = await red().withMetadata({ orientation: 6 }).jpeg().toBuffer();
		for (let length = 3; length < jpeg.indexOf(Buffer.of(0xff, 0xda)); length++) {
			expect(refusal(jpeg.subarray(0, length))).toMatch(/^unreadable or truncated/);
		}
		const png = await red().png().toBuffer();
		for (let length = 8; length < png.length; length++) {
			expect(refusal(png.subarray(0, length))).toMatch(/^unreadable or truncated/);
		}
	});

	it("with chunks in the wrong order or of a wrong length", () => {
		const png = pngHeader(10, 10);
		expect(refusal(Buffer.concat([png.subarray(0, 8), png.subarray(33)]))).toMatch(
			/^unreadable or truncated/,
		);
		png.writeUInt32BE(0xfffffff0, 8);
		expect(refusal(png)).toMatch(/^unreadable or truncated/);
	});
});

describe("data passed to the decoder", () => {
	it("omits a PNG's compressed text, here a 64 MB bomb", async () => {
		const png = await red().png().toBuffer();
		const bomb = Buffer.concat([Buffer.from("note\0\0"), deflateSync(Buffer.alloc(64e6), { level: 1 })]);
		expect(Buffer.from(accepted(withChunk(png, "zTXt", bomb)).sifted).includes("zTXt")).toBe(false);
	});

	it("omits a JPEG's XMP, comments, embedded pictures and maker notes", async () => {
		const jpeg = await red()
			.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret</x:xmpmeta>')
			.jpeg()
			.toBuffer();
		// In a comment, in the segments of JFIF's and Photoshop's thumbnails and of gain maps, and in one of a camera's own.
		const commented = Buffer.concat([
			jpeg.subarray(0, 2),
			...[0xfe, 0xe2, 0xed, 0xef].map((marker) =>
				Buffer.from([0xff, marker, 0, 8, ...Buffer.from("secret")]),
			),
			jpeg.subarray(2),
		]);
		expect(commented.includes("secret")).toBe(true);
		expect(Buffer.from(accepted(commented).sifted).includes("secret")).toBe(false);
	});

	it("includes all of hundreds of thousands of IDAT chunks", async () => {
		const png = pngHeader(10, 10);
		const empty = chunk("IDAT", Buffer.alloc(0));
		const many = Buffer.concat([
			png.subarray(0, 33),
			...new Array<Buffer>(300_000).fill(empty),
			chunk("IEND", Buffer.alloc(0)),
		]);
		expect(accepted(many).sifted.length).toBe(many.length);
	});

	it("includes the colour profile and the orientation", async () => {
		const jpeg = await red().withIccProfile("p3").withMetadata({ orientation: 6 }).jpeg().toBuffer();
		const seen = await sharp(accepted(jpeg).sifted).metadata();
		expect(seen).toMatchObject({ orientation: 6, hasProfile: true });
	});
});

function chunk(type: string, body: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(type), body]);
	const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(body.length);
	crc.writeUInt32BE(crc32(typed));
	return Buffer.concat([length, typed, crc]);
}

/** Inserts a chunk right after IHDR, which always ends at byte 33. */
function withChunk(png: Buffer, type: string, body: Buffer): Buffer {
	return Buffer.concat([png.subarray(0, 33), chunk(type, body), png.subarray(33)]);
}

function pngHeader(width: number, height: number): Buffer {
	const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
	return Buffer.concat([
		signature,
		chunk("IHDR", header),
		chunk("IDAT", Buffer.alloc(0)),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function jpegHeader(width: number, height: number): Buffer {
	const frame = [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0];
	return Buffer.from([0xff, 0xd8, ...frame, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0xff, 0xd9]);
}
