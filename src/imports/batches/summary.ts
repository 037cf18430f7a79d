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
	const { products, images, unmarkable, noted, ignored } = report;
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
		valuesLost: joined(report.valuesLost, before?.valuesLost),
		valuesChanged: joined(report.valuesChanged, before?.valuesChanged),
		valuesEdited: joined(report.valuesEdited, before?.valuesEdited),
		absent: joined(report.absent),
		// Of dry runs, which begin anew.
		pictures: report.pictures,
		newForms: joined(report.newForms, before?.newForms),
		newProducts: counted(joined(report.newProducts, before?.newProducts), created),
		onlyPictured: joined(report.onlyPictured, before?.onlyPictured),
		// Found again for every line and picture.
		matched: joined(report.matched),
		filledUp: joined(report.filledUp),
		looksShortened: joined(report.looksShortened),
		wrongCheckDigits: joined(report.wrongCheckDigits),
		productsRefused: report.productsRefused.size,
		header: report.header,
		unfetched: report.unfetched,
		tookMs: tookMs + (before?.tookMs ?? 0),
	};
}

function joined<Item>(now: Listed<Item>, before?: Listed<Item>): Listed<Item> {
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
