import { readMetadata } from "../imports/formats/metadata-file.ts";
import type { TableChoices } from "../imports/formats/metadata-table.ts";
import { readOpenFoodFacts } from "../imports/formats/openfoodfacts/read.ts";
import { findExports } from "../imports/formats/openfoodfacts/sources.ts";
import { createTakenCount } from "../imports/formats/taken-fields.ts";
import type { ForeignFiles } from "../imports/import.ts";
import { createPreview } from "../imports/preview.ts";
import { type ImportReport, refusalCauses } from "../imports/report.ts";
import { findSources } from "../imports/sources/sources.ts";
import { UsageFailure } from "./command-line.ts";

const OWN: ForeignFiles = { find: findSources, read: readMetadata };
const FOREIGN: ReadonlyMap<string, ForeignFiles> = new Map(
	Object.entries({
		openfoodfacts: { find: findExports, read: readOpenFoodFacts },
	}),
);

export interface ReportAdditions {
	readonly document: Readonly<Record<string, unknown>>;
	readonly lines: readonly string[];
}

/** How the files given to an import are read, and what to print about them besides its report. @throws UsageFailure for an unknown source. */
export function importReading(from: string | undefined, choices: TableChoices) {
	const [chosen] = Object.entries(choices).find(([, choice]) => choice !== undefined) ?? [];
	if (from !== undefined && chosen !== undefined)
		throw new UsageFailure(
			`--from knows how its files are read: leave out --${chosen === "mapping" ? "map" : chosen}`,
		);
	const { find, read } = from === undefined ? OWN : (FOREIGN.get(from) ?? refuseSource(from));
	const preview = createPreview();
	const taken = createTakenCount();
	return {
		foreign: {
			find,
			read: (format, chunks, reading) => read(format, chunks, { ...choices, ...reading }),
		} satisfies ForeignFiles,
		onForeseen: preview.note,
		...(from === undefined ? {} : { onChange: taken.note }),
		/** To be called when the import has ended. */
		additions(report: ImportReport): ReportAdditions {
			const served = preview.served();
			const counts = taken.counts();
			const causes = from === undefined ? [] : refusalCauses(report);
			return {
				document: {
					...(from === undefined ? {} : { taken: counts, left_out: Object.fromEntries(causes) }),
					...(served.length > 0 ? { served } : {}),
				},
				lines: [
					...Object.entries(counts).map(([field, products]) => `taken      ${field} ${products}`),
					...causes.map(([cause, lines]) => `left out   ${lines}: ${cause}`),
					...(served.length > 0 ? ["The first products, as they would be served:"] : []),
					...served.map((product) => JSON.stringify(product)),
				],
			};
		},
	};
}

function refuseSource(from: string): never {
	throw new UsageFailure(`--from takes ${[...FOREIGN.keys()].join(", ")}, not "${from}"`);
}
