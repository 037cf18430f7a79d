import { hasWrongCheckDigit } from "../catalogue/barcodes/gtin.ts";
import { familyOf, filledUp, looksShortened } from "../catalogue/barcodes/same-product.ts";
import type { readMetadata } from "./formats/metadata-file.ts";
import { detached, type FoundBarcode, type ImportReport, reportBarcode } from "./report.ts";
import type { MetadataSource, PictureSource, Source } from "./sources/sources.ts";

/** What all metadata together says, before anything is imported. */
export interface Survey {
	/** The number of lines of each product that several lines mean, by family. */
	readonly repeated: Map<number, number>;
	/** The tables whose barcodes lost their leading zeros: these are filled up. */
	readonly shortened: ReadonlySet<string>;
}

interface Surveying {
	readonly read: typeof readMetadata;
	readonly report: ImportReport;
	/** Whether lines of one product are counted, which a dry run needs. */
	readonly countsRepeated: boolean;
	/** Whether the barcodes of a file are those of a person, not of a database or an export, whose barcodes are what they are. */
	readonly isTyped: (source: MetadataSource) => boolean;
	readonly signal: AbortSignal | undefined;
}

/** Reads all metadata once: counts repeated products and wrong check digits, and finds the tables whose barcodes lost their zeros. */
export async function surveyMetadata(
	sources: AsyncIterable<Source>,
	{ read, report, countsRepeated, isTyped, signal }: Surveying,
): Promise<Survey> {
	const seen = new Set<number>();
	const repeated = new Map<number, number>();
	const shortened = new Set<string>();
	for await (const source of sources) {
		if (source.kind === "picture") reportMisnamed(report, source);
		if (source.kind !== "metadata" || !(countsRepeated || isTyped(source))) continue;
		const column = createColumn(source.source, report);
		for await (const line of read(source.format, source.chunks())) {
			if (signal?.aborted) return { repeated, shortened };
			const barcode = "change" in line ? line.change.barcode : line.barcode;
			if (barcode !== undefined && isTyped(source)) column.add(line.line, barcode);
			if (!countsRepeated || !("change" in line)) continue;
			const family = familyOf(line.change.barcode);
			if (seen.has(family)) repeated.set(family, (repeated.get(family) ?? 1) + 1);
			else seen.add(family);
		}
		if (source.format === "table" && column.lostZeros()) {
			shortened.add(source.source);
			column.reportWrong();
		}
	}
	return { repeated, shortened };
}

/** Reports a picture that is named by a barcode with a wrong check digit. */
function reportMisnamed(
	report: ImportReport,
	{ source, barcode, isExact, isUncertain }: PictureSource,
): void {
	if (!isExact && !isUncertain && hasWrongCheckDigit(barcode))
		reportBarcode(report.wrongCheckDigits, { source, barcode });
}

/** Of ten barcodes of 7 or 9 to 11 digits, so many have to be right with leading zeros: of other numbers, one or two are by chance. */
const RIGHT_OF_TEN = 9;

/** Kept until it is clear; at most a tenth of a column is of interest. */
const MOST_WRONG = 10_000;

/** Counts the barcodes of a file that lost their leading zeros, or have a wrong check digit. */
function createColumn(source: string, report: ImportReport) {
	let short = 0;
	let right = 0;
	/** Of those that lost zeros: their check digit counts once it is clear that they did. */
	const wrong: FoundBarcode[] = [];
	return {
		add(line: number, barcode: string): void {
			if (hasWrongCheckDigit(barcode)) reportBarcode(report.wrongCheckDigits, { source, line, barcode });
			if (filledUp(barcode) === undefined) return;
			short++;
			if (looksShortened(barcode)) right++;
			else if (wrong.length < MOST_WRONG) wrong.push({ source, line, barcode: detached(barcode) });
		},
		reportWrong(): void {
			for (const found of wrong) reportBarcode(report.wrongCheckDigits, found);
		},
		lostZeros: () => short > 0 && right * 10 >= short * RIGHT_OF_TEN,
	};
}
