import { median } from "../figure.ts";
import { PICTURE_CACHE_MEGABYTES } from "./place.ts";
import type { Sample } from "./sampler.ts";

/** A quantity that must not grow: its early and late median, and the highest late median allowed. */
export interface Trend {
	readonly what: string;
	readonly early: number;
	readonly late: number;
	readonly most: number;
	readonly isFlat: boolean;
}

interface Flat {
	readonly what: string;
	readonly of: (sample: Sample) => number;
	/** How far the late median may exceed the early one: by this share or by this amount, whichever is more. */
	readonly share: number;
	readonly slack: number;
}

/** Resources that must stay flat. Data that is stored for good may grow, by a limited amount per call. */
const FLAT: readonly Flat[] = [
	{ what: "resident memory, MB", of: (sample) => sample.rssMegabytes, share: 0.15, slack: 40 },
	{ what: "heap of the main thread, MB", of: (sample) => sample.heapMegabytes, share: 0.15, slack: 20 },
	{
		what: "memory outside of the heap, MB",
		of: (sample) => sample.externalMegabytes,
		share: 0.15,
		slack: 20,
	},
	{ what: "descriptors", of: (sample) => sample.descriptors, share: 0, slack: 12 },
	{ what: "threads", of: (sample) => sample.threads, share: 0, slack: 4 },
	{ what: "connections to the database", of: (sample) => sample.databaseConnections, share: 0, slack: 6 },
	{ what: "files beside database and blobs", of: (sample) => sample.otherFiles, share: 0, slack: 2 },
];

/** How much faster per call the database may grow late in the soak than early. */
const GROWTH_SHARE = 0.5;
const GROWTH_SLACK_KILOBYTES = 1;

/** A cache as full as this is evicting: the next picture does not fit. */
const FULL_SHARE = 0.7;

/**
 * Compares the second quarter of a soak with its last; the first quarter is the warm-up. Only samples of the last process count.
 * @throws RangeError if there are fewer than eight.
 */
export function trendsOf(all: readonly Sample[]): Trend[] {
	const { samples, quarter, early, late } = quartersOf(all);
	const flat = FLAT.map(({ what, of, share, slack }) => {
		const before = median(early.map(of));
		return trend(what, before, median(late.map(of)), before + Math.max(before * share, slack));
	});
	const growth = kilobytesPerCall(samples.slice(quarter, 2 * quarter + 1));
	const most = growth + Math.max(growth * GROWTH_SHARE, GROWTH_SLACK_KILOBYTES);
	const lateGrowth = kilobytesPerCall(samples.slice(-quarter - 1));
	return [...flat, trend("growth of the database by call, KB", growth, lateGrowth, most)];
}

/**
 * Why memory growth proves nothing, if cached pictures did not fill their memory before the second quarter: it may then grow until they do.
 * @throws RangeError if there are fewer than eight.
 */
export function whyMemoryMayGrow(all: readonly Sample[]): string | undefined {
	const cached = Math.min(...quartersOf(all).early.map((sample) => sample.cachedPicturesMegabytes));
	if (cached >= FULL_SHARE * PICTURE_CACHE_MEGABYTES) return undefined;
	return `only ${cached.toFixed(1)} of ${PICTURE_CACHE_MEGABYTES} MB of pictures were cached when memory was first looked at`;
}

function quartersOf(all: readonly Sample[]) {
	const samples = all.filter(({ pid }) => pid === all.at(-1)?.pid);
	if (samples.length < 8) throw new RangeError(`${samples.length} samples tell no trend`);
	const quarter = Math.floor(samples.length / 4);
	const early = samples.slice(quarter, 2 * quarter);
	return { samples, quarter, early, late: samples.slice(-quarter) };
}

function trend(what: string, early: number, late: number, most: number): Trend {
	return { what, early, late, most, isFlat: late <= most };
}

function kilobytesPerCall(samples: readonly Sample[]): number {
	const [first, last] = [samples[0], samples.at(-1)];
	if (!first || !last || last.calls === first.calls) return 0;
	return ((last.databaseMegabytes - first.databaseMegabytes) * 1024) / (last.calls - first.calls);
}
