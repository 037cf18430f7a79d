import { crc32 } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { frameBytes, framedTexts, withoutFrame } from "./packet-frame.ts";
import { NO_RIGHTS } from "./texts.ts";
import { xmpPacket } from "./xmp-packet.ts";

const TEXTS = { ...NO_RIGHTS, creator: "Studio Nord", copyright_notice: "© 2027 Foods Ltd." };
const GTIN = "0725272730706";
const write = framedTexts(TEXTS);

/** The file with a frame, from one without. */
function framed(file: Uint8Array, contentType: string, gtin?: string): Buffer {
	const room = Buffer.concat([Buffer.alloc(frameBytes(contentType), 0xaa), file]);
	write(room, contentType, gtin);
	return room;
}

const pixels = sharp({ create: { width: 40, height: 30, channels: 3, background: "#d42" } });
const png = await pixels.clone().png().toBuffer();
const withoutApp0 = await pixels.clone().jpeg().toBuffer();
/** A JFIF segment of 16 bytes and its marker. */
const APP0 = Buffer.from("ffe000104a46494600010100000100010000", "hex");
const withApp0 = Buffer.concat([withoutApp0.subarray(0, 2), APP0, withoutApp0.subarray(2)]);

test("the encoder writes JPEGs without APP0, so both kinds are tried here", () => {
	expect(withoutApp0.readUInt16BE(2)).not.toBe(0xffe0);
});

test.each([
	["a JPEG with APP0", "image/jpeg", withApp0, 2 + APP0.length, 2081],
	["a JPEG without APP0", "image/jpeg", withoutApp0, 2, 2081],
	["a PNG", "image/png", png, 33, 2082],
] as const)(
	"%s gains one frame at its place, and is the same file without it",
	async (_, type, file, at, bytes) => {
		for (const gtin of [undefined, "96385074", GTIN]) {
			const full = framed(file, type, gtin);
			expect(full.length - file.length).toBe(bytes);
			expect(full.subarray(0, at).equals(file.subarray(0, at))).toBe(true);
			expect(full.subarray(at + bytes).equals(file.subarray(at))).toBe(true);
			const packet = xmpPacket(TEXTS, gtin);
			expect((await sharp(full).metadata()).xmp?.equals(packet)).toBe(true);
			expect(Buffer.compare(withoutFrame(full), file)).toBe(0);
		}
	},
);

test("the chunk of a PNG has the CRC of its type and data", () => {
	const chunk = framed(png, "image/png", GTIN).subarray(33, 33 + 2082);
	expect(chunk.readUInt32BE(0)).toBe(2082 - 12);
	expect(chunk.toString("latin1", 4, 30)).toBe("iTXtXML:com.adobe.xmp\0\0\0\0\0");
	expect(chunk.readUInt32BE(2078)).toBe(crc32(chunk.subarray(4, 2078)));
});

test("a packet that somebody edited is cut out all the same, and only one is", () => {
	const full = framed(png, "image/png", GTIN);
	full[500] = (full[500] ?? 0) ^ 1;
	expect(Buffer.compare(withoutFrame(full), png)).toBe(0);
	const twice = framed(framed(withApp0, "image/jpeg"), "image/jpeg");
	expect(Buffer.compare(withoutFrame(withoutFrame(twice)), withApp0)).toBe(0);
	expect(withoutFrame(twice).length).toBe(withApp0.length + 2081);
});

test("a packet elsewhere in the file, or of another length, stays", () => {
	const full = framed(withApp0, "image/jpeg");
	const late = Buffer.concat([full.subarray(0, 20), Buffer.from("fffe0004abcd", "hex"), full.subarray(20)]);
	expect(withoutFrame(late)).toBe(late);
	const longer = Buffer.from(full);
	longer.writeUInt16BE(2080, 22);
	expect(withoutFrame(longer)).toBe(longer);
});

test("nothing that anybody sends makes it fail", () => {
	const starts = ["ffd8ffe0ffff", "ffd8ffe1", "89504e470d0a1a0a", ""].map((hex) => Buffer.from(hex, "hex"));
	fc.assert(
		fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 4000 }), (start, rest) => {
			const file = Buffer.concat([start, rest]);
			expect(Buffer.compare(withoutFrame(file), file)).toBe(0);
		}),
	);
	for (let length = 0; length < 60; length++) {
		const cut = framed(png, "image/png").subarray(0, length);
		expect(withoutFrame(cut)).toBe(cut);
	}
});
