import type { Metric } from "prom-client";
import type { Database } from "../platform/db/database.ts";
import { gaugesOf } from "../platform/telemetry/shown-metrics.ts";
import type { Clock } from "../platform/time/clock.ts";
import { readImportState } from "./progress-state.ts";

export function importMetrics({
	db,
	clock,
}: {
	readonly db: Database;
	readonly clock: Clock;
}): readonly Metric[] {
	const of = gaugesOf(() => readImportState(db.read, clock.now()));
	return [
		of("packshot_import_running", "1 while an import runs", ({ running }) => (running ? 1 : 0)),
		of("packshot_import_lines", "Lines that the last import has read", ({ lines }) => lines),
		of("packshot_import_pictures", "Pictures that the last import has read", ({ pictures }) => pictures),
		of("packshot_import_refused", "What the last import has refused", ({ refused }) => refused),
	];
}
