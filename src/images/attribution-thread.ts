import type { Attribution, LeakMatch } from "@packshot/marking/attribute";
import type { LeakDescription } from "@packshot/marking/search";
import { Piscina } from "piscina";
import { workerFile } from "../platform/worker-file.ts";
import type { AttributeTask, DescribeTask, DrawTask, ReadTask, ShownLeak } from "./attribution-tasks.ts";

/** A low-priority thread that decodes and compares leaks, so that no request has to wait for it. */
export interface AttributionThread {
	/** The features by which a leak is looked up. @throws sharp's error for a leak that is not a picture. */
	describe(task: DescribeTask): Promise<LeakDescription>;
	/** What a leak reveals about the cells of every base that it shows. @throws sharp's error for a leak that is not a picture. */
	read(task: ReadTask): Promise<LeakMatch[]>;
	attribute(task: AttributeTask): Promise<Attribution>;
	/** A PNG of the leak beside the cells that speak for and against a client. */
	draw(task: DrawTask): Promise<Uint8Array>;
	/** @throws sharp's error for a leak that is not a picture. */
	show(leak: Uint8Array): Promise<ShownLeak>;
	/** Ends the thread, including any work in progress. */
	close(): Promise<void>;
}

/** The largest leak, of fifty megapixels, takes half a minute on a slow core, plus some seconds for each similar base. */
const LONGEST_MS = 600_000;

/** @param signal aborts whatever the thread is working on. */
export function createAttributionThread(signal?: AbortSignal): AttributionThread {
	const pool = new Piscina({ filename: workerFile("leak-attributor"), minThreads: 0, maxThreads: 1 });

	async function inTime<T>(name: string, task: unknown): Promise<T> {
		const late = AbortSignal.timeout(LONGEST_MS);
		const ended = signal ? AbortSignal.any([signal, late]) : late;
		try {
			return await pool.run(task, { name, signal: ended });
		} catch (fault) {
			signal?.throwIfAborted();
			if (late.aborted) throw new Error(`it takes longer than ${LONGEST_MS / 60_000} minutes`);
			throw fault;
		}
	}

	return {
		describe: (task) => inTime("describe", task),
		read: (task) => inTime("read", task),
		attribute: (task) => inTime("attribute", task),
		draw: (task) => inTime("draw", task),
		show: (leak) => inTime("show", leak),
		close: () => pool.destroy(),
	};
}
