import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { SettingError } from "../../src/platform/settings.ts";
import { exportersOf } from "../../src/platform/telemetry/settings.ts";
import { type BuiltServer, startBuiltServer } from "../support/built-server.ts";
import { startCollector } from "../support/otlp.ts";

const folder = mkdtempSync(join(tmpdir(), "packshot-telemetry-"));
let collector: Awaited<ReturnType<typeof startCollector>>;
let server: BuiltServer;
/** Statuses of the answers, and their request ids. */
const ids: Record<string, string> = {};

const REMOTE_TRACE = "0af7651916cd43dd8448eb211c80319c";
const REMOTE_SPAN = "b7ad6b7169203331";

beforeAll(async () => {
	collector = await startCollector();
	server = await startBuiltServer({
		PACKSHOT_DATA: folder,
		PACKSHOT_TRUSTED_PROXIES: "127.0.0.1",
		OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
		OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=tested",
	});
	const traceparent = `00-${REMOTE_TRACE}-${REMOTE_SPAN}-01`;
	const called = async (name: string, path: string, init: RequestInit = {}) => {
		const answer = await fetch(`${server.url.replace(/\/api\/v1$/, "")}/api/v1${path}`, init);
		ids[name] = answer.headers.get("x-request-id") ?? "";
	};
	await called("health", "/health", { headers: { traceparent } });
	await called("unknown", "/nowhere?api_key=a-secret-of-somebody");
	await called("token", "/auth/token", {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ client_id: "ps_client_a-secret-of-somebody", api_key: "a-secret-of-somebody" }),
	});
	// Shutdown exports what is still pending.
	server.process.kill("SIGTERM");
	await once(server.process, "exit");
});
afterAll(async () => {
	server.process.kill("SIGKILL");
	await collector.close();
	rmSync(folder, { recursive: true });
});

const spanOf = (name: string) =>
	collector.spans().find(({ attributes }) => attributes["packshot.request_id"] === ids[name]);

describe("a collector receives", () => {
	test("a span for each request, with its id, route and status", () => {
		expect(spanOf("health")).toMatchObject({
			name: "GET /api/v1/health",
			attributes: {
				"http.request.method": "GET",
				"http.route": "/api/v1/health",
				"http.response.status_code": 200,
			},
		});
		expect(spanOf("unknown")?.attributes).toMatchObject({
			"http.response.status_code": 404,
			"error.type": "not_found",
		});
	});

	test("the request's database queries as child spans", () => {
		const { traceId, spanId } = spanOf("token") ?? expect.fail("no span");
		const below = collector.spans().filter((span) => span.traceId === traceId && span.parentId === spanId);
		expect(below.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^(select|write) /));
		expect(below[0]?.attributes["db.system.name"]).toMatch(/^(sqlite|postgresql)$/);
	});

	test("the trace that a trusted proxy started", () => {
		expect(spanOf("health")).toMatchObject({ traceId: REMOTE_TRACE, parentId: REMOTE_SPAN });
		expect(spanOf("token")).toMatchObject({ parentId: "" });
	});

	test("the metrics under the same names as in /metrics", () => {
		expect(collector.metricNames()).toEqual(
			expect.arrayContaining(["packshot_requests_total", "packshot_request_seconds", "packshot_info"]),
		);
	});

	test("no secrets", () => {
		const all = Buffer.concat([...collector.bodies.traces, ...collector.bodies.metrics]).toString("latin1");
		expect(all).toContain("tested");
		expect(all).not.toContain("a-secret-of-somebody");
	});
});

describe("what is exported", () => {
	const exporters = (environment: Record<string, string>) => exportersOf(loadConfig(environment).telemetry);

	test.each([
		[{}, { traces: "none", metrics: "none" }],
		[{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }, { traces: "otlp", metrics: "otlp" }],
		[
			{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1/traces" },
			{ traces: "otlp", metrics: "none" },
		],
		[
			{ OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "otlp" },
			{ traces: "none", metrics: "otlp" },
		],
		[
			{ OTEL_TRACES_EXPORTER: "otlp", OTEL_SDK_DISABLED: "true" },
			{ traces: "none", metrics: "none" },
		],
	])("%j", (environment, expected) => {
		expect(exporters(environment)).toEqual(expected);
	});

	test("an unsupported protocol is rejected at startup", () => {
		expect(() => exporters({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toThrow(SettingError);
	});
});
