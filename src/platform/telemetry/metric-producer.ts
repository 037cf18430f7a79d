import { type HrTime, ValueType } from "@opentelemetry/api";
import { emptyResource } from "@opentelemetry/resources";
import {
	AggregationTemporality,
	type DataPoint,
	DataPointType,
	type Histogram,
	type MetricData,
	type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { Registry } from "prom-client";

/** The same metrics as `/metrics` shows, under the same names, in the form that OpenTelemetry exports. */
export function createMetricProducer(registry: Registry, version: string): MetricProducer {
	const startTime = timeAt(0);
	const scope = { name: "packshot", version };
	return {
		async collect() {
			const span = { startTime, endTime: timeAt(performance.now()) };
			const shown = (await registry.getMetricsAsJSON()) as unknown as ShownMetric[];
			const metrics = shown.flatMap((metric) => exported(metric, span));
			return {
				resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope, metrics }] },
				errors: [],
			};
		},
	};
}

/** Seconds and nanoseconds since 1970. @param sinceStartMs since the start of the process. */
function timeAt(sinceStartMs: number): HrTime {
	const ms = performance.timeOrigin + sinceStartMs;
	return [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];
}

/** A metric as prom-client describes it; the type is a string at run time. */
interface ShownMetric {
	readonly name: string;
	readonly help: string;
	readonly type: string;
	readonly values: readonly ShownValue[];
}

interface ShownValue {
	readonly labels: Readonly<Record<string, string | number>>;
	readonly value: number;
	readonly metricName?: string;
}

interface Timespan {
	readonly startTime: HrTime;
	readonly endTime: HrTime;
}

function exported({ name, help, type, values }: ShownMetric, span: Timespan): MetricData[] {
	const common = {
		descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
		aggregationTemporality: AggregationTemporality.CUMULATIVE,
	};
	const points = () => values.map(({ labels, value }) => ({ ...span, attributes: labels, value }));
	if (type === "counter") {
		return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
	}
	if (type === "gauge") return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
	if (type !== "histogram") return [];
	return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(values, span) }];
}

/** In the notation of UCUM, as OpenTelemetry asks for. */
function unitOf(name: string): string {
	if (/_seconds(_total)?$/.test(name)) return "s";
	return /_bytes(_total)?$/.test(name) ? "By" : "";
}

/** Prometheus represents a histogram as several series: a cumulative count for each bound, the sum and the count. */
function histogramPoints(values: readonly ShownValue[], span: Timespan): DataPoint<Histogram>[] {
	const lines = new Map<string, ShownValue[]>();
	for (const value of values) {
		const { le: _bound, ...labels } = value.labels;
		const key = JSON.stringify(Object.entries(labels).sort());
		lines.set(key, [...(lines.get(key) ?? []), value]);
	}
	return [...lines.values()].map((ofOne) => histogramPoint(ofOne, span));
}

function histogramPoint(lines: readonly ShownValue[], span: Timespan): DataPoint<Histogram> {
	const ending = (suffix: string) => lines.filter(({ metricName }) => metricName?.endsWith(suffix));
	const buckets = ending("_bucket");
	const counts = buckets.map(({ value }, place) => value - (buckets[place - 1]?.value ?? 0));
	const boundaries = buckets.slice(0, -1).map(({ labels }) => Number(labels.le));
	const [sum] = ending("_sum");
	const { le: _bound, ...attributes } = lines[0]?.labels ?? {};
	return {
		...span,
		attributes,
		value: { buckets: { boundaries, counts }, sum: sum?.value ?? 0, count: buckets.at(-1)?.value ?? 0 },
	};
}
