import { choiceSetting, integerSetting, type SettingsOf, textSetting } from "../settings.ts";

const EXPORTERS = ["otlp", "console", "none"] as const;

/**
 * The settings of the OpenTelemetry specification that decide what is exported. Its library reads the others by itself:
 * opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables.
 */
export const telemetrySettings = {
	endpoint: textSetting(
		"OTEL_EXPORTER_OTLP_ENDPOINT",
		undefined,
		"Collector to which traces and metrics are sent, such as `http://127.0.0.1:4318`",
	),
	tracesEndpoint: textSetting(
		"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
		undefined,
		"Collector for traces only, with the full path",
	),
	metricsEndpoint: textSetting(
		"OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
		undefined,
		"Collector for metrics only, with the full path",
	),
	traces: exporterSetting("OTEL_TRACES_EXPORTER", "How traces are exported"),
	metrics: exporterSetting("OTEL_METRICS_EXPORTER", "How metrics are exported"),
	protocol: choiceSetting(
		"OTEL_EXPORTER_OTLP_PROTOCOL",
		["http/protobuf"],
		"http/protobuf",
		"Protocol used to send to the collector",
	),
	metricsIntervalMs: integerSetting(
		"OTEL_METRIC_EXPORT_INTERVAL",
		60_000,
		{ min: 100, max: 86_400_000 },
		"Milliseconds between exports of the metrics",
	),
	disabled: choiceSetting(
		"OTEL_SDK_DISABLED",
		["true", "false"],
		"false",
		"`true` turns all telemetry off, whatever else is set",
	),
};

export type TelemetrySettings = SettingsOf<typeof telemetrySettings>;

type Exporter = (typeof EXPORTERS)[number];

function exporterSetting(name: string, meaning: string) {
	return {
		...choiceSetting<Exporter | "unset">(
			name,
			EXPORTERS,
			"unset",
			`${meaning}: ${EXPORTERS.map((each) => `\`${each}\``).join(", ")}`,
		),
		defaultText: "otlp if there is a collector, otherwise none",
	};
}

/** How each signal is exported. Without any of these settings nothing is exported, although the specification would send it to localhost. */
export function exportersOf(settings: TelemetrySettings): { traces: Exporter; metrics: Exporter } {
	if (settings.disabled === "true") return { traces: "none", metrics: "none" };
	const chosen = (exporter: Exporter | "unset", endpoint: string | undefined): Exporter => {
		if (exporter !== "unset") return exporter;
		return (endpoint ?? settings.endpoint) === undefined ? "none" : "otlp";
	};
	return {
		traces: chosen(settings.traces, settings.tracesEndpoint),
		metrics: chosen(settings.metrics, settings.metricsEndpoint),
	};
}
