import { expect, test, vi } from "vitest";
import type { BlobStore } from "../../../platform/blobs/blob-store.ts";
import { defaultWatermark } from "../../preparation/watermark-settings.ts";
import type { PreparingPool } from "../../preparing-pool.ts";
import type { SamplePicture } from "../../style/sample-pictures.ts";
import { createDrawing } from "./drawing.ts";

const picture: SamplePicture = {
	imageId: "01front",
	barcode: "0725272730706",
	variant: "front",
	originalBlob: "original",
	adjustment: null,
	thumbnailBlob: "thumbnail",
};

function counted() {
	const previewWatermark = vi.fn<PreparingPool["previewWatermark"]>(async () => ({
		preview: new Uint8Array(10),
		isDrawn: true,
		canBeMarked: undefined,
		width: 900,
		height: 900,
	}));
	const lightnessOf = vi.fn(async () => 128);
	const watermarkProblem = vi.fn<PreparingPool["watermarkProblem"]>(async () => null);
	const pool = async () => ({ previewWatermark, lightnessOf, watermarkProblem }) as unknown as PreparingPool;
	const blobs = { get: async () => new Uint8Array(1) } as unknown as BlobStore;
	return { previewWatermark, lightnessOf, watermarkProblem, drawing: createDrawing({ blobs, pool }) };
}

test("draws a picture once per style, and each version of it separately", async () => {
	const { drawing, previewWatermark } = counted();
	const first = await drawing.preview(picture, defaultWatermark);
	expect(await drawing.preview(picture, defaultWatermark)).toBe(first);
	expect(previewWatermark).toHaveBeenCalledTimes(1);
	await drawing.preview(picture, { ...defaultWatermark, opacity: 0.4 });
	await drawing.preview({ ...picture, imageId: "01other" }, defaultWatermark);
	expect(previewWatermark).toHaveBeenCalledTimes(3);
});

test("retries what could not be read or drawn", async () => {
	const { drawing, previewWatermark, watermarkProblem } = counted();
	previewWatermark.mockResolvedValueOnce({ refused: "it is no picture" });
	expect(await drawing.preview(picture, defaultWatermark)).toEqual({ refused: "it is no picture" });
	expect(await drawing.preview(picture, defaultWatermark)).toMatchObject({ isDrawn: true });
	watermarkProblem.mockResolvedValueOnce("nothing of it can be seen");
	const other = { ...defaultWatermark, opacity: 0.9 };
	await expect(drawing.preview(picture, other)).rejects.toMatchObject({
		code: "watermark_refused",
		message: "Nothing of it can be seen.",
	});
	expect(await drawing.preview(picture, other)).toMatchObject({ isDrawn: true });
});

test("the lightness of a thumbnail is measured once", async () => {
	const { drawing, lightnessOf } = counted();
	expect([await drawing.lightnessOf("thumbnail"), await drawing.lightnessOf("thumbnail")]).toEqual([
		128, 128,
	]);
	await drawing.lightnessOf("another");
	expect(lightnessOf).toHaveBeenCalledTimes(2);
});
