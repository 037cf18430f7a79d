import type { Metric } from "prom-client";
import { shown } from "../platform/telemetry/shown-metrics.ts";

/** Picture events counted since the process started: plain numbers, incremented in place, read by the metrics endpoint. */
export const pictureCounters = {
	/** Cache hits and misses for prepared pictures. */
	cacheHits: 0,
	cacheMisses: 0,
	/** Memory used by cached pictures: bases and marked files. */
	cachedBaseBytes: 0,
	cachedFileBytes: 0,
	/** Signed URLs that were consumed, and attempts to reuse one. */
	urlsClaimed: 0,
	urlsRefused: 0,
};

export function pictureMetrics(): readonly Metric[] {
	return [
		shown(
			"counter",
			"packshot_picture_cache_total",
			"Prepared pictures asked for, by whether they lay in memory",
			() => [
				{ labels: { outcome: "hit" }, value: pictureCounters.cacheHits },
				{ labels: { outcome: "miss" }, value: pictureCounters.cacheMisses },
			],
		),
		shown(
			"gauge",
			"packshot_picture_cache_bytes",
			"Memory of cached pictures, as prepared and as marked for a client; either has half of PACKSHOT_IMAGE_CACHE_BYTES",
			() => [
				{ labels: { kind: "prepared" }, value: pictureCounters.cachedBaseBytes },
				{ labels: { kind: "marked" }, value: pictureCounters.cachedFileBytes },
			],
		),
		shown("counter", "packshot_url_claims_total", "Signed URLs that were claimed, by outcome", () => [
			{ labels: { outcome: "claimed" }, value: pictureCounters.urlsClaimed },
			{ labels: { outcome: "refused" }, value: pictureCounters.urlsRefused },
		]),
	];
}
