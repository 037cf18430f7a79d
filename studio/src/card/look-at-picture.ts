import exifr from "exifr";
import sharp from "sharp";
import type { CardPicture } from "./group-pictures.ts";
import { readBarcodes } from "./read-barcodes.ts";

/** What grouping needs to know of a picture. @param bytes of a file that sharp opens; it throws for others */
export async function lookAtPicture(bytes: Uint8Array): Promise<Omit<CardPicture, "name">> {
	const { exif } = await sharp(bytes).metadata();
	const found = await readBarcodes(bytes);
	return { takenAtMs: exif ? await takenAt(bytes) : null, barcodes: found.map(({ digits }) => digits) };
}

/** By the clock of the camera, whose zone makes no difference to the pauses between its pictures. */
async function takenAt(bytes: Uint8Array): Promise<number | null> {
	const pick = ["DateTimeOriginal", "SubSecTimeOriginal"];
	// Broken Exif data says nothing about the picture.
	const tags = await exifr.parse(Buffer.from(bytes), { pick, reviveValues: false }).catch(() => undefined);
	const [, year, month, day, time] =
		/^(\d{4})[:\-/.](\d\d)[:\-/.](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(String(tags?.DateTimeOriginal)) ?? [];
	const [fraction = "0"] = /^\d+/.exec(String(tags?.SubSecTimeOriginal)) ?? [];
	const atMs = Date.parse(`${year}-${month}-${day}T${time}Z`);
	return Number.isNaN(atMs) || atMs <= 0 ? null : atMs + Math.floor(Number(`0.${fraction}`) * 1000);
}
