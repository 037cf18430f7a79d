import { findSources } from "../sources/sources.ts";
import { readMetadata } from "./metadata-file.ts";
import type { TableChoices } from "./metadata-table.ts";
import { readOpenFoodFacts } from "./openfoodfacts/read.ts";
import { findExports } from "./openfoodfacts/sources.ts";

/** How files are found and read. */
export interface FileFormat {
	readonly find: typeof findSources;
	readonly read: typeof readMetadata;
	/** Whether people wrote the barcodes, which may have lost their zeros; those of a database are what they are. */
	readonly isTyped: boolean;
}

/** The formats of this service. @param choices how tables are read */
export function ownFormat(choices: TableChoices = {}): FileFormat {
	return {
		find: findSources,
		read: (format, chunks, reports) => readMetadata(format, chunks, { ...choices, ...reports }),
		isTyped: true,
	};
}

/** Exports of Open Food Facts. */
export const openFoodFactsFormat: FileFormat = {
	find: findExports,
	read: readOpenFoodFacts,
	isTyped: false,
};
