import type { Metric } from "prom-client";

/**
 * Metrics that are counted elsewhere as plain numbers and only rendered here: counting stays as cheap as an addition, and the Prometheus text is
 * built on scrape (prometheus.io/docs/instrumenting/exposition_formats).
 */

type Labels = Readonly<Record<string, string | number>>;

interface ShownValue {
	readonly labels: Labels;
	readonly value: number;
	readonly metricName?: string;
}

interface ShownMetric {
	readonly name: string;
	readonly help: string;
	readonly type: "counter" | "gauge" | "histogram";
	/** How the values of several processes are combined. */
	readonly aggregator: "sum" | "max";
}

export interface Sample {
	readonly labels?: Labels;
	readonly value: number;
}

/** A single number, or one per set of labels. */
export type Figures = number | readonly Sample[];

/** A gauge or counter. */
export function shown(
	type: "counter" | "gauge",
	name: string,
	help: string,
	figures: () => Figures | Promise<Figures>,
	aggregator: "sum" | "max" = "sum",
): Metric {
	return metric({ name, help, type, aggregator }, async () => {
		const shown = await figures();
		const samples: readonly Sample[] = typeof shown === "number" ? [{ value: shown }] : shown;
		return samples.map(({ labels = {}, value }) => ({ labels, value }));
	});
}

export interface Distribution {
	readonly labels?: Labels;
	/** Not cumulative; the last bucket is open-ended. */
	readonly buckets: readonly number[];
	readonly sum: number;
}

/** @param bounds upper bounds of all buckets but the last. */
export function shownHistogram(
	name: string,
	help: string,
	bounds: readonly number[],
	distributions: () => readonly Distribution[],
): Metric {
	return metric({ name, help, type: "histogram", aggregator: "sum" }, async () =>
		distributions().flatMap((distribution) => histogramValues(name, bounds, distribution)),
	);
}

function histogramValues(
	name: string,
	bounds: readonly number[],
	{ labels = {}, buckets, sum }: Distribution,
): ShownValue[] {
	let total = 0;
	const cumulative = [...bounds.map(String), "+Inf"].map((le, place) => {
		total += buckets[place] ?? 0;
		return { labels: { le, ...labels }, value: total, metricName: `${name}_bucket` };
	});
	return [
		...cumulative,
		{ labels, value: sum, metricName: `${name}_sum` },
		{ labels, value: total, metricName: `${name}_count` },
	];
}

function metric(shown: ShownMetric, values: () => Promise<ShownValue[]>): Metric {
	const get = async () => ({ ...shown, values: await values() });
	return { ...shown, get, reset: () => undefined } as unknown as Metric;
}

/** Makes gauges that are read from the shared database or disk, so that every process reports the same values; absent while they cannot be read. */
export function gaugesOf<State>(read: () => Promise<State | undefined>) {
	return (name: string, help: string, figure: (state: State) => Figures) =>
		shown(
			"gauge",
			name,
			help,
			async () => {
				const state = await read().catch(() => undefined);
				return state === undefined ? [] : figure(state);
			},
			"max",
		);
}
