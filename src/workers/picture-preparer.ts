import { constants, setPriority } from "node:os";
import { workerData } from "piscina";
import sharp from "sharp";
import { checkPicture } from "../images/preparation/check-picture.ts";
import { type PreparingTask, preparePicture, prepareSmallerOnly } from "../images/preparation/prepare.ts";
import { previewPicture } from "../images/preparation/preview.ts";
import { lightnessOf, previewWatermark, watermarkProblem } from "../images/preparation/preview-watermark.ts";
import { exposeGarbageCollector } from "../platform/v8-flags.ts";

// A server beside this goes first. Linux lowers this thread alone, so the one that holds the database's lock is as quick as before.
// Where somebody waits for each picture, there is one such thread, which works for moments.
if (!workerData?.isWaitedFor) setPriority(constants.priority.PRIORITY_LOW);

// There is a thread for each core already: more of them for one picture cost time, and gain none.
sharp.concurrency(1);

const collectGarbage = exposeGarbageCollector();
/** Of a picture that leaves some 100 MB of buffers behind. */
const LARGE_PIXELS = 8_000_000;

export default async function preparePictureInThread(task: PreparingTask) {
	const prepared = await done(task);
	// V8 sees the small objects and not the buffers behind them: a thread that waits would hold on to its last picture.
	if (isRefused(prepared) || task.pixels > LARGE_PIXELS) collectGarbage();
	return prepared;
}

function isRefused(prepared: Awaited<ReturnType<typeof done>>): boolean {
	return typeof prepared === "object" && "refused" in prepared;
}

function done(task: PreparingTask) {
	const { bytes } = task;
	if ("whole" in task) return preparePicture(bytes, task.whole);
	if ("smaller" in task) return prepareSmallerOnly(bytes, task.smaller);
	if ("checkOf" in task) return checkPicture(bytes, task.checkOf);
	if ("previewOf" in task) return previewPicture(bytes, task.previewOf);
	if ("watermarkOn" in task) return previewWatermark(bytes, task.watermarkOn);
	return "tried" in task ? watermarkProblem(task.tried) : lightnessOf(bytes);
}
