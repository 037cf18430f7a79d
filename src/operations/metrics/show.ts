import cluster from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";
import { plainFault } from "../../platform/plain-fault.ts";
import type { SettingsOf } from "../../platform/settings.ts";
import { StartFailure } from "../../platform/start-failure.ts";
import { type MetricsText, serveMetrics } from "./server.ts";
import type { metricsSettings } from "./settings.ts";

type MetricsAddress = SettingsOf<typeof metricsSettings>;

/** Serves this process's metrics, or passes them to the supervisor of all workers. @returns a function that closes it. */
export async function showMetrics(address: MetricsAddress, registry: Registry): Promise<() => Promise<void>> {
	if (address.port === 0) return async () => undefined;
	if (cluster.isWorker) {
		AggregatorRegistry.setRegistries([registry]);
		// Called for its side effect: from here on this worker answers requests for its metrics.
		new AggregatorRegistry();
		return async () => undefined;
	}
	return listen(address, textOf(registry));
}

/** Serves the metrics of all workers, aggregated. @returns a function that closes it. */
export async function showWorkersMetrics(address: MetricsAddress): Promise<() => Promise<void>> {
	if (address.port === 0) return async () => undefined;
	const registry = new AggregatorRegistry();
	return listen(address, { contentType: registry.contentType, text: () => registry.clusterMetrics() });
}

async function listen(address: MetricsAddress, metrics: MetricsText): Promise<() => Promise<void>> {
	try {
		return await serveMetrics(address, metrics);
	} catch (fault) {
		throw new StartFailure(`cannot show metrics on ${address.host}:${address.port}: ${plainFault(fault)}`);
	}
}

function textOf(registry: Registry): MetricsText {
	return { contentType: registry.contentType, text: () => registry.metrics() };
}
