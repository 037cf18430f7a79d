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

test("files of other kinds and damaged ones are given back", async () => {
	const png = await picture.clone().png().toBuffer();
	for (const bytes of [png, (await photo).subarray(0, 100), Buffer.from("text"), Buffer.alloc(0)])
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
