import { setTimeout as sleep } from "node:timers/promises";
import {
	type Attributes,
	context,
	DiagLogLevel,
	diag,
	type HrTime,
	propagation,
	ROOT_CONTEXT,
	type Span,
	SpanKind,
	SpanStatusCode,
	type Tracer,
	trace,
	ValueType,
} from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
	detectResources,
	emptyResource,
	envDetector,
	hostDetector,
	type Resource,
	resourceFromAttributes,
	serviceInstanceIdDetector,
} from "@opentelemetry/resources";
import {
	AggregationTemporality,
	ConsoleMetricExporter,
	type DataPoint,
	DataPointType,
	type Histogram,
	MeterProvider,
	type MetricData,
	type MetricProducer,
	PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
	BatchSpanProcessor,
	ConsoleSpanExporter,
	NodeTracerProvider,
	SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { KyselyPlugin, RootOperationNode } from "kysely";
import type { Registry } from "prom-client";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Database, PointRead } from "../db/database.ts";
import type { Tx } from "../db/tx.ts";
import { sinceArrivalMs } from "../http/arrival.ts";
import { type AddressRange, inRanges } from "../http/client-address.ts";
import { exportersOf, type TelemetrySettings } from "./settings.ts";

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
			await Promise.race([last, sleep(LAST_EXPORT_MS, undefined, { ref: false })]);
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

/** The same metrics as `/metrics` shows, under the same names, in the form that OpenTelemetry exports. */
function createMetricProducer(registry: Registry, version: string): MetricProducer {
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

/** The same store, instrumented: reads and writes for a traced request become part of its trace. */
function traceBlobs(blobs: BlobStore, tracer: Tracer): BlobStore {
	const step = <T>(name: string, run: () => Promise<T>) => inSpan(tracer, `blob ${name}`, {}, run);
	return {
		...blobs,
		put: (key, bytes) => step("put", () => blobs.put(key, bytes)),
		get: (key, roomFor) => step("get", () => blobs.get(key, roomFor)),
		getStart: (key, lengthBytes) => step("get start", () => blobs.getStart(key, lengthBytes)),
		delete: (key) => step("delete", () => blobs.delete(key)),
		check: () => step("check", () => blobs.check()),
	};
}

/** The same database, instrumented: queries of a traced request and its waits for commits become part of the trace. */
function traceDatabase(db: Database, tracer: Tracer): Database {
	const system = { "db.system.name": db.traits.sharedByNodes ? "postgresql" : "sqlite" };
	const traced = (tx: Tx) => tx.withPlugin(createQueryTracer(tracer, system));
	return {
		...db,
		read: traced(db.read),
		scan: traced(db.scan),
		scanBytes: (query) => inSpan(tracer, summaryOf(query.query), system, () => db.scanBytes(query)),
		pointRead<R>(query: Parameters<typeof db.pointRead<R>>[0]): PointRead<R> {
			const read = db.pointRead<R>(query);
			const name = summaryOf(query.query);
			return (...parameters) => inSpan(tracer, name, system, () => read(...parameters));
		},
		write: (command, input) =>
			inSpan(tracer, `write ${command.name}`, system, () => db.write(command, input)),
	};
}

/** A span from the moment a query is built until its rows arrive. A query that fails has none; the request's span records the error. */
function createQueryTracer(tracer: Tracer, attributes: Record<string, string>): KyselyPlugin {
	const spans = new WeakMap<object, Span>();
	return {
		transformQuery({ node, queryId }) {
			if (trace.getActiveSpan()?.isRecording()) {
				spans.set(queryId, tracer.startSpan(summaryOf(node), { kind: SpanKind.CLIENT, attributes }));
			}
			return node;
		},
		async transformResult({ result, queryId }) {
			spans.get(queryId)?.end();
			// Rows that are streamed pass here once per chunk.
			spans.delete(queryId);
			return result;
		},
	};
}

/** Operation and table, such as `select product`. */
function summaryOf(node: RootOperationNode): string {
	const verb = node.kind.replace(/(Query)?Node$/, "").toLowerCase();
	const table = /"identifier":\{"kind":"IdentifierNode","name":"([a-z_]+)"/.exec(
		JSON.stringify(tableOf(node)),
	);
	return table ? `${verb} ${table[1]}` : verb;
}

function tableOf(node: RootOperationNode): unknown {
	if (node.kind === "SelectQueryNode" || node.kind === "DeleteQueryNode") return node.from ?? {};
	if (node.kind === "InsertQueryNode") return node.into ?? {};
	return node.kind === "UpdateQueryNode" ? (node.table ?? {}) : {};
}

/** A span for each request, by OpenTelemetry's semantic conventions, with the route and never the URL, which may carry a signature or a token. */
function traceRequests(app: FastifyInstance, tracer: Tracer, trustedProxies: readonly AddressRange[]): void {
	const spans = new WeakMap<FastifyRequest, Span>();
	app.addHook("onRequest", (request, _reply, done) => {
		// Only the operator's own proxies may pass a trace context: anyone else could flood the collector.
		const isTrusted = inRanges(plainAddress(request.socket.remoteAddress), trustedProxies);
		const parent = isTrusted ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
		const span = startSpan(tracer, request, parent);
		spans.set(request, span);
		context.with(trace.setSpan(parent, span), done);
	});
	app.addHook("onResponse", (request, reply, done) => {
		const span = spans.get(request);
		if (span) endSpan(span, request, reply);
		done();
	});
}

function plainAddress(address = ""): string {
	return address.replace(/^::ffff:/, "");
}

function startSpan(tracer: Tracer, request: FastifyRequest, parent: typeof ROOT_CONTEXT): Span {
	const { method } = request;
	const route = request.routeOptions.url;
	const attributes = {
		"http.request.method": method,
		...(route === undefined ? {} : { "http.route": route }),
		"packshot.request_id": request.id,
	};
	const startTime = performance.now() - (sinceArrivalMs(request.raw) ?? 0);
	const name = route === undefined ? method : `${method} ${route}`;
	return tracer.startSpan(name, { kind: SpanKind.SERVER, startTime, attributes }, parent);
}

function endSpan(span: Span, request: FastifyRequest, reply: FastifyReply): void {
	const { errorCode } = request.responseMeta;
	span.setAttribute("http.response.status_code", reply.statusCode);
	if (errorCode !== undefined) span.setAttribute("error.type", errorCode);
	if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
	span.end();
}

/** Runs a step in a span of its own if the request is traced; otherwise just runs it. */
async function inSpan<T>(
	tracer: Tracer,
	name: string,
	attributes: Attributes,
	run: () => Promise<T>,
): Promise<T> {
	if (!trace.getActiveSpan()?.isRecording()) return run();
	const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
	try {
		return await context.with(trace.setSpan(context.active(), span), run);
	} catch (fault) {
		span.setStatus({ code: SpanStatusCode.ERROR });
		// Only the error's name: a message may contain values of the request.
		span.setAttribute("error.type", fault instanceof Error ? fault.name : "unknown");
		throw fault;
	} finally {
		span.end();
	}
}
