import { type Counts, type ImportReport, type Listed, refusalCauses, refusedCount } from "../report.ts";
import type { ImportSummary } from "./store.ts";

const MOST_CAUSES = 50;
const MOST_NOTED = 100;
const MOST_EXAMPLES = 50;

/**
 * A report as it is stored. @param before report of an interrupted run of the same import: its changes are added, and do not count as unchanged now.
 * @param created how many products all runs together created, if it is known: a run that was killed had not yet reported the last of them.
 */
export function summaryOf(
	report: ImportReport,
	tookMs: number,
	before: ImportSummary | null,
	created?: number,
): ImportSummary {
	const { products, images, unmarkable, noted, ignored, matched } = report;
	return {
		products: together(products, before?.products, created),
		images: together(images, before?.images),
		refused: refusedCount(report),
		causes: refusalCauses(report)
			.slice(0, MOST_CAUSES)
			.map(([cause, count]) => ({ cause, count })),
		unmarkable: unmarkable.length,
		noted: noted.slice(0, MOST_NOTED),
		notedCount: noted.length,
		ignored: ignored.length,
		// A run that goes on reads them all again.
		tables: report.tables.first.map(({ source, words }) => ({ source, words })),
		remarks: [...report.remarks]
			.map(([text, remark]) => ({ text, ...remark }))
			.sort((one, other) => other.count - one.count),
		valuesLost: joined(before?.valuesLost, report.valuesLost),
		valuesChanged: joined(before?.valuesChanged, report.valuesChanged),
		valuesEdited: joined(before?.valuesEdited, report.valuesEdited),
		absent: joined(undefined, report.absent),
		// Of dry runs, which begin anew.
		pictures: report.pictures,
		newForms: joined(before?.newForms, report.newForms),
		newProducts: counted(joined(before?.newProducts, report.newProducts), created),
		onlyPictured: joined(before?.onlyPictured, report.onlyPictured),
		// Found again for every line and picture.
		matched: joined(undefined, matched),
		filledUp: joined(undefined, report.filledUp),
		looksShortened: joined(undefined, report.looksShortened),
		wrongCheckDigits: joined(undefined, report.wrongCheckDigits),
		productsRefused: report.productsRefused.size,
		header: report.header,
		unfetched: report.unfetched,
		tookMs: tookMs + (before?.tookMs ?? 0),
	};
}

function joined<Item>(before: Listed<Item> | undefined, now: Listed<Item>): Listed<Item> {
	const first = [...(before?.first ?? []), ...now.first].slice(0, MOST_EXAMPLES);
	return { count: (before?.count ?? 0) + now.count, first };
}

function counted<Item>(listed: Listed<Item>, count = listed.count): Listed<Item> {
	return { ...listed, count };
}

function together(now: Counts, before: Counts | undefined, all?: number): Counts {
	if (!before && all === undefined) return { ...now };
	const { created: createdBefore = 0, updated: updatedBefore = 0 } = before ?? {};
	const created = all ?? createdBefore + now.created;
	const updated = updatedBefore + now.updated;
	return { created, updated, unchanged: Math.max(0, sum(now) - created - updated) };
}

/** Of a run over all lines, as the last one is. */
function sum({ created, updated, unchanged }: Counts): number {
	return created + updated + unchanged;
}
