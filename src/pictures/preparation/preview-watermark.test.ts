import sharp from "sharp";
import { expect, test } from "vitest";
import type { Adjustment } from "../store/adjustment.ts";
import { previewWatermark } from "./preview-watermark.ts";
import { defaultWatermark } from "./watermark-settings.ts";

const create = { width: 1280, height: 960, channels: 3, background: "#c9b08a" } as const;

async function sizes(adjustment?: Adjustment) {
	const bytes = await sharp({ create }).jpeg().toBuffer();
	const options = { variant: "front", watermark: defaultWatermark } as const;
	const drawn = await previewWatermark(bytes, { ...options, ...(adjustment ? { adjustment } : {}) });
	if ("refused" in drawn) throw new Error(drawn.refused);
	const { width, height } = await sharp(drawn.preview).metadata();
	return { picture: [drawn.width, drawn.height], preview: [width, height] };
}

test("a preview has at most 320 pixels", async () => {
	expect(await sizes()).toEqual({ picture: [1280, 960], preview: [320, 240] });
});

test("a part of a picture is shown at the scale of the whole, so that previews cannot be put together to more than that", async () => {
	const crop = { left: 640, top: 0, width: 320, height: 480 };
	expect(await sizes({ turn: 0, crop })).toEqual({ picture: [320, 480], preview: [80, 120] });
	expect(await sizes({ turn: 90, crop: null })).toEqual({ picture: [960, 1280], preview: [240, 320] });
});
