import type { Refusal } from "@packshot/marking/prepare";
import { pixelCount } from "@packshot/marking/prepare";
import sharp from "sharp";
import { checkPicture } from "../pictures/preparation/check-picture.ts";
import { preparePicture, prepareSmallerOnly } from "../pictures/preparation/prepare.ts";
import { previewPicture } from "../pictures/preparation/preview.ts";
import {
	lightnessOf,
	previewWatermark,
	watermarkProblem,
} from "../pictures/preparation/preview-watermark.ts";
import { rasteriseLogo } from "../pictures/preparation/rasterise-logo.ts";
import type { PictureTasks } from "../pictures/preparing-pool.ts";
import { serveTasks } from "../platform/tasks/serve-tasks.ts";
import { exposeGarbageCollector } from "../platform/v8-flags.ts";

// There is a process for each core already: more threads for one picture cost time, and gain none.
sharp.concurrency(1);

const collectGarbage = exposeGarbageCollector();
/** Of a picture that leaves some 100 MB of buffers behind. */
const LARGE_PIXELS = 8_000_000;

/** V8 sees the small objects and not the buffers behind them: a process that waits would hold on to its last picture. */
function tidied<Task extends { readonly bytes: Uint8Array }, Result extends object>(
	work: (task: Task) => Promise<Result | Refusal>,
) {
	return async (task: Task): Promise<Result | Refusal> => {
		const made = await work(task);
		if ("refused" in made || pixelCount(task.bytes) > LARGE_PIXELS) collectGarbage();
		return made;
	};
}

const tasks: PictureTasks = {
	prepare: tidied(({ bytes, options }) => preparePicture(bytes, options)),
	prepareSmaller: tidied(({ bytes, options }) => prepareSmallerOnly(bytes, options)),
	preview: tidied(({ bytes, options }) => previewPicture(bytes, options)),
	check: tidied(({ bytes, options }) => checkPicture(bytes, options)),
	previewWatermark: tidied(({ bytes, options }) => previewWatermark(bytes, options)),
	rasteriseLogo,
	watermarkProblem,
	lightnessOf,
};

serveTasks({ ...tasks });
