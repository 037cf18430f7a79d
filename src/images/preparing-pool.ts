import { availableParallelism } from "node:os";
import { maxPixels, pixelCount, type Refusal } from "@packshot/marking/prepare";
import { Piscina } from "piscina";
import type { Variant } from "../catalogue/scopes.ts";
import { workerFile } from "../platform/worker-file.ts";
import { createPixelBudget } from "./pixel-budget.ts";
import type { CheckedPicture } from "./preparation/check-picture.ts";
import type {
	PreparedPicture,
	PrepareOptions,
	PreparingTask,
	SmallerOptions,
} from "./preparation/prepare.ts";
import type { SmallerPictures } from "./preparation/prepare-files.ts";
import type { PreviewedPicture } from "./preparation/preview.ts";
import type { WatermarkPreview, WatermarkPreviewOptions } from "./preparation/preview-watermark.ts";
import type { WatermarkSettings } from "./preparation/watermark-settings.ts";

/** A fifty-megapixel cut-out takes half a minute on a slow core. */
const LONGEST_MS = 300_000;
/** The size of the largest picture. A megapixel takes some 16 MB while it is prepared, so this amounts to 0.8 GB. */
const PIXELS_IN_FLIGHT = maxPixels;

export interface PreparingPool {
	/** How many pictures may be prepared in parallel. */
	readonly threads: number;
	/** Prepares a picture in a thread, once one is free and the pixel budget allows. */
	prepare(bytes: Uint8Array, options: PrepareOptions): Promise<PreparedPicture | Refusal>;
	/** Prepares only the sizes smaller than the full one. */
	prepareSmaller(bytes: Uint8Array, options: SmallerOptions): Promise<SmallerPictures | Refusal>;
	/** Checks a picture and makes its preview. */
	preview(bytes: Uint8Array, variant: Variant): Promise<PreviewedPicture | Refusal>;
	/** Checks whether an import would accept a picture. */
	check(bytes: Uint8Array, variant: Variant): Promise<CheckedPicture | Refusal>;
	/** Shows a picture as it would be delivered with a watermark. */
	previewWatermark(bytes: Uint8Array, options: WatermarkPreviewOptions): Promise<WatermarkPreview | Refusal>;
	/** Why a watermark cannot be drawn; `null` if it can. */
	watermarkProblem(watermark: WatermarkSettings): Promise<string | null>;
	/** Mean lightness of a picture, from 0 to 255. */
	lightnessOf(bytes: Uint8Array): Promise<number>;
	/** Ends the threads. */
	close(): Promise<void>;
}

/**
 * Threads that prepare pictures, by default one per core. Their memory is bounded by a pixel budget: small pictures are prepared in parallel,
 * the largest one at a time. A picture that takes longer than `longestMs` is refused, and its thread replaced.
 * If somebody waits for each picture (`isWaitedFor`), idle threads are kept and have normal priority.
 */
export function createPreparingPool({
	longestMs = LONGEST_MS,
	threads = availableParallelism(),
	isWaitedFor = false,
} = {}): PreparingPool {
	const pool = new Piscina({
		filename: workerFile("picture-preparer"),
		minThreads: 0,
		maxThreads: threads,
		idleTimeout: isWaitedFor ? 60_000 : 1000,
		workerData: { isWaitedFor },
	});
	const budget = createPixelBudget({ pictures: threads, pixels: PIXELS_IN_FLIGHT });

	async function prepareInTime(task: PreparingTask) {
		const late = new AbortController();
		const timer = setTimeout(() => late.abort(), longestMs);
		try {
			return await pool.run(task, { signal: late.signal });
		} catch (fault) {
			if (late.signal.aborted) return { refused: `preparing it takes longer than ${longestMs / 1000} s` };
			throw fault;
		} finally {
			clearTimeout(timer);
		}
	}

	return {
		threads,
		prepare(bytes, whole) {
			const pixels = pixelCount(bytes);
			return budget.run(pixels, () => prepareInTime({ bytes, pixels, whole }));
		},
		prepareSmaller(bytes, smaller) {
			const pixels = pixelCount(bytes);
			return budget.run(pixels, () => prepareInTime({ bytes, pixels, smaller }));
		},
		preview(bytes, variant) {
			const pixels = pixelCount(bytes);
			return budget.run(pixels, () => prepareInTime({ bytes, pixels, previewOf: variant }));
		},
		check(bytes, variant) {
			const pixels = pixelCount(bytes);
			return budget.run(pixels, () => prepareInTime({ bytes, pixels, checkOf: variant }));
		},
		previewWatermark(bytes, watermarkOn) {
			const pixels = pixelCount(bytes);
			return budget.run(pixels, () => prepareInTime({ bytes, pixels, watermarkOn }));
		},
		async watermarkProblem(tried) {
			const { problem, refused } = await prepareInTime({ bytes: new Uint8Array(), pixels: 0, tried });
			return refused ?? problem;
		},
		lightnessOf: (bytes) => prepareInTime({ bytes, pixels: 0, lightness: true }),
		close: () => pool.destroy(),
	};
}
