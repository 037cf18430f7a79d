import { availableParallelism } from "node:os";
import { maxPixels, pixelCount, type Refusal } from "@packshot/marking/prepare";
import type { Variant } from "../catalogue/fields/scopes.ts";
import { createProcessPool } from "../platform/tasks/process-pool.ts";
import { TaskEnded } from "../platform/tasks/task.ts";
import type { CheckedPicture, CheckOptions } from "./preparation/check-picture.ts";
import type { LaterOptions, PreparedPicture, PrepareOptions } from "./preparation/prepare.ts";
import type { SmallerPictures } from "./preparation/prepare-files.ts";
import type { PreviewedPicture } from "./preparation/preview.ts";
import type { WatermarkPreview, WatermarkPreviewOptions } from "./preparation/preview-watermark.ts";
import type { RasterisedLogo } from "./preparation/rasterise-logo.ts";
import type { WatermarkSettings } from "./preparation/watermark-settings.ts";
import { otherFormatOf } from "./store/other-format.ts";
import { createPixelBudget } from "./store/pixel-budget.ts";

/** A fifty-megapixel cut-out takes half a minute on a slow core. */
const LONGEST_MS = 300_000;
/** The largest picture takes 1 GB. */
const MOST_BYTES = 2 * 1024 ** 3;
/** The size of the largest picture. A megapixel takes some 16 MB while it is prepared, so this amounts to 0.8 GB. */
const PIXELS_IN_FLIGHT = maxPixels;

/** A drawing of some kilobytes can be made to take any time and memory; a logo takes a tenth of a second. */
const LOGO_MS = 10_000;
const LOGO_BYTES = 512 * 1024 ** 2;

const LOW = 19;
/** Somebody is waiting, but requests go first. */
const BELOW_NORMAL = 5;

export type PreparingPool = ReturnType<typeof createPreparingPool>;

/** What the processes serve (workers/picture-preparer.ts), by name: its argument, and what it makes of it. */
export interface PictureTasks {
	prepare(task: { bytes: Uint8Array; options: PrepareOptions }): Promise<PreparedPicture | Refusal>;
	prepareSmaller(task: { bytes: Uint8Array; options: LaterOptions }): Promise<SmallerPictures | Refusal>;
	preview(task: { bytes: Uint8Array; options: Variant }): Promise<PreviewedPicture | Refusal>;
	check(task: { bytes: Uint8Array; options: CheckOptions }): Promise<CheckedPicture | Refusal>;
	previewWatermark(task: {
		bytes: Uint8Array;
		options: WatermarkPreviewOptions;
	}): Promise<WatermarkPreview | Refusal>;
	rasteriseLogo(logo: Uint8Array): Promise<RasterisedLogo | Refusal>;
	watermarkProblem(watermark: WatermarkSettings): Promise<{ problem: string | null }>;
	lightnessOf(bytes: Uint8Array): Promise<number>;
}

/**
 * Processes that decode, draw and prepare pictures, by default one per core. Whatever takes longer than `longestMs` or too much memory is refused, and its
 * process killed. Memory is bounded by a pixel budget as well: small pictures are prepared in parallel, the largest one at a time.
 * If somebody waits for each picture (`isWaitedFor`), idle processes are kept for longer, and have a higher priority.
 * @param mostWaiting pictures that may wait; for a further one the functions throw PoolFull.
 */
export function createPreparingPool({
	longestMs = LONGEST_MS,
	processes = availableParallelism(),
	isWaitedFor = false,
	mostWaiting = Number.POSITIVE_INFINITY,
} = {}) {
	const pool = createProcessPool({
		entry: "picture-preparer",
		processes,
		mostWaiting,
		idleMs: isWaitedFor ? 60_000 : 1000,
		niceness: isWaitedFor ? BELOW_NORMAL : LOW,
	});
	const budget = createPixelBudget({ pictures: processes, pixels: PIXELS_IN_FLIGHT, mostWaiting });

	async function perform<N extends keyof PictureTasks>(
		name: N,
		input: Parameters<PictureTasks[N]>[0],
		limits: { readonly longestMs: number; readonly mostBytes: number } = { longestMs, mostBytes: MOST_BYTES },
	): Promise<Awaited<ReturnType<PictureTasks[N]>>> {
		return (await pool.run({ name, input, ...limits })) as Awaited<ReturnType<PictureTasks[N]>>;
	}

	/** A task about one picture, which is refused if the task has to be ended. */
	function onPicture<N extends "prepare" | "prepareSmaller" | "preview" | "check" | "previewWatermark">(
		name: N,
		input: Parameters<PictureTasks[N]>[0],
	) {
		const run = () => refusedIfEnded(perform(name, input), ({ message }) => `preparing ${message}`);
		return budget.run(pixelsOf(input.bytes), run);
	}

	return {
		/** How many pictures may be prepared in parallel. */
		processes,
		/** Prepares a picture in a process, once one is free and the pixel budget allows. */
		prepare: (bytes: Uint8Array, options: PrepareOptions) => onPicture("prepare", { bytes, options }),
		/** Prepares only the sizes smaller than the full one. */
		prepareSmaller: (bytes: Uint8Array, options: LaterOptions) =>
			onPicture("prepareSmaller", { bytes, options }),
		/** Checks a picture and makes its preview. */
		preview: (bytes: Uint8Array, options: Variant) => onPicture("preview", { bytes, options }),
		/** Checks whether an import would accept a picture. */
		check: (bytes: Uint8Array, options: CheckOptions) => onPicture("check", { bytes, options }),
		/** Shows a picture with a watermark. */
		previewWatermark: (bytes: Uint8Array, options: WatermarkPreviewOptions) =>
			onPicture("previewWatermark", { bytes, options }),
		/** Turns a logo into pixels. */
		rasteriseLogo(logo: Uint8Array) {
			const limits = { longestMs: Math.min(LOGO_MS, longestMs), mostBytes: LOGO_BYTES };
			return refusedIfEnded(perform("rasteriseLogo", logo, limits), tooComplex);
		},
		/** Why a watermark cannot be drawn; `null` if it can. */
		async watermarkProblem(watermark: WatermarkSettings) {
			const tried = await refusedIfEnded(perform("watermarkProblem", watermark), tooComplex);
			return "refused" in tried ? tried.refused : tried.problem;
		},
		/** Mean lightness of a picture, from 0 to 255. */
		lightnessOf: (bytes: Uint8Array) => perform("lightnessOf", bytes),
		/** Ends the processes. */
		close: () => pool.close(),
	};
}

const tooComplex = ({ message }: TaskEnded) =>
	`the logo cannot be drawn: ${message}; choose a simpler one, or save it as a PNG`;

async function refusedIfEnded<T>(
	task: Promise<T>,
	reasonOf: (ended: TaskEnded) => string,
): Promise<T | Refusal> {
	try {
		return await task;
	} catch (fault) {
		if (fault instanceof TaskEnded) return { refused: reasonOf(fault) };
		throw fault;
	}
}

/** The pixels of a picture, as its header says; of formats whose header only a decoder reads, as many as its bytes could hold of a photograph. */
function pixelsOf(bytes: Uint8Array): number {
	return otherFormatOf(bytes) ? Math.min(maxPixels, bytes.length * 8) : pixelCount(bytes);
}
