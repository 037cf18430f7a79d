import { hasWrongCheckDigit } from "../catalogue/barcodes/gtin.ts";
import { familyOf, filledUp, looksShortened } from "../catalogue/barcodes/same-product.ts";
import type { ImportOrder } from "./import-order.ts";
import { detached, type FoundBarcode, type ImportReport, reportBarcode } from "./report.ts";
import type { MetadataSource, PictureSource } from "./sources/sources.ts";

/** What all files together say, before anything is imported. */
export interface Survey {
	/** The number of lines of each product that several lines mean, by family; for a dry run, empty for an import. */
	readonly repeated: Map<number, number>;
	/** The tables whose barcodes lost their leading zeros: these are filled up. */
	readonly shortened: ReadonlySet<string>;
	/** Number of picture files. */
	readonly pictures: number;
	readonly metadataBytes: number;
}

/** Walks all files, and reads the metadata once: only a whole column tells that its barcodes lost zeros, and only the last line of a product that no other follows. */
export async function surveyFiles(
	order: ImportOrder,
	report: ImportReport,
	signal: AbortSignal,
): Promise<Survey> {
	const lines = createLineCount();
	const shortened = new Set<string>();
	let pictures = 0;
	let metadataBytes = 0;
	for await (const source of order.format.find(order.paths)) {
		if (signal.aborted) break;
		if (source.kind === "picture") {
			pictures++;
			reportMisnamed(report, source);
		} else if (source.kind === "metadata") {
			metadataBytes += source.sizeBytes;
			const column = await readColumn(source, order, { report, lines, signal });
			if (signal.aborted || source.format !== "table" || !column.lostZeros()) continue;
			shortened.add(source.source);
			column.reportWrong();
		}
	}
	return { repeated: lines.repeated, shortened, pictures, metadataBytes };
}

interface Reading {
	readonly report: ImportReport;
	readonly lines: ReturnType<typeof createLineCount>;
	readonly signal: AbortSignal;
}

/** The column of a file's barcodes. An import reads it only if the barcodes are those of a person, not of a database or an export, whose barcodes are what they are. */
async function readColumn(
	source: MetadataSource,
	{ format, exact, dryRun }: ImportOrder,
	{ report, lines, signal }: Reading,
) {
	const column = createColumn(source.source, report);
	const isTyped = format.isTyped && !exact && !source.isExact;
	if (!dryRun && !isTyped) return column;
	for await (const line of format.read(source.format, source.chunks())) {
		if (signal.aborted) break;
		const barcode = "change" in line ? line.change.barcode : line.barcode;
		if (barcode !== undefined && isTyped) column.add(line.line, barcode);
		if (dryRun && "change" in line) lines.add(line.change.barcode);
	}
	return column;
}

function createLineCount() {
	const seen = new Set<number>();
	const repeated = new Map<number, number>();
	return {
		repeated,
		add(barcode: string): void {
			const family = familyOf(barcode);
			if (seen.has(family)) repeated.set(family, (repeated.get(family) ?? 1) + 1);
			else seen.add(family);
		},
	};
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
