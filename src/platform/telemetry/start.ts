import { DiagLogLevel, diag } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
	detectResources,
	envDetector,
	hostDetector,
	type Resource,
	resourceFromAttributes,
	serviceInstanceIdDetector,
} from "@opentelemetry/resources";
import {
	ConsoleMetricExporter,
	MeterProvider,
	PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
	BatchSpanProcessor,
	ConsoleSpanExporter,
	NodeTracerProvider,
	SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Database } from "../db/database.ts";
import type { AddressRange } from "../http/client-address.ts";
import { createMetricProducer } from "./metric-producer.ts";
import { exportersOf, type TelemetrySettings } from "./settings.ts";
import { traceBlobs } from "./trace-blobs.ts";
import { traceDatabase } from "./trace-database.ts";
import { traceRequests } from "./trace-requests.ts";

/** How long the last export may take at shutdown: a collector that hangs must not keep the service from stopping. */
const LAST_EXPORT_MS = 3000;

export interface Telemetry {
	/** Traces the requests of an app, if traces are exported. */
	traceRequests(app: FastifyInstance): void;
	/** The same stores, instrumented: calls made for a traced request become part of its trace. */
	traced<S extends Stores>(stores: S): S;
	/** Exports the metrics of a registry, if metrics are exported. */
	exportMetrics(registry: Registry): void;
	stop(): Promise<void>;
}

interface Stores {
	readonly db: Database;
	readonly blobs: BlobStore;
}

interface TelemetryParts {
	readonly settings: TelemetrySettings;
	/** Only requests that come through these proxies may carry a trace context. */
	readonly trustedProxies: readonly AddressRange[];
	readonly version: string;
	/** Called with what could not be exported. */
	readonly failed: (message: string, details: readonly unknown[]) => void;
}

/** Starts the exporters that the settings select. */
export function startTelemetry({ settings, trustedProxies, version, failed }: TelemetryParts): Telemetry {
	const warn = (message: string, ...details: unknown[]) => failed(message, details);
	diag.setLogger(
		{ error: warn, warn, info() {}, debug() {}, verbose() {} },
		{ logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
	);
	const resource = describeProcess(version);
	const traces = startTracing(settings, resource);
	const tracer = traces?.getTracer("packshot", version);
	let metrics: MeterProvider | undefined;
	return {
		traceRequests: (app) => tracer && traceRequests(app, tracer, trustedProxies),
		traced: (stores) =>
			tracer
				? { ...stores, db: traceDatabase(stores.db, tracer), blobs: traceBlobs(stores.blobs, tracer) }
				: stores,
		exportMetrics(registry) {
			metrics = startMetrics(settings, resource, registry, version);
		},
		async stop() {
			const last = Promise.allSettled([traces?.shutdown(), metrics?.shutdown()]);
			let timer: NodeJS.Timeout | undefined;
			await Promise.race([last, new Promise((resolve) => (timer = setTimeout(resolve, LAST_EXPORT_MS)))]);
			clearTimeout(timer);
		},
	};
}

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence over what is set here. */
function describeProcess(version: string): Resource {
	return resourceFromAttributes({ "service.name": "packshot", "service.version": version }).merge(
		detectResources({ detectors: [hostDetector, serviceInstanceIdDetector, envDetector] }),
	);
}

function startTracing(settings: TelemetrySettings, resource: Resource): NodeTracerProvider | undefined {
	const { traces } = exportersOf(settings);
	if (traces === "none") return undefined;
	const processor =
		traces === "otlp"
			? new BatchSpanProcessor(new OTLPTraceExporter())
			: new SimpleSpanProcessor(new ConsoleSpanExporter());
	const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
	provider.register();
	return provider;
}

function startMetrics(
	settings: TelemetrySettings,
	resource: Resource,
	registry: Registry,
	version: string,
): MeterProvider | undefined {
	const { metrics } = exportersOf(settings);
	if (metrics === "none") return undefined;
	const reader = new PeriodicExportingMetricReader({
		exporter: metrics === "otlp" ? new OTLPMetricExporter() : new ConsoleMetricExporter(),
		exportIntervalMillis: settings.metricsIntervalMs,
		metricProducers: [createMetricProducer(registry, version)],
	});
	return new MeterProvider({ resource, readers: [reader] });
}
