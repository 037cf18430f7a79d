import { type FileFormat, openFoodFactsFormat, ownFormat } from "../imports/formats/file-format.ts";
import type { TableChoices } from "../imports/formats/metadata-table.ts";
import { createTakenCount } from "../imports/formats/taken-fields.ts";
import type { ImportWatch } from "../imports/import-order.ts";
import { createPreview } from "../imports/preview.ts";
import { type ImportReport, refusalCauses } from "../imports/report.ts";
import { UsageFailure } from "./command-line.ts";

const FOREIGN: ReadonlyMap<string, FileFormat> = new Map(
	Object.entries({ openfoodfacts: openFoodFactsFormat }),
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
	const format = from === undefined ? ownFormat(choices) : (FOREIGN.get(from) ?? refuseSource(from));
	const preview = createPreview();
	const taken = createTakenCount();
	return {
		format,
		watch: {
			onPlanned: preview.note,
			...(from === undefined ? {} : { onChange: taken.note }),
		} satisfies ImportWatch,
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
