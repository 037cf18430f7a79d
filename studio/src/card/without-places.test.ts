import exifr from "exifr";
import sharp from "sharp";
import { expect, test } from "vitest";
import { lookAtPicture, withoutPlaces } from "./index.ts";

const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: "#a40" } });

const taken = picture
	.clone()
	.withExif({
		IFD0: { Model: "Camera", Artist: "Somebody" },
		IFD2: {
			DateTimeOriginal: "2027:03:01 09:30:10",
			SubSecTimeOriginal: "25",
		},
		IFD3: {
			GPSLatitudeRef: "N",
			GPSLatitude: "31/1 46/1 0/1",
			GPSLongitudeRef: "E",
			GPSLongitude: "35/1 13/1 0/1",
		},
	})
	.withMetadata({ orientation: 6 })
	.withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'><GPSLatitude>31,46N</GPSLatitude></x:xmpmeta>")
	.jpeg()
	.toBuffer();

/** With what some cameras write besides. */
const COMMENT = "serial S-1234567";
const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, COMMENT.length + 2]), Buffer.from(COMMENT)]);
const photo = taken.then((file) => Buffer.concat([file.subarray(0, 2), comment, file.subarray(2)]));

test("places, serial numbers and names are left out; orientation, time and pixels stay", async () => {
	const before = await photo;
	const copy = await withoutPlaces(before);
	expect(await exifr.parse(before, true)).toMatchObject({ latitude: expect.any(Number) });
	expect(before.toString("latin1")).toMatch(/S-1234567/);
	expect(
		await exifr.parse(Buffer.from(copy), {
			gps: true,
			xmp: true,
			translateValues: false,
			reviveValues: false,
		}),
	).toEqual({ Orientation: 6, DateTimeOriginal: "2027:03:01 09:30:10" });
	expect(Buffer.from(copy).toString("latin1")).not.toMatch(/1234567|7654321|Somebody|GPS/);
	expect(await sharp(copy).autoOrient().raw().toBuffer()).toEqual(
		await sharp(before).autoOrient().raw().toBuffer(),
	);
	expect(await withoutPlaces(copy)).toEqual(copy);
});

/** What is kept of Exif data, as `sharp` finds it. */
async function keptBy(file: Uint8Array) {
	const { exif, xmp, orientation } = await sharp(file).metadata();
	const tiff = exif?.subarray(exif.toString("latin1", 0, 4) === "Exif" ? 6 : 0);
	const tags = tiff && (await exifr.parse(tiff, { translateValues: false, reviveValues: false }));
	return { orientation, xmp, taken: tags?.DateTimeOriginal };
}

const marker = (kind: number, content: Buffer) =>
	Buffer.concat([Buffer.from([0xff, kind, 0, content.length + 2]), content]);

test.each([
	["a second picture", () => photo],
	["a film", async () => Buffer.from("\0\0\0\x18ftypmp42 +31.7683+035.2137/ GPS")],
])("%s behind a picture goes, and what points to it", async (_what, behind) => {
	const index = marker(0xe2, Buffer.from("MPF\0MM\0*GPS"));
	const plain = await picture.clone().withMetadata({ icc: "p3" }).jpeg({ progressive: true }).toBuffer();
	const whole = Buffer.concat([plain.subarray(0, 2), index, plain.subarray(2), await behind()]);
	const copy = Buffer.from(await withoutPlaces(whole));
	expect(copy.toString("latin1")).not.toMatch(/GPS|MPF|ftyp|S-1234567|Somebody/);
	expect(copy.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
	expect((await sharp(copy).metadata()).icc).toEqual((await sharp(plain).metadata()).icc);
	expect(await sharp(copy).raw().toBuffer()).toEqual(await sharp(plain).raw().toBuffer());
	expect(await withoutPlaces(copy)).toEqual(copy);
	// Also where nothing else is in the file.
	const bare = Buffer.concat([plain, await behind()]);
	expect((await withoutPlaces(bare)).length).toBeLessThan(plain.length + 200);
});

test.each(["png", "webp"] as const)("a file of %s is cleared as well, within and behind", async (format) => {
	const own = await sharp(await taken)
		.keepMetadata()
		.toFormat(format, { lossless: true })
		.toBuffer();
	const whole = Buffer.concat([own, await photo]);
	expect(whole.toString("latin1")).toMatch(/Somebody.*S-1234567/s);
	const copy = Buffer.from(await withoutPlaces(whole));
	expect(copy.toString("latin1")).not.toMatch(/GPS|S-1234567|Somebody|Camera/);
	expect(await keptBy(copy)).toEqual({ orientation: 6, taken: "2027:03:01 09:30:10" });
	expect(await sharp(copy).raw().toBuffer()).toEqual(await sharp(own).raw().toBuffer());
	expect(await withoutPlaces(copy)).toEqual(copy);
});

test.each([
	["strips", { compression: "lzw" }],
	["tiles", { compression: "deflate", tile: true, tileWidth: 16, tileHeight: 16 }],
] as const)("a TIFF in %s is cleared as well, within and behind", async (_kind, options) => {
	const own = await sharp(await taken)
		.keepMetadata()
		.tiff({ ...options, predictor: "horizontal" })
		.toBuffer();
	const whole = Buffer.concat([own, await photo]);
	expect(whole.toString("latin1")).toMatch(/GPS.*S-1234567/s);
	const copy = await withoutPlaces(whole);
	expect(Buffer.from(copy).toString("latin1")).not.toMatch(/GPS|S-1234567|Somebody|Camera/);
	const { exif, xmp, orientation } = await sharp(copy).metadata();
	expect([exif, xmp, orientation]).toEqual([undefined, undefined, 6]);
	expect(await sharp(copy).raw().toBuffer()).toEqual(await sharp(own).raw().toBuffer());
	expect(await withoutPlaces(copy)).toBe(copy);
	// A damaged one is not a picture for any import.
	expect(await withoutPlaces(own.subarray(0, 60))).toEqual(own.subarray(0, 60));
});

test("files that tell nothing, those of other kinds and damaged ones are given back", async () => {
	const png = await picture.clone().png().toBuffer();
	const webp = await picture.clone().webp().toBuffer();
	const jpeg = await picture.clone().jpeg().toBuffer();
	for (const bytes of [
		png,
		webp,
		jpeg,
		png.subarray(0, 60),
		webp.subarray(0, 30),
		(await photo).subarray(0, 100),
		Buffer.from("text"),
		Buffer.alloc(0),
	])
		expect(await withoutPlaces(bytes)).toBe(bytes);
});

test("a picture is looked at for its time, which broken or missing data leaves open", async () => {
	expect(await lookAtPicture(await photo)).toEqual({
		takenAtMs: Date.UTC(2027, 2, 1, 9, 30, 10, 250),
		barcodes: [],
	});
	expect((await lookAtPicture(await picture.clone().jpeg().toBuffer())).takenAtMs).toBeNull();
	await expect(lookAtPicture(Buffer.from("no picture"))).rejects.toThrow();
});
