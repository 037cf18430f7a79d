import type { Attribution, LeakMatch } from "@packshot/marking/attribute";
import type { LeakDescription } from "@packshot/marking/search";
import { createProcessPool } from "../../platform/tasks/process-pool.ts";
import type {
	AttributeTask,
	DescribeTask,
	DrawTask,
	ReadTask,
	ReduceTask,
	ShownLeak,
} from "./attribution-tasks.ts";

/** What the process serves (workers/leak-attributor.ts). */
export interface AttributionTasks {
	/** The features by which a leak is looked up. @throws Error for a leak that is not a picture. */
	describe(task: DescribeTask): Promise<LeakDescription>;
	/** What a leak reveals about the cells of every base that it shows. @throws Error for a leak that is not a picture. */
	read(task: ReadTask): Promise<LeakMatch[]>;
	attribute(task: AttributeTask): Promise<Attribution>;
	/** A PNG of the leak beside the cells that speak for and against a client. */
	draw(task: DrawTask): Promise<Uint8Array>;
	/** @throws Error for a leak that is not a picture. */
	show(leak: Uint8Array): Promise<ShownLeak>;
	/** A WebP of what a case shows, small. */
	reduce(task: ReduceTask): Promise<Uint8Array>;
}

/** A low-priority process that decodes and compares leaks. It is killed when that takes too long or too much memory: leaks are files of strangers. */
export interface AttributionProcess extends AttributionTasks {
	/** Kills the process, including any work in progress. */
	close(): Promise<void>;
}

/** The largest leak, of fifty megapixels, takes half a minute on a slow core, plus some seconds for each similar base. */
const LONGEST_MS = 600_000;
/** Somebody is waiting for this. */
const SHOWN_MS = 60_000;
const MOST_BYTES = 4 * 1024 ** 3;
const IDLE_MS = 1000;
const BELOW_NORMAL = 7;

/**
 * @param options.signal aborts whatever the process is working on.
 * @param options.mostWaiting tasks that may wait for one another; for a further one the functions throw PoolFull.
 */
export function createAttributionProcess({
	signal,
	mostWaiting = Number.POSITIVE_INFINITY,
}: {
	readonly signal?: AbortSignal | undefined;
	readonly mostWaiting?: number;
} = {}): AttributionProcess {
	const pool = createProcessPool({
		entry: "leak-attributor",
		processes: 1,
		mostWaiting,
		idleMs: IDLE_MS,
		niceness: BELOW_NORMAL,
	});

	async function run<N extends keyof AttributionTasks>(
		name: N,
		input: Parameters<AttributionTasks[N]>[0],
		longestMs = LONGEST_MS,
	): Promise<Awaited<ReturnType<AttributionTasks[N]>>> {
		const limits = { longestMs, mostBytes: MOST_BYTES, signal };
		return (await pool.run({ name, input, ...limits })) as Awaited<ReturnType<AttributionTasks[N]>>;
	}

	return {
		describe: (task) => run("describe", task),
		read: (task) => run("read", task),
		attribute: (task) => run("attribute", task),
		draw: (task) => run("draw", task),
		show: (leak) => run("show", leak, SHOWN_MS),
		reduce: (task) => run("reduce", task, SHOWN_MS),
		close: () => pool.close(),
	};
}
