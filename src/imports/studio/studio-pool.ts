import { availableParallelism } from "node:os";
import type { CardPicture } from "@packshot/studio/card";
import type { CutOut, CutOutRefusal } from "@packshot/studio/cutout";
import type { PreviewedPicture } from "../../pictures/preparation/preview.ts";
import { createProcessPool } from "../../platform/tasks/process-pool.ts";

/** A picture of fifty megapixels takes half a minute on a slow core; at the lowest priority, whatever else the machine does comes first. */
const LONGEST_MS = 600_000;
const MOST_BYTES = 1024 ** 3;
const LOWEST = 19;

/** What the processes do with the bytes of a picture (workers/studio-worker.ts), by name. */
export interface StudioTasks {
	look(bytes: Uint8Array): Promise<LookedPicture>;
	cutOut(bytes: Uint8Array): Promise<CutOut | CutOutRefusal>;
	/** All that a page shows of a picture; refused if no import would take it. */
	study(bytes: Uint8Array): Promise<StudiedPicture | { readonly refused: string }>;
}

/** What grouping needs to know of a picture, and how good it is. */
export interface LookedPicture extends Omit<CardPicture, "name">, Pick<PreviewedPicture, "qualityNotes"> {}

export interface StudiedPicture extends LookedPicture, Pick<PreviewedPicture, "preview" | "thumbnail"> {
	readonly cut: CutOut | CutOutRefusal;
}

export type StudioPool = ReturnType<typeof createStudioPool>;

/** Processes that decode raw pictures, at the lowest priority; what takes too long or too much memory is ended. */
export function createStudioPool(processes = availableParallelism()) {
	const pool = createProcessPool({
		entry: "studio-worker",
		processes,
		mostWaiting: Number.POSITIVE_INFINITY,
		idleMs: 1000,
		niceness: LOWEST,
	});
	return {
		processes,
		async run<N extends keyof StudioTasks>(
			name: N,
			input: Parameters<StudioTasks[N]>[0],
			signal?: AbortSignal,
		): Promise<Awaited<ReturnType<StudioTasks[N]>>> {
			const task = { name, input, longestMs: LONGEST_MS, mostBytes: MOST_BYTES, signal };
			return (await pool.run(task)) as Awaited<ReturnType<StudioTasks[N]>>;
		},
		close: () => pool.close(),
	};
}
