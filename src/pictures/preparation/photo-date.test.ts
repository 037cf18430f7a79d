import { openPicture } from "@packshot/marking/prepare";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { photoDate } from "./photo-date.ts";

const NOW = Date.UTC(2024, 5, 15, 12);
const FILED = Date.UTC(2023, 1, 3, 4, 5, 6);

async function exifWith(dateTimeOriginal: string, format: "jpeg" | "png" = "jpeg"): Promise<Uint8Array> {
	const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#888" } })
		.withExif({ IFD2: { DateTimeOriginal: dateTimeOriginal } })
		.toFormat(format)
		.toBuffer();
	const opened = await openPicture(file, { background: "white" });
	if ("refused" in opened || !opened.exif) throw new Error("no Exif data");
	return opened.exif;
}

describe("the photo's date", () => {
	it("is the local day of Exif's DateTimeOriginal", async () => {
		expect(await photoDate(await exifWith("2019:11:30 23:59:59"), FILED, NOW)).toBe("2019-11-30");
		expect(await photoDate(await exifWith("2019:11:30 00:00:01", "png"), FILED, NOW)).toBe("2019-11-30");
	});

	it("is the file's date without Exif data", async () => {
		expect(await photoDate(undefined, FILED, NOW)).toBe("2023-02-03");
	});

	it("is today if the file has no date either", async () => {
		expect(await photoDate(undefined, undefined, NOW)).toBe("2024-06-15");
	});

	it.each([
		"0000:00:00 00:00:00",
		"2019:02:30 10:00:00",
		"2019:13:01 10:00:00",
		"    :  :     :  :  ",
		"1970:01:01 00:00:00",
		"2031:01:01 00:00:00",
		"yesterday",
	])("is not taken from an Exif date of %j", async (garbage) => {
		expect(await photoDate(await exifWith(garbage), FILED, NOW)).toBe("2023-02-03");
	});

	it.each([Date.UTC(1980, 0, 1), Date.UTC(2031, 0, 1), Number.NaN, 1e20, -1e14])(
		"is not taken from a file date of %d",
		async (filed) => {
			expect(await photoDate(undefined, filed, NOW)).toBe("2024-06-15");
		},
	);

	it("may already be tomorrow east of Greenwich", async () => {
		expect(await photoDate(await exifWith("2024:06:16 01:00:00"), FILED, NOW)).toBe("2024-06-16");
	});

	it("is read from or skipped in damaged Exif data without throwing", async () => {
		const exif = await exifWith("2019:11:30 23:59:59");
		for (let at = 0; at < exif.length; at++) {
			const damaged = Uint8Array.from(exif);
			damaged[at] = (damaged[at] ?? 0) ^ 0xff;
			expect(await photoDate(damaged, FILED, NOW)).toMatch(/^\d{4}-\d\d-\d\d$/);
			expect(await photoDate(exif.subarray(0, at), FILED, NOW)).toMatch(/^\d{4}-\d\d-\d\d$/);
		}
	});
});
