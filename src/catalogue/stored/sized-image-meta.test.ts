import { describe, expect, test } from "vitest";
import { byVariantText } from "./plain-image-meta.ts";
import { chosenImageMeta, describesChosen, type ImageSizes } from "./sized-image-meta.ts";

const entry = (resolution: string, file_size_bytes: number) => ({
	photo_date: "2027-01-01",
	upload_date: "2027-01-02 03:04:05",
	resolution,
	uploaded_by: null,
	file_size_bytes,
	source_batch: "zip_upload",
});

const imageMeta = JSON.stringify({
	front: entry("1600x1200", 250_000),
	back: entry("400x300", 40_000),
	front_clean: null,
	back_clean: null,
});
const sizes: ImageSizes = {
	front: [
		[500, 500, 375, 30_000, 29_000],
		[1000, 1000, 750, 90_000, 88_000],
	],
};
const stored = { plainSizes: '{"front":240000}', imageSizes: byVariantText(sizes) };

function described(sizePx: number | null, plain: boolean, beside = stored) {
	const { front, back } = JSON.parse(chosenImageMeta(imageMeta, beside, { sizePx, plain }));
	return [front.resolution, front.file_size_bytes, back.resolution, back.file_size_bytes];
}

describe("image_meta for a requested size", () => {
	test("describes the smallest size that is large enough, for the watermarked and the plain file", () => {
		expect(described(500, false)).toEqual(["500x375", 30_000, "400x300", 40_000]);
		expect(described(500, true)).toEqual(["500x375", 29_000, "400x300", 40_000]);
		expect(described(501, true)).toEqual(["1000x750", 88_000, "400x300", 40_000]);
		expect(described(1000, false)).toEqual(["1000x750", 90_000, "400x300", 40_000]);
	});

	test("describes the full-size picture if no size is large enough", () => {
		for (const sizePx of [1001, null]) {
			expect(described(sizePx, false)).toEqual(["1600x1200", 250_000, "400x300", 40_000]);
			expect(described(sizePx, true)).toEqual(["1600x1200", 240_000, "400x300", 40_000]);
		}
	});

	test("leaves all other members and their order unchanged", () => {
		const text = chosenImageMeta(imageMeta, stored, { sizePx: 500, plain: false });
		expect(text).toBe(imageMeta.replace("1600x1200", "500x375").replace("250000", "30000"));
	});
});

test("stored image_meta is served unchanged if it describes the chosen files", () => {
	const bare = { plainSizes: null, imageSizes: null };
	for (const sizePx of [null, 500]) {
		for (const plain of [false, true]) {
			expect(describesChosen(bare, { sizePx, plain })).toBe(true);
			expect(describesChosen(stored, { sizePx, plain })).toBe(sizePx === null && !plain);
			expect(chosenImageMeta(imageMeta, bare, { sizePx, plain })).toBe(imageMeta);
		}
	}
});

test("stores nothing if there are no sizes", () => {
	expect([byVariantText({}), byVariantText({ front: [] })]).toEqual([null, null]);
});
