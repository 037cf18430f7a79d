import type { Mapping } from "../ingest/csv-columns.ts";
import type { ForeignFiles } from "../ingest/import.ts";
import { readMetadata } from "../ingest/metadata-file.ts";
import { readOpenFoodFacts } from "../ingest/openfoodfacts/read.ts";
import { findExports } from "../ingest/openfoodfacts/sources.ts";
import { createPreview } from "../ingest/preview.ts";
import { type ImportReport, refusalCauses } from "../ingest/report.ts";
import { findSources } from "../ingest/sources.ts";
import { createTakenCount } from "../ingest/taken-fields.ts";
import type { Database } from "../platform/db/database.ts";
import { UsageFailure } from "./command-line.ts";

const OWN: ForeignFiles = { find: findSources, read: readMetadata };
const FOREIGN: Readonly<Record<string, ForeignFiles>> = {
	openfoodfacts: { find: findExports, read: readOpenFoodFacts },
};

/** What an import prints in addition to its report. */
export interface Told {
	readonly document: Readonly<Record<string, unknown>>;
	readonly lines: readonly string[];
}

/** Reads the files given to an import and collects what to print about them. @throws UsageFailure for an unknown source. */
export function importReading(
	from: string | undefined,
	mapping: Mapping | undefined,
	dryRun: boolean,
	nowMs: number,
) {
	if (from !== undefined && mapping) throw new UsageFailure("--from has its own mapping: leave out --map");
	const { find, read } = from === undefined ? OWN : (FOREIGN[from] ?? refuseSource(from));
	const preview = createPreview(nowMs);
	const taken = createTakenCount();
	const files: ForeignFiles = {
		find,
		async *read(format, chunks) {
			for await (const line of read(format, chunks, mapping)) {
				if ("change" in line) {
					if (dryRun) preview.note(line.change);
					if (from !== undefined) taken.note(line.change);
				}
				yield line;
			}
		},
	};
	return {
		files,
		/** To be called when the import has ended. */
		async told(db: Database, report: ImportReport): Promise<Told> {
			const served = dryRun ? await preview.served(db) : [];
			const counts = taken.counts();
			const causes = Object.fromEntries(refusalCauses(report));
			return {
				document: {
					...(from === undefined ? {} : { taken: counts, left_out: causes }),
					...(dryRun ? { served } : {}),
				},
				lines: [
					...Object.entries(counts).map(([field, products]) => `taken      ${field} ${products}`),
					...(from === undefined
						? []
						: Object.entries(causes).map(([cause, lines]) => `left out   ${lines}: ${cause}`)),
					...(served.length > 0 ? ["The first products, as they would be served:"] : []),
					...served.map((product) => JSON.stringify(product)),
				],
			};
		},
	};
}

function refuseSource(from: string): never {
	throw new UsageFailure(`--from takes ${Object.keys(FOREIGN).join(", ")}, not "${from}"`);
}
