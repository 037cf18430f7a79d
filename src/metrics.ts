import { collectDefaultMetrics, type Metric, Registry } from "prom-client";
import { type Declared, rooms, type UnionToIntersection } from "./rooms.ts";

type MetricsOf = Awaited<ReturnType<Extract<Declared<"metrics">, () => unknown>>>;
type Watched = UnionToIntersection<NonNullable<Parameters<MetricsOf>[0]>>;

/** Metrics of this process and of every room. */
export async function collectMetrics(watched: Watched): Promise<Registry> {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const ofRooms = await Promise.all(rooms.map(({ metrics }) => metrics?.()));
	const all = ofRooms.flatMap((metricsOf): readonly Metric[] => metricsOf?.(watched as never) ?? []);
	for (const metric of all) registry.registerMetric(metric);
	return registry;
}
